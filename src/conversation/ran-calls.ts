import { callRecord, isToolPart, type ToolPart } from './messages/call-record.js';
import type { ConversationState } from './state/conversation-state.js';

/**
 * Returns the number of calls since the last user message that have run, at least in part. Retracting the answer does
 * not undo their effects.
 */
export function countRan({ messages }: Pick<ConversationState, 'messages'>): number {
  let count = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role === 'user') break;
    for (const part of message?.parts ?? []) if (isToolPart(part) && hasRun(part)) count++;
  }
  return count;
}

function hasRun(part: ToolPart): boolean {
  const { phase, ran = false, sent = false } = callRecord(part);
  return ran || sent || phase === 'returned' || phase === 'failed' || phase === 'unknown';
}
