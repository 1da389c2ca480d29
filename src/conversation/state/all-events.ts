import type { StoreApi } from 'zustand/vanilla';
import type { ConversationState } from './conversation-state.js';
import { type EventParts, persistedLogs } from './event-log.js';

/** A conversation, or the result of `useAgentRun`. */
export interface EventHolder {
  readonly store: Pick<StoreApi<ConversationState>, 'getState'>;
}

/**
 * Reads all events of a conversation, oldest first. Persisted events are read part by part in each iteration, and never
 * held as a whole; the events that the page holds are the last part. It works in a page that follows, too. Events that
 * could not be persisted are missing.
 *
 * @param conversation a conversation, or the result of `useAgentRun`. One that is still being opened has no events yet.
 * @returns parts of some thousand events. The iteration throws the errors of the storage.
 * @example for await (const part of allEvents(run)) for (const event of part) count(event);
 */
export function allEvents(conversation: EventHolder): EventParts {
  const { store } = conversation;
  const state = store.getState();
  return persistedLogs.get(store)?.all(state) ?? heldAlone(state);
}

function heldAlone({ events }: ConversationState): EventParts {
  return {
    async *[Symbol.asyncIterator]() {
      yield events.slice();
    },
  };
}
