import type { StoreApi } from 'zustand/vanilla';
import { keyOfEvent } from '../../protocol/event-key.js';
import type { ConversationState } from '../state/conversation-state.js';
import { EventList } from '../state/event-list.js';
import { placeFrom } from '../state/hold-events.js';
import type { ConversationStorage, LogPart } from './stored-conversation.js';

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

/**
 * Puts what happened before the events that are shown in front of them.
 *
 * @returns how many there are more.
 * @throws what the storage throws.
 */
export async function readEarlier(
  storage: ConversationStorage,
  key: string,
  store: StoreApi<ConversationState>,
): Promise<number> {
  const { events } = store.getState();
  const from = Math.max(0, placeFrom(events, 0));
  const first = events.at(from);
  const before = first === undefined ? undefined : { runId: first.runId, key: keyOfEvent(first) };
  const part = await storage.readLog?.(key, { limit: windowSize, before });
  const now = store.getState().events;
  // Others may have been shown or let go meanwhile.
  if (part === undefined || now.at(0) !== events.at(0)) return 0;
  store.setState({ events: EventList.of([...part.events, ...now.slice(from)]), earlierEvents: part.earlier });
  return part.events.length;
}
