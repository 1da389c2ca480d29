import type { StoreApi } from 'zustand/vanilla';
import type { ConversationState } from '../../conversation/state/conversation-state.js';
import { EventList } from '../../conversation/state/event-list.js';
import type { LogPart } from '../../conversation/state/event-log.js';
import { placeFrom } from '../../conversation/state/hold-events.js';
import type { ConversationPersister } from '../../conversation/state/persister.js';
import type { ConversationRepository } from './conversation-repository.js';
import { createPersistedLog } from './persisted-log.js';
import { partsBack, type ReadLog, seamOf, windowSize } from './read-log-parts.js';

/**
 * Reads the newest events of earlier pages. After a read error, which the repository reports, the conversation is
 * opened without them.
 */
export async function readNewest(
  repository: ConversationRepository,
  key: string,
  without: string | undefined,
): Promise<LogPart> {
  try {
    return (await repository.readLog?.(key, { limit: windowSize, without })) ?? nothing;
  } catch {
    return nothing;
  }
}

const nothing: LogPart = { events: [], earlier: 'none' };

/** Reads and shows events from before those on screen, when they are requested. */
export type EarlierEvents = Pick<ConversationPersister, 'log' | 'showsAll' | 'showEarlier'>;

/** Reads earlier events, a part at a time; `fail` is called with read errors. */
export function earlierEvents(
  repository: ConversationRepository,
  key: string,
  { store, fail }: { readonly store: StoreApi<ConversationState>; readonly fail: (cause: unknown) => void },
): EarlierEvents {
  const read: ReadLog = async (window) => (await repository.readLog?.(key, window)) ?? nothing;
  let showsAll = false;
  let last: Promise<void> = Promise.resolve();
  return {
    log: repository.readLog && createPersistedLog(read),
    showsAll: () => showsAll,
    showEarlier: () => {
      showsAll = true;
      last = last.then(() => readEarlier(read, store)).catch(fail);
    },
  };
}

/** Puts a part of the earlier events in front of those on screen. */
async function readEarlier(read: ReadLog, store: StoreApi<ConversationState>): Promise<void> {
  const { events } = store.getState();
  const seam = seamOf(events);
  const from = Math.max(0, seam < 0 ? placeFrom(events, 0) : seam);
  for await (const part of partsBack(read, events.at(from))) {
    const now = store.getState().events;
    // Other events may have been shown or dropped meanwhile.
    if (now.at(0) === events.at(0)) {
      const earlierEvents = part.start === undefined ? 'none' : 'kept';
      store.setState({ events: EventList.of([...part.events, ...now.slice(from)]), earlierEvents });
    }
    return;
  }
}
