import { definedProps } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { ConversationMemory } from './conversation-memory.js';
import type { LastEnd, LiveConversation, RestingConversation } from './conversation-snapshot.js';
import type { ConversationState } from './conversation-state.js';

/** Turns a conversation into plain data. An unfinished run is not part of it. */
export function dehydrate(
  memory: ConversationMemory,
  state: ConversationState,
): RestingConversation & LiveConversation {
  const { messages, parked, outcome } = state;
  const { history, pendingPrompt, conversationId, withoutTools } = memory;
  const lastEnd = lastEndOf(outcome);
  const rest = { messages, parked, lastEnd, history, pendingPrompt, conversationId, withoutTools };
  return { ...rest, ...dehydrateLive(memory, state) };
}

/** Turns the part that changes during a run into plain data. */
export function dehydrateLive(
  memory: ConversationMemory,
  { status, messages: shown, queued, steering, drafts, pending }: ConversationState,
): LiveConversation {
  const items = pending.flatMap((batch) => batch.items);
  const ofCalls = items.flatMap(({ id, call }) => {
    const draft = drafts[id];
    return draft === undefined ? [] : [[call.toolCallId, draft] as const];
  });
  return {
    status,
    shown,
    pending,
    turns: memory.turns.all,
    queued,
    ...(steering === null || steering.length === 0 ? {} : { steering }),
    // Drafts whose cards have not appeared again yet stay persisted.
    drafts: { ...memory.drafts.left, ...Object.fromEntries(ofCalls) },
    choices: Object.fromEntries(memory.choices),
    deadlines: Object.fromEntries(memory.deadlines),
  };
}

function lastEndOf(outcome: RunOutcome<unknown> | null): LastEnd | null {
  if (outcome?.type === 'aborted') return { type: 'aborted', ...definedProps({ reason: outcome.reason }) };
  if (outcome?.type !== 'failed') return null;
  return { type: 'failed', ...serializeError(outcome.error) };
}
