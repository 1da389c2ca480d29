import type { RunEvent } from '../../protocol/run-event.js';

/** The events of a run, in order, for readers that come at any time. */
export class EventLog {
  readonly #events: RunEvent[] = [];
  readonly #waiting: Set<() => void> = new Set();
  #isClosed = false;

  /** All of them so far. */
  get all(): readonly RunEvent[] {
    return this.#events;
  }

  /** What comes after the end (an answer to a card of a run that is over) is no part of the run. */
  append(event: RunEvent): void {
    if (this.#isClosed) return;
    this.#events.push(event);
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** A reader of its own, from the first event on. What is there costs it one turn of the microtask queue, not a generator's three. */
  read(): AsyncIterator<RunEvent, void, void> {
    let index = 0;
    const next = (): Promise<IteratorResult<RunEvent, void>> => {
      const event = this.#events[index];
      if (event !== undefined) {
        index += 1;
        return Promise.resolve({ done: false, value: event });
      }
      if (this.#isClosed) return Promise.resolve({ done: true, value: undefined });
      return new Promise<void>((resolve) => this.#waiting.add(resolve)).then(next);
    };
    return { next };
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
