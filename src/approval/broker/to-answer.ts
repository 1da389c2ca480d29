import { parseApproval, parseCall } from '../../protocol/build-results.js';
import { UserError } from '../../protocol/errors.js';
import { toolApproved, toolDenied } from '../../protocol/make-answer.js';
import type { Decision } from './decision.js';
import type { ItemAnswer, PendingItem } from './pending.js';

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
