import type { RunEvents } from '../conversation/state/event-list.js';
import type { RunEvent } from '../protocol/run-event.js';
import { applyEvent } from './apply-event.js';
import type { FeedWords } from './feed-format.js';
import { FeedLog } from './feed-log.js';

/**
 * Turns a growing list of events into lines, and each event once. A memo, no state: whichever list it is given, in
 * whatever order and how often, the lines are those of that list, so that a rendering that is repeated or given up does
 * no harm.
 */
export class FeedProjector {
  readonly #words: FeedWords;
  #log: FeedLog = new FeedLog();
  #length = 0;
  #first: RunEvent | undefined;
  #last: RunEvent | undefined;

  constructor(words: FeedWords) {
    this.#words = words;
  }

  /** The lines of these events; to be read before the next call. Only what the list has grown by is looked at. */
  read(events: RunEvents): FeedLog {
    if (!this.#goesOn(events)) {
      this.#log = new FeedLog();
      this.#length = 0;
    }
    for (const event of events.slice(this.#length)) {
      this.#log.secrets.add(event);
      applyEvent(this.#log, event, this.#words);
    }
    this.#log.tidy();
    this.#length = events.length;
    this.#first = events.at(0);
    this.#last = events.at(-1);
    return this.#log;
  }

  /** Lists only grow, so what ends in the same event at the same place is the same up to there. */
  #goesOn(events: RunEvents): boolean {
    if (this.#length === 0) return true;
    return events.length >= this.#length && events.at(0) === this.#first && events.at(this.#length - 1) === this.#last;
  }
}
