import type { RunEvents } from '../conversation/state/event-list.js';
import type { RunEvent } from '../protocol/run-event.js';
import { applyEvent } from './apply-event.js';
import type { FeedWords } from './feed-format.js';
import { FeedLog } from './feed-log.js';

/**
 * Turns a growing list of events into rows and reads each event only once. It is a cache: the rows depend only on the
 * list that is passed, so it is safe in a render that React repeats or discards.
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

  /**
   * Returns the rows of these events. Only new events are read, if the list continues that of the last call. The result
   * is valid until the next call, which changes it.
   */
  read(events: RunEvents): FeedLog {
    if (!this.#continues(events)) {
      this.#log = new FeedLog();
      this.#length = 0;
    }
    for (const event of events.slice(this.#length)) {
      this.#log.secrets.add(event);
      applyEvent(this.#log, event, this.#words);
    }
    this.#log.hideNewSecrets();
    this.#length = events.length;
    this.#first = events.at(0);
    this.#last = events.at(-1);
    return this.#log;
  }

  /** Lists only grow, so two lists with the same event at an index are the same up to there. */
  #continues(events: RunEvents): boolean {
    if (this.#length === 0) return true;
    return events.length >= this.#length && events.at(0) === this.#first && events.at(this.#length - 1) === this.#last;
  }
}
