/** The result and the output of a command. */
export interface Ran {
  readonly ok: boolean;
  readonly output: string;
}
/** Runs a command to its end. */
export declare function run(
  command: string,
  args: readonly string[],
  options?: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly limitMs?: number },
): Promise<Ran>;
/** Runs npm with the copy that started this program, if npm did. */
export declare function npm(
  args: readonly string[],
  options?: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Ran>;
