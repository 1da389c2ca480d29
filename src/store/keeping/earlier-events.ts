import type { StoreApi } from 'zustand/vanilla';
import type { ConversationState } from '../state/conversation-state.js';
import { EventList } from '../state/event-list.js';
import { placeFrom } from '../state/hold-events.js';
import { keptLogs, type LogPart } from './log-part.js';
import { logThrough } from './log-through.js';
import { partsBack, type ReadLog, seamOf, windowSize } from './read-back.js';
import type { ConversationStorage } from './stored-conversation.js';

/** The newest of what happened before this page. What cannot be read was told by its storage, and is no reason to open nothing. */
export async function readNewest(
  storage: ConversationStorage,
  key: string,
  without: string | undefined,
): Promise<LogPart> {
  try {
    return (await storage.readLog?.(key, { limit: windowSize, without })) ?? nothing;
  } catch {
    return nothing;
  }
}

const nothing: LogPart = { events: [], earlier: 'none' };

/** What happened before the events that are shown, for people who want it. */
export interface EarlierEvents {
  /** They have asked for some. */
  readonly showsAll: () => boolean;
  readonly showEarlier: () => void;
}

/** Reads what happened before, a part at a time; `fail` hears of what cannot be read. */
export function earlierEvents(
  storage: ConversationStorage,
  key: string,
  { store, fail }: { readonly store: StoreApi<ConversationState>; readonly fail: (cause: unknown) => void },
): EarlierEvents {
  const read: ReadLog = async (window) => (await storage.readLog?.(key, window)) ?? nothing;
  if (storage.readLog !== undefined) keptLogs.set(store, logThrough(read));
  let showsAll = false;
  let last: Promise<void> = Promise.resolve();
  return {
    showsAll: () => showsAll,
    showEarlier: () => {
      showsAll = true;
      last = last.then(() => readEarlier(read, store)).catch(fail);
    },
  };
}

/** Puts a part of what happened before the events that are shown in front of them. */
async function readEarlier(read: ReadLog, store: StoreApi<ConversationState>): Promise<void> {
  const { events } = store.getState();
  const seam = seamOf(events);
  const from = Math.max(0, seam < 0 ? placeFrom(events, 0) : seam);
  for await (const part of partsBack(read, events.at(from))) {
    const now = store.getState().events;
    // Others may have been shown or let go meanwhile.
    if (now.at(0) === events.at(0)) {
      const earlierEvents = part.start === undefined ? 'none' : 'kept';
      store.setState({ events: EventList.of([...part.events, ...now.slice(from)]), earlierEvents });
    }
    return;
  }
}
