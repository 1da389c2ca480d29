/** The code of a file error. The message is for people and models. */
export type WorkspaceErrorCode =
  | 'invalid-path'
  | 'not-found'
  | 'already-exists'
  | 'is-folder'
  | 'is-file'
  | 'invalid-query';

/** An error of the workspace. It says what is wrong and how to fix it. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
  readonly code: WorkspaceErrorCode;

  constructor(code: WorkspaceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
