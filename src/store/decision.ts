import type { ToolApproved, ToolDenied, ToolReturn } from '../protocol/answers.js';
import type { JSONObject } from '../protocol/json.js';
import type { LateReason } from '../protocol/run-event.js';
import type { Issue, ModelRetry, ToolFailed } from '../protocol/signals.js';

/** What a person can say about a pending call. `true` and `false` answer approvals only. */
export type Decision = boolean | ToolApproved | ToolDenied | ToolReturn | ToolFailed | ModelRetry | 'defer';

/** Options of a decision. */
export interface DecideOptions {
  /** What the approved tool gets as `ctx.toolCallMetadata`. */
  readonly metadata?: JSONObject;
}

/** What became of a decision. */
export type DecideOutcome =
  | { readonly status: 'accepted' }
  /** Somebody or something was faster; the decision is recorded, not applied. */
  | { readonly status: 'late'; readonly by: LateReason }
  /** An edit or a result breaks the schema; the call still waits. */
  | { readonly status: 'invalid'; readonly issues: readonly Issue[] };
