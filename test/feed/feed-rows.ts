import type { RunEvents } from '../../src/conversation/state/event-list.js';
import type { FeedWords } from '../../src/feed/feed-format.js';
import type { FeedLog } from '../../src/feed/feed-log.js';
import { FeedProjector } from '../../src/feed/feed-projector.js';
import type { FeedRow } from '../../src/feed/feed-row.js';

/** Converts events to rows: one for each text, call, batch and step, for any number of events. */
export function feedRows(events: RunEvents, words: FeedWords): readonly FeedRow[] {
  return rowsOf(new FeedProjector(words).read(events));
}

/** Returns all rows, oldest first. */
export function rowsOf(log: FeedLog): readonly FeedRow[] {
  return Array.from({ length: log.length }, (_, position) => log.rowAt(position)).filter((row) => row !== undefined);
}
