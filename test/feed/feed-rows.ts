import type { FeedWords } from '../../src/feed/feed-format.js';
import { FeedProjector } from '../../src/feed/feed-projector.js';
import type { FeedRow } from '../../src/feed/feed-row.js';
import type { RunEvents } from '../../src/store/state/event-list.js';

/** Turns events into lines: one for each text, call, question and step, however many events they took. */
export function feedRows(events: RunEvents, words: FeedWords): readonly FeedRow[] {
  const log = new FeedProjector(words).read(events);
  return log.newest(log.length);
}
