import { RemoteError } from '../../protocol/base/errors.js';
import type { Issue } from '../../protocol/signals.js';

/** The header with which a server announces that it stores the history and reads only new messages. */
export const historyHeader = 'countersign-history';

/** The details of a rejection. */
export type RefusalDetails = Pick<
  Partial<RefusedRequest>,
  'retryAfter' | 'words' | 'toolCallId' | 'issue' | 'keepsHistory'
>;

/** A request that the server rejected. */
export class RefusedRequest extends RemoteError {
  /** Its `Retry-After` header, unparsed. */
  readonly retryAfter: string | undefined;
  /** The reason in the server's own words, without its address and without hints for developers. */
  readonly words: string | undefined;
  /** The call whose answer the server rejected, if it names one. */
  readonly toolCallId: string | undefined;
  /** The place in that answer that is invalid, if the server names one. */
  readonly issue: Issue | undefined;
  /** True if the server stores the history, so that only new messages have to be sent. */
  readonly keepsHistory: boolean;

  constructor(code: string, message: string, said: RefusalDetails) {
    super(code, message);
    this.retryAfter = said.retryAfter;
    this.words = said.words;
    this.toolCallId = said.toolCallId;
    this.issue = said.issue;
    this.keepsHistory = said.keepsHistory ?? false;
  }
}
