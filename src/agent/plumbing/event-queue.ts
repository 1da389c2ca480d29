import type { Clock } from '../../protocol/base/clock.js';
import type { RunEventBody } from '../../protocol/run-event.js';
import { type Emit, type Gathering, gatherDeltas } from './delta-batcher.js';

/** Passes events from the steps, which emit them, to the loop, which yields them: in order and without loss. */
export class EventQueue {
  /** Adds an event. Deltas are collected. */
  readonly emit: Emit;
  readonly #gathered: Gathering;
  #events: RunEventBody[] = [];
  #wake: () => void = () => {};

  constructor(clock: Clock) {
    this.#gathered = gatherDeltas((event) => {
      this.#events.push(event);
      this.#wake();
    }, clock);
    this.emit = this.#gathered.emit;
  }

  /**
   * Yields events as they arrive until the work is over and all of its events were yielded. The caller handles the
   * result of the work. Written by hand
   * and in batches, because a generator's turns for each event would cost more than the event.
   */
  until(work: Promise<unknown>): AsyncIterable<readonly RunEventBody[]> {
    let isOver = false;
    const end = (): void => {
      isOver = true;
      this.#gathered.flush();
      this.#wake();
    };
    work.then(end, end);
    const next = async (): Promise<IteratorResult<readonly RunEventBody[], undefined>> => {
      if (this.#events.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      const value = this.#events;
      this.#events = [];
      return value.length === 0 ? { done: true, value: undefined } : { done: false, value };
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }

  /** Stops the queue: later events are not part of the run. */
  close(): void {
    this.#gathered.close();
  }
}
