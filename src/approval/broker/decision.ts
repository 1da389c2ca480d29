import type { DeferredAnswer, RunAgain, ToolApproved, ToolDenied, ToolReturn } from '../../protocol/answers.js';
import type { JSONObject } from '../../protocol/base/json.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import type { LateReason } from '../../protocol/run-event.js';
import type { Issue, ModelRetry, ToolFailed } from '../../protocol/signals.js';
import type { Remember } from '../grants/remember.js';

/**
 * A person's decision about a pending call. `true` and `false` are for approvals only, `runAgain()` for a call that is
 * `interrupted`.
 */
export type Decision = boolean | ToolApproved | ToolDenied | ToolReturn | ToolFailed | ModelRetry | RunAgain | 'defer';

/** Options of a decision. */
export interface DecideOptions {
  /** Passed to the approved tool as `ctx.toolCallMetadata`. */
  readonly metadata?: JSONObject;
  /**
   * Remembers an approval or a denial: from now on it answers every call that it covers, including those that are
   * already pending. Takes effect only when the decision is accepted.
   */
  readonly remember?: Remember;
  /** The author of the decision. Default: a person without a name. */
  readonly by?: Extract<DecidedBy, { type: 'person' | 'page' }>;
}

/** The outcome of a decision. */
export type DecideOutcome =
  /** The decision counts. `missing`: a rule requires several approvals, and this many more are needed. */
  | { readonly status: 'accepted'; readonly missing?: number }
  /**
   * Another answer was first; the decision is recorded, not applied. A denial that arrives while an edit is validated
   * waits for the result: it is late only if the edit is accepted.
   */
  | { readonly status: 'late'; readonly reason: LateReason }
  /** The edit or result violates the schema, or the decision cannot be remembered; the call is still waiting. */
  | { readonly status: 'invalid'; readonly issues: readonly Issue[] };

/**
 * The result of counting one of several approvals: its issues (empty if it completes them), or the number still
 * missing.
 */
export type Counting = readonly Issue[] | { readonly missing: number; readonly call: DeferredCall };

/** A change in another place of a call that is pending here: the call is shown differently, or was answered. */
export type CallNews =
  | { readonly toolCallId: string; readonly call: DeferredCall; readonly expiresAt?: number | undefined }
  | { readonly toolCallId: string; readonly answer: DeferredAnswer; readonly by: DecidedBy };
