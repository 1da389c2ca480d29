import type { DecideOptions, DecideOutcome, Decision } from '../../approval/broker/decision.js';
import type { SerializedError } from '../../protocol/base/serialize-error.js';

/** Notifies the pages that have one conversation open. */
export interface ConversationChannel {
  /** Sends to all other pages. */
  readonly send: (text: string) => void;
  /** Calls back for each message of other pages. Returns a function that unsubscribes. */
  readonly listen: (listener: (text: string) => void) => () => void;
  readonly close: () => void;
}

/** An answer to a pending call that was given in a page that does not lead the conversation. */
export interface SubmittedAnswer {
  /** The id of its item in `pending`. */
  readonly id: string;
  readonly batchId: string;
  readonly toolCallId: string;
  readonly decision: Decision;
  readonly options: DecideOptions;
  /** The outcome, from the page that leads. */
  readonly outcome?: DecideOutcome | { readonly status: 'failed'; readonly error: SerializedError };
}
