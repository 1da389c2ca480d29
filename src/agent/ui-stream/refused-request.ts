import { RemoteError } from '../../protocol/base/errors.js';

/** The header by which a server says that it keeps the history and reads only what is new. */
export const historyHeader = 'countersign-history';

/** What a server says with its refusal. */
export type SaidRefusal = Pick<Partial<RefusedRequest>, 'retryAfter' | 'words' | 'toolCallId' | 'keepsHistory'>;

/** A server that refuses may say when it would not. */
export class RefusedRequest extends RemoteError {
  /** Its `Retry-After`, as it came. */
  readonly retryAfter: string | undefined;
  /** What the server says, without where it is and what a developer may do. */
  readonly words: string | undefined;
  /** The call whose answer it does not accept, where it says so. */
  readonly toolCallId: string | undefined;
  /** The server keeps the history, so that only what is new has to be sent. */
  readonly keepsHistory: boolean;

  constructor(code: string, message: string, said: SaidRefusal) {
    super(code, message);
    this.retryAfter = said.retryAfter;
    this.words = said.words;
    this.toolCallId = said.toolCallId;
    this.keepsHistory = said.keepsHistory ?? false;
  }
}
