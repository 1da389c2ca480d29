import { CountersignError } from '../protocol/base/errors.js';

/** The longest time that a start waits for its turn, in milliseconds. */
const maxWaitMs = 10_000;

/** Returns the error of a start that waited too long. Nothing of it was stored. */
function startsWaiting(): CountersignError {
  return new CountersignError(
    'starts-waiting',
    `A run was not started, because it waited for ${maxWaitMs / 1000} seconds for others that are being started. ` +
      'Nothing of it was stored, and clients of the run server retry. If this happens often, raise `poolSize`, or use more processes.',
  );
}

/**
 * Starts a limited number of runs at once, and lets others wait for a limited time. Each start uses a connection for
 * several round trips, so without a limit, a burst of starts would use up the pool.
 */
export class StartQueue {
  readonly #maxAtOnce: number;
  readonly #waiting: Set<() => void> = new Set();
  #running = 0;

  constructor(maxAtOnce: number) {
    this.#maxAtOnce = maxAtOnce;
  }

  /**
   * Runs a start after earlier ones.
   *
   * @throws CountersignError `starts-waiting` if its turn does not come in time.
   */
  async enqueue<T>(start: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxAtOnce) this.#running += 1;
    else await this.#waitForTurn();
    try {
      return await start();
    } finally {
      this.#passTurn();
    }
  }

  #waitForTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(startsWaiting());
      }, maxWaitMs);
      this.#waiting.add(begin);
    });
  }

  /** Passes the turn of a start that is done to the one that has waited longest. */
  #passTurn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
