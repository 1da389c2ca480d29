import type { Clock } from '../../protocol/base/clock.js';
import type { RunEventBody } from '../../protocol/run-event.js';
import { type Emit, type Gathering, gatherDeltas } from './delta-batcher.js';

/** The way of events from the steps, which emit them, to the loop, which yields them: in order, and none gets lost. */
export class EventQueue {
  /** Takes an event. Deltas are gathered. */
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
   * What is there, as soon as anything is, until some work is over and all that it emitted was told. How the work ended is
   * for its caller to see. Made by hand, and many events at a time: a generator's turns for each would cost more than the event.
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

  /** Nobody listens any more: what is emitted from now on comes too late to be part of the run. */
  close(): void {
    this.#gathered.close();
  }
}
