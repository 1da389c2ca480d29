import type { ToolApproved, ToolDenied, ToolReturn } from '../../protocol/answers.js';
import { UserError } from '../../protocol/base/errors.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { parseApproval, parseCall } from '../../protocol/build-results.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import { toolApproved, toolDenied } from '../../protocol/make-answer.js';
import type { LateReason } from '../../protocol/run-event.js';
import type { Issue, ModelRetry, ToolFailed } from '../../protocol/signals.js';
import type { Remember } from '../grants/remember.js';
import type { ItemAnswer, PendingItem } from './pending.js';

/** What a person can say about a pending call. `true` and `false` answer approvals only. */
export type Decision = boolean | ToolApproved | ToolDenied | ToolReturn | ToolFailed | ModelRetry | 'defer';

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
  | { readonly status: 'late'; readonly by: LateReason }
  /** An edit or a result breaks the schema, or it cannot be remembered like that; the call still waits. */
  | { readonly status: 'invalid'; readonly issues: readonly Issue[] };

/**
 * A decision as data.
 *
 * @throws UserError when it cannot answer a call of that kind.
 */
export function toAnswer(item: PendingItem, decision: Decision): ItemAnswer {
  if (decision === 'defer') return 'defer';
  const { toolCallId } = item.call;
  if (item.kind === 'approval') {
    if (typeof decision === 'boolean') return decision ? toolApproved() : toolDenied();
    return parseApproval(toolCallId, decision);
  }
  if (typeof decision === 'boolean') {
    throw new UserError(
      'call-answer',
      `decide('${toolCallId}', ${decision}) cannot answer an external call. Give its result with toolReturn(), or ToolFailed.`,
    );
  }
  return parseCall(toolCallId, decision);
}
