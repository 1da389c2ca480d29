import type { RunEvent } from '../../protocol/run-event.js';

/** The events of a run in order, for readers that may start at any time. */
export class EventLog {
  readonly #events: RunEvent[] = [];
  readonly #waiting: Set<() => void> = new Set();
  #isClosed = false;

  /** All events so far. */
  get all(): readonly RunEvent[] {
    return this.#events;
  }

  /** Events after the end (an answer to a card of a finished run) are not part of the run. */
  append(event: RunEvent): void {
    if (this.#isClosed) return;
    this.#events.push(event);
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /**
   * Creates an independent reader that starts with the first event. An available event costs it one turn of the
   * microtask queue instead of a
   * generator's three.
   */
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
