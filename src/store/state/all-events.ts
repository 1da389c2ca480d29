import type { StoreApi } from 'zustand/vanilla';
import type { ConversationState } from './conversation-state.js';
import { type EventParts, persistedLogs } from './event-log.js';

/** What {@link allEvents} takes. */
export interface EventHolder {
  readonly store: Pick<StoreApi<ConversationState>, 'getState'>;
}

/**
 * All that has happened in a conversation by now, oldest first: what its storage keeps of it is read part by part, each time that it is gone through, and never
 * held as a whole; what the page holds is the last part. Also in a page that looks on. What could not be kept is missing.
 *
 * @param conversation or what `useAgentRun` gives. One that is still being opened has nothing yet.
 * @returns parts of some thousand events. Going through them throws what the storage throws.
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
