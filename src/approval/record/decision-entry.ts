import type { CallOrigin } from '../../protocol/base/call-origin.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import type { CallStatus, EarlierExecution } from '../../protocol/call-end.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredKind } from '../../protocol/deferred.js';
import type { LateReason } from '../../protocol/run-event.js';
import type { Redaction } from '../redaction/redact.js';

/**
 * A verdict. `returned`, `failed` and `retry` answer external calls, `run-again` an interrupted call; `parked` leaves
 * the call open intentionally.
 */
export type DecisionVerdict =
  | 'approved'
  | 'denied'
  | 'blocked'
  | 'expired'
  | 'parked'
  | 'returned'
  | 'failed'
  | 'retry'
  | 'run-again';

/** A verdict with its author and time, in milliseconds since 1970. */
export interface RecordedVerdict {
  readonly verdict: DecisionVerdict;
  readonly by: DecidedBy;
  readonly at: number;
}

/** A change of a deadline by a person. Times are milliseconds since 1970. */
export interface DeadlineExtension {
  readonly by: DecidedBy;
  /** The time of the change. */
  readonly at: number;
  /** The new deadline. */
  readonly expiresAt: number;
}

/** An edit of the input at its approval. The original is the entry's `input`. */
export interface DecisionEdit {
  /** The title of the call with this input. Missing if it is the title of the entry. */
  readonly title?: string;
  /** The edited input, redacted. */
  readonly input: JSONValue;
  readonly redactions: readonly Redaction[];
  /** The paths that differ, including those with hidden values. */
  readonly changed: readonly JSONPath[];
  /** The digest of the full input: see {@link DecisionEntry.digest}. */
  readonly digest?: string;
}

/**
 * One request with its answer, or one decision of a policy: plain, frozen, redacted. Times are milliseconds since 1970.
 */
export interface DecisionEntry {
  readonly v: 1;
  readonly kind: DeferredKind | 'policy';
  readonly runId: string;
  /** The agents of the call, outermost first. */
  readonly agentPath: readonly string[];
  readonly toolName: string;
  /** Missing if a policy hid the whole tool from the model. */
  readonly toolCallId?: string;
  readonly batchId?: string;
  /** The title on the card. */
  readonly title?: string;
  /** The input as shown, redacted. */
  readonly input?: JSONValue;
  readonly redactions: readonly Redaction[];
  /** SHA-256 of the full call that was shown, `sha-256:<hex>`. Missing without `crypto.subtle` (plain http). */
  readonly digest?: string;
  readonly capabilities?: readonly string[];
  /** The server that provides the tool. Missing for a tool of the app's own code. */
  readonly origin?: CallOrigin;
  /** The reason for the request, or for the policy's decision. */
  readonly reason?: string;
  /** Set for an interrupted call, about which people were asked how it ended. */
  readonly interrupted?: EarlierExecution;
  /** The policy or rule that required approval. */
  readonly askedBy?: DecidedBy;
  readonly askedAt?: number;
  readonly expiresAt?: number;
  /** The changes of its deadline by people, oldest first. Missing if none are known. */
  readonly extensions?: readonly DeadlineExtension[];
  /** The final decision. Missing while the call is undecided. */
  readonly decision?: RecordedVerdict;
  /** The message to the model with a denial, a failure or a request to retry. */
  readonly message?: string;
  /** The note to the model with an approval. */
  readonly note?: string;
  readonly edit?: DecisionEdit;
  /** Decisions that did not count in the end, oldest first. */
  readonly overruled: readonly RecordedVerdict[];
  /** The end of the call in this run. */
  readonly outcome?: { readonly status: CallStatus; readonly at: number; readonly message?: string };
  /** Answers that arrived too late, oldest first. */
  readonly late: readonly { readonly reason: LateReason; readonly at: number }[];
}
