/** The form that `ask_user` sends: a flat JSON Schema object. */
export interface FormSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FormField>>;
  readonly required: readonly string[];
}

/** One field of a form. */
export interface FormField {
  readonly type: 'string' | 'number' | 'boolean';
  readonly title: string;
  readonly enum?: readonly string[];
  readonly format?: 'email' | 'date';
}

/** The tools that the stand-in knows, with their inputs. */
export interface ToolInputs {
  list_files: { folder?: string };
  read_file: { path: string };
  search_files: { query: string };
  write_file: { path: string; content: string };
  delete_file: { path: string };
  rename_file: { from: string; to: string };
  pick_file: { reason: string; accept?: string };
  confirm: { question: string };
  ask_user: { question: string; schema: FormSchema };
  locate: { reason: string };
  download_file: { path: string };
  pack_files: Record<string, never>;
}

/** The name of a tool that the stand-in can call. */
export type ToolName = keyof ToolInputs;

/** A tool call whose input is known from the request. */
export type ToolStep = { [Name in ToolName]: { readonly tool: Name; readonly input: ToolInputs[Name] } }[ToolName];

/** A file to write after an earlier step has returned its content. Without a path, the stand-in chooses one. */
export interface SaveStep {
  readonly tool: 'save';
  /** The index of the step whose result is saved. */
  readonly from: number;
  readonly path?: string;
}

/** One step of a request. */
export type Step = ToolStep | SaveStep;
