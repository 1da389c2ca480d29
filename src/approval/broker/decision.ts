import type {
  ApprovalAnswer,
  CallAnswer,
  DeferredAnswer,
  RunAgain,
  ToolApproved,
  ToolDenied,
  ToolReturn,
} from '../../protocol/answers.js';
import { UserError } from '../../protocol/base/errors.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { parseApproval, parseCall, refuseRunAgain } from '../../protocol/build-results.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredCall, DeferredToolResults } from '../../protocol/deferred.js';
import { toolApproved, toolDenied } from '../../protocol/make-answer.js';
import type { LateReason } from '../../protocol/run-event.js';
import type { Issue, ModelRetry, ToolFailed } from '../../protocol/signals.js';
import type { Remember } from '../grants/remember.js';
import type { ItemAnswer, PendingItem } from './pending.js';

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

/**
 * Returns a decision as data.
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
  const answer = parseCall(toolCallId, decision);
  refuseRunAgain(item.call, answer);
  return answer;
}

/** Returns the answers of a batch whose calls are all decided. */
export function toResults(
  decided: Iterable<{ readonly item: PendingItem; readonly metadata?: JSONObject | undefined }>,
): DeferredToolResults {
  const approvals: (readonly [string, ApprovalAnswer])[] = [];
  const calls: (readonly [string, CallAnswer])[] = [];
  const metadataById: (readonly [string, JSONObject])[] = [];
  const defer: string[] = [];
  for (const { item, metadata } of decided) {
    const { kind, call, state } = item;
    if (state.status !== 'decided') continue;
    if (metadata !== undefined) metadataById.push([call.toolCallId, metadata]);
    const { answer } = state;
    if (answer === 'defer') defer.push(call.toolCallId);
    else if (kind === 'approval')
      approvals.push([call.toolCallId, answer as ApprovalAnswer]); // toAnswer looked at the kind
    else calls.push([call.toolCallId, answer as CallAnswer]);
  }
  return {
    approvals: Object.fromEntries(approvals),
    calls: Object.fromEntries(calls),
    metadata: Object.fromEntries(metadataById),
    defer,
  };
}
