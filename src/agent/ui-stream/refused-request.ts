import { RemoteError } from '../../protocol/base/errors.js';

/** The header by which a server says that it keeps the history and reads only what is new. */
export const historyHeader = 'countersign-history';

/** The details that a server gives with a refusal. */
export type SaidRefusal = Pick<Partial<RefusedRequest>, 'retryAfter' | 'words' | 'toolCallId' | 'keepsHistory'>;

/** A server that refuses may say when it would not. */
export class RefusedRequest extends RemoteError {
  /** Its `Retry-After`, as it came. */
  readonly retryAfter: string | undefined;
  /** The reason in the server's own words, without its address and without hints for developers. */
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
