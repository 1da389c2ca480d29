import { toOwnError } from '../../protocol/base/error-from-data.js';
import { noUsage } from '../../protocol/outcome.js';
import type { ConversationMemory } from './conversation-memory.js';
import type { ConversationSnapshot } from './conversation-snapshot.js';
import { type ConversationState, initialState } from './conversation-state.js';

/** Replaces the memory of a conversation with that of a snapshot. */
export function hydrateMemory(memory: ConversationMemory, snapshot: ConversationSnapshot): void {
  // Another page may have continued a run that was interrupted in this one.
  memory.beginRun();
  memory.history = snapshot.history;
  memory.pendingPrompt = snapshot.pendingPrompt;
  memory.conversationId = snapshot.conversationId;
  memory.withoutTools = snapshot.withoutTools ?? [];
  memory.turns.restore(snapshot.turns);
  memory.drafts.restore(snapshot.drafts);
  refill(memory.choices, snapshot.choices);
  refill(memory.deadlines, snapshot.deadlines ?? {});
}

function refill<T>(map: Map<string, T>, members: Readonly<Record<string, T>>): void {
  map.clear();
  for (const [key, member] of Object.entries(members)) map.set(key, member);
}

/** Returns the state of a snapshot before its unfinished run starts again. */
export function hydrateState(snapshot: ConversationSnapshot): Partial<ConversationState> {
  const { messages, history, parked, lastEnd, conversationId = '', active } = snapshot;
  // The run emits its events again.
  const base = { messages, events: initialState.events, error: null, parked: null, outcome: null } as const;
  const about = { runId: '', conversationId, messages: history, newMessages: [], usage: noUsage } as const;
  if (active !== undefined) return { ...base, status: 'idle' };
  if (parked !== null)
    return { ...base, status: 'deferred', parked, outcome: { type: 'deferred', requests: parked, ...about } };
  if (lastEnd?.type === 'failed') {
    const error = toOwnError(lastEnd);
    return { ...base, status: 'failed', error, outcome: { type: 'failed', error, ...about } };
  }
  return { ...base, status: 'idle', outcome: lastEnd === null ? null : { ...lastEnd, ...about } };
}
