import type { RunEvents } from '../../src/conversation/state/event-list.js';
import type { FeedWords } from '../../src/feed/feed-format.js';
import type { FeedLog } from '../../src/feed/feed-log.js';
import { FeedProjector } from '../../src/feed/feed-projector.js';
import type { FeedRow } from '../../src/feed/feed-row.js';

/** Turns events into lines: one for each text, call, question and step, however many events they took. */
export function feedRows(events: RunEvents, words: FeedWords): readonly FeedRow[] {
  return rowsOf(new FeedProjector(words).read(events));
}

/** All lines, oldest first. */
export function rowsOf(log: FeedLog): readonly FeedRow[] {
  return Array.from({ length: log.length }, (_, position) => log.rowAt(position)).filter((row) => row !== undefined);
}
