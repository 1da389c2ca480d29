import type { RunEvents } from '../../store/event-list.js';
import { FeedProjector } from './feed-projector.js';
import type { FeedRow } from './feed-row.js';
import type { FeedWords } from './feed-words.js';

/** Turns events into lines: one for each text, call, question and step, however many events they took. */
export function feedRows(events: RunEvents, words: FeedWords): readonly FeedRow[] {
  const log = new FeedProjector(words).read(events);
  return log.newest(log.length);
}
