import { callRecord, isToolPart, type ToolPart } from './messages/call-record.js';
import type { ConversationState } from './state/conversation-state.js';

/**
 * How many calls since the person last said something have run, at least in part: taking the answer back does not undo
 * what they did.
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
