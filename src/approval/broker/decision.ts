import type { RunAgain, ToolApproved, ToolDenied, ToolReturn } from '../../protocol/answers.js';
import type { JSONObject } from '../../protocol/base/json.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
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
  | { readonly status: 'accepted' }
  /**
   * Somebody or something was faster; the decision is recorded, not applied. A no that comes while an edit is checked waits for the
   * verdict: it is late only if the edit counts.
   */
  | { readonly status: 'late'; readonly reason: LateReason }
  /** An edit or a result breaks the schema, or it cannot be remembered like that; the call still waits. */
  | { readonly status: 'invalid'; readonly issues: readonly Issue[] };
