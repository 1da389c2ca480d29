import type { ReadonlyStore } from '../conversation/conversation.js';
import { type ConversationState, initialState } from '../conversation/state/conversation-state.js';

type Key = keyof ConversationState;

/** Counts the changes of those members of the state that a component reads. */
export interface Tracker {
  readonly subscribe: (listener: () => void) => () => void;
  readonly version: () => number;
  readonly read: <K extends Key>(key: K) => ConversationState[K];
}

/** Creates a tracker for one component. */
export function createTracker(store: ReadonlyStore): Tracker {
  const keys = new Set<Key>();
  let seen = store.getState();
  let version = 0;
  return {
    subscribe: store.subscribe,
    version: () => {
      const state = store.getState();
      if (state !== seen) {
        const previous = seen;
        if ([...keys].some((key) => state[key] !== previous[key])) version += 1;
        seen = state;
      }
      return version;
    },
    read: (key) => {
      keys.add(key);
      return store.getState()[key];
    },
  };
}

/** Returns an object with the given members, and a getter for each member of the state that records the read. */
export function trackedState<T extends object>(tracker: Tracker, members: T): T & Readonly<ConversationState> {
  const result = { ...members };
  for (const key of Object.keys(initialState) as Key[]) {
    Object.defineProperty(result, key, { get: () => tracker.read(key), enumerable: true });
  }
  return result as T & Readonly<ConversationState>; // every key was defined just above
}
