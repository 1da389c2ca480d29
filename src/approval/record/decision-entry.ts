import type { JSONValue } from '../../protocol/base/json.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import type { BegunBefore, CallStatus } from '../../protocol/call-end.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredKind } from '../../protocol/deferred.js';
import type { LateReason } from '../../protocol/run-event.js';
import type { Redaction } from '../redaction/redact.js';

/**
 * What was decided. `returned`, `failed` and `retry` answer external calls, `run-again` one that may have happened; `parked` leaves the
 * call open on purpose.
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

/** A verdict, whose it is, and when it came, in milliseconds since 1970. */
export interface DecisionTaken {
  readonly verdict: DecisionVerdict;
  readonly by: DecidedBy;
  readonly at: number;
}

/** A deadline that a person moved. Times are milliseconds since 1970. */
export interface DeadlineExtension {
  readonly by: DecidedBy;
  /** When it was moved. */
  readonly at: number;
  /** The new deadline. */
  readonly expiresAt: number;
}

/** What somebody made of the input when they approved it. Before that it was the entry's `input`. */
export interface DecisionEdit {
  /** The title of the call with this input. Absent where it is the title of the entry. */
  readonly title?: string;
  /** Redacted. */
  readonly input: JSONValue;
  readonly redactions: readonly Redaction[];
  /** Where it differs; also where what differs is hidden. */
  readonly changed: readonly JSONPath[];
  /** Of the full input, see {@link DecisionEntry.digest}. */
  readonly digest?: string;
}

/** One question and its answer, or one decision of a policy: plain, frozen, without secrets. Times are milliseconds since 1970. */
export interface DecisionEntry {
  readonly v: 1;
  readonly kind: DeferredKind | 'policy';
  readonly runId: string;
  /** The agents that lead to the call, outermost first. */
  readonly agentPath: readonly string[];
  readonly toolName: string;
  /** Absent when a policy kept the whole tool from the model. */
  readonly toolCallId?: string;
  readonly batchId?: string;
  /** What the card said. */
  readonly title?: string;
  /** What was shown, redacted. */
  readonly input?: JSONValue;
  readonly redactions: readonly Redaction[];
  /** SHA-256 of the full call that was shown, `sha-256:<hex>`. Absent where the page has no `crypto.subtle` (plain http). */
  readonly digest?: string;
  readonly capabilities?: readonly string[];
  /** Why it was asked about, or why the policy decided so. */
  readonly reason?: string;
  /** It was asked what became of it: it had begun before, and nobody knew how that ended. */
  readonly begun?: BegunBefore;
  /** Who wanted it to be asked about, when a policy did. */
  readonly askedBy?: DecidedBy;
  readonly askedAt?: number;
  readonly expiresAt?: number;
  /** Who moved its deadline, oldest first; absent where nobody is known to have. */
  readonly extensions?: readonly DeadlineExtension[];
  /** What counts. Absent while nobody has decided. */
  readonly decision?: DecisionTaken;
  /** What was told to the model with a no, a failure or a request to try again. */
  readonly message?: string;
  /** What was told to the model with a yes. */
  readonly note?: string;
  readonly edit?: DecisionEdit;
  /** Answers that a handler did not take over, oldest first. */
  readonly overruled: readonly DecisionTaken[];
  /** How the call ended in this run. */
  readonly outcome?: { readonly status: CallStatus; readonly at: number; readonly message?: string };
  /** Answers that came too late, oldest first. */
  readonly late: readonly { readonly reason: LateReason; readonly at: number }[];
}
