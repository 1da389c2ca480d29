/** Options of {@link buildRegistry}. */
export interface RegistryOptions {
  readonly outDir: string;
  /** The package to install instead of the published version. */
  readonly countersign?: string | undefined;
}
/** Writes the registry as static JSON into a folder, and returns the names of its items. */
export declare function buildRegistry(options: RegistryOptions): readonly string[];
