import type { ConversationState } from '../../conversation/state/conversation-state.js';
import type { LogPlace, PersistedLog } from '../../conversation/state/event-log.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { logPlace, partsBack, type ReadLog, readPartBack, seamOf, windowSize } from './read-log-parts.js';

/** Returns the log of a conversation, which ends with the events that the page holds. */
export function createPersistedLog(read: ReadLog): PersistedLog {
  return {
    all: (state) => ({ [Symbol.asyncIterator]: () => allParts(read, state) }),
    // Read errors are reported where the events are to be shown.
    has: (state, finds) => isIn(read, state, finds).catch(() => true),
  };
}

type Parts = AsyncGenerator<readonly RunEvent[], void, void>;

/** Returns the held events from the index at which they continue the log. `undefined`: the page holds all events. */
function heldFrom({ events, earlierEvents }: ConversationState): readonly RunEvent[] | undefined {
  // A page that follows may hold no events, even if there are persisted ones.
  if (events.length > 0 && earlierEvents !== 'kept') return undefined;
  const seam = seamOf(events);
  return seam < 0 ? [] : events.slice(seam);
}

async function isIn(
  read: ReadLog,
  state: ConversationState,
  finds: Parameters<PersistedLog['has']>[1],
): Promise<boolean> {
  const held = heldFrom(state);
  if (held === undefined) return false;
  let newer: readonly RunEvent[] = held.slice(0, windowSize);
  for await (const { events } of partsBack(read, held[0])) {
    if (finds([...events, ...newer])) return true;
    newer = events;
  }
  return false;
}

async function* allParts(read: ReadLog, state: ConversationState): Parts {
  const held = heldFrom(state);
  const late = new Set<string>();
  if (held !== undefined) {
    for await (const part of partsForth(read, held[0])) {
      for (const event of part) if (event.type === 'late-answer') late.add(placeName(event));
      yield part;
    }
  }
  // A late answer is emitted during another run, and persisted with its own.
  yield (held ?? state.events.slice()).filter((event) => event.type !== 'late-answer' || !late.has(placeName(event)));
}

/**
 * Reads the persisted events before an event that the page holds, the oldest part first. A log is read backwards, so
 * the starts of all parts are found first.
 */
async function* partsForth(read: ReadLog, held: RunEvent | undefined): Parts {
  const starts: (LogPlace | undefined)[] = [];
  for await (const { start } of partsBack(read, held)) starts.unshift(start);
  for (const [index, start] of starts.entries()) {
    const find = (events: readonly RunEvent[]): number =>
      start === undefined ? -1 : events.findIndex((event) => placeName(event) === JSON.stringify(start));
    const before = starts[index + 1] ?? (held && logPlace(held));
    const { events } = await readPartBack(read, before, (part) => find(part) >= 0);
    yield events.slice(Math.max(0, find(events)));
  }
}

function placeName(event: RunEvent): string {
  return JSON.stringify(logPlace(event));
}
