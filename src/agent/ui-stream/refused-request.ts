import { RemoteError } from '../../protocol/base/errors.js';

/** The header with which a server announces that it stores the history and reads only new messages. */
export const historyHeader = 'countersign-history';

/** The details of a rejection. */
export type SaidRefusal = Pick<Partial<RefusedRequest>, 'retryAfter' | 'words' | 'toolCallId' | 'keepsHistory'>;

/** A request that the server rejected. */
export class RefusedRequest extends RemoteError {
  /** Its `Retry-After` header, unparsed. */
  readonly retryAfter: string | undefined;
  /** The reason in the server's own words, without its address and without hints for developers. */
  readonly words: string | undefined;
  /** The call whose answer the server rejected, if it names one. */
  readonly toolCallId: string | undefined;
  /** True if the server stores the history, so that only new messages have to be sent. */
  readonly keepsHistory: boolean;

  constructor(code: string, message: string, said: SaidRefusal) {
    super(code, message);
    this.retryAfter = said.retryAfter;
    this.words = said.words;
    this.toolCallId = said.toolCallId;
    this.keepsHistory = said.keepsHistory ?? false;
  }
}
