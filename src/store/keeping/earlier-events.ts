import type { StoreApi } from 'zustand/vanilla';
import type { ConversationState } from '../state/conversation-state.js';
import { EventList } from '../state/event-list.js';
import { placeFrom } from '../state/hold-events.js';
import { keyOfEvent, type LogPart } from './log-part.js';
import type { ConversationStorage } from './stored-conversation.js';

/** How many events are read at once: some twenty turns, and less work than a frame has room for. */
const windowSize = 1000;

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
  let showsAll = false;
  let last: Promise<void> = Promise.resolve();
  return {
    showsAll: () => showsAll,
    showEarlier: () => {
      showsAll = true;
      last = last.then(() => readEarlier(storage, key, store)).catch(fail);
    },
  };
}

/** Puts a part of what happened before the events that are shown in front of them. */
async function readEarlier(
  storage: ConversationStorage,
  key: string,
  store: StoreApi<ConversationState>,
): Promise<void> {
  const { events } = store.getState();
  const from = Math.max(0, placeFrom(events, 0));
  const first = events.at(from);
  const before = first === undefined ? undefined : { runId: first.runId, key: keyOfEvent(first) };
  const part = await storage.readLog?.(key, { limit: windowSize, before });
  const now = store.getState().events;
  // Others may have been shown or let go meanwhile.
  if (part === undefined || now.at(0) !== events.at(0)) return;
  store.setState({ events: EventList.of([...part.events, ...now.slice(from)]), earlierEvents: part.earlier });
}
