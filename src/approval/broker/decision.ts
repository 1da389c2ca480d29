import type { DeferredAnswer, RunAgain, ToolApproved, ToolDenied, ToolReturn } from '../../protocol/answers.js';
import type { JSONObject } from '../../protocol/base/json.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import type { LateReason } from '../../protocol/run-event.js';
import type { Issue, ModelRetry, ToolFailed } from '../../protocol/signals.js';
import type { Remember } from '../grants/remember.js';

/** What a person can say about a pending call. `true` and `false` answer approvals only, `runAgain()` a call that has `begun`. */
export type Decision = boolean | ToolApproved | ToolDenied | ToolReturn | ToolFailed | ModelRetry | RunAgain | 'defer';

/** Options of a decision. */
export interface DecideOptions {
  /** What the approved tool gets as `ctx.toolCallMetadata`. */
  readonly metadata?: JSONObject;
  /**
   * Remembers a yes or a no to an approval: from here on it answers every call that it covers, those that wait by now included.
   * Counts only when the decision is accepted.
   */
  readonly remember?: Remember;
  /** Who says it. Default: a person without a name. */
  readonly by?: Extract<DecidedBy, { type: 'person' | 'page' }>;
}

/** What became of a decision. */
export type DecideOutcome =
  /** It counts. `missing`: a rule asks for several people, and the call waits for so many more. */
  | { readonly status: 'accepted'; readonly missing?: number }
  /**
   * Somebody or something was faster; the decision is recorded, not applied. A no that comes while an edit is checked waits for the
   * verdict: it is late only if the edit counts.
   */
  | { readonly status: 'late'; readonly reason: LateReason }
  /** An edit or a result breaks the schema, or it cannot be remembered like that; the call still waits. */
  | { readonly status: 'invalid'; readonly issues: readonly Issue[] };

/** What a yes of one of several people came to: what is wrong with it; nothing, where it stands; or how many more are needed, and the call as it is to be shown now. */
export type Counting = readonly Issue[] | { readonly missing: number; readonly call: DeferredCall };

/** What happened elsewhere to a call that waits here: it is shown otherwise now, or somebody's answer stands. */
export type CallNews =
  | { readonly toolCallId: string; readonly call: DeferredCall; readonly expiresAt?: number | undefined }
  | { readonly toolCallId: string; readonly answer: DeferredAnswer; readonly by: DecidedBy };
