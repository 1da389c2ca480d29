import type { RunEvent } from '../../protocol/run-event.js';
import type { ConversationState } from '../state/conversation-state.js';
import type { KeptLog, LogPlace } from './log-part.js';
import { logPlace, partsBack, type ReadLog, readPartBack, seamOf, windowSize } from './read-back.js';

/** The log of a conversation, and what a page holds of the same events, as one. */
export function logThrough(read: ReadLog): KeptLog {
  return {
    all: (state) => ({ [Symbol.asyncIterator]: () => allParts(read, state) }),
    // What cannot be read is told where it is to be shown.
    has: (state, finds) => isIn(read, state, finds).catch(() => true),
  };
}

type Parts = AsyncGenerator<readonly RunEvent[], void, void>;

/** What is held, from where the log goes on to it. `undefined`: it is all there is. */
function heldFrom({ events, earlierEvents }: ConversationState): readonly RunEvent[] | undefined {
  // A page that nobody tells anything holds nothing, whatever is kept.
  if (events.length > 0 && earlierEvents !== 'kept') return undefined;
  const seam = seamOf(events);
  return seam < 0 ? [] : events.slice(seam);
}

async function isIn(read: ReadLog, state: ConversationState, finds: Parameters<KeptLog['has']>[1]): Promise<boolean> {
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
  // A late answer was told when another run went on, and is kept with its own.
  yield (held ?? state.events.slice()).filter((event) => event.type !== 'late-answer' || !late.has(placeName(event)));
}

/** What is kept of before an event that is held, the oldest part first: a log is read back, so where parts begin is found first. */
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
