import type { Clock } from '../protocol/base/clock.js';

/** The time that a server may take between two signs of life where no time limit is set, in milliseconds. MCP clients use the same. */
const defaultTimeout = 60_000;

/** The time between two checks that a server which waits for people is still there, in milliseconds. */
const checkInterval = 10_000;

/** Options of {@link WorkLimit}. */
interface WorkLimitOptions {
  readonly clock: Clock;
  /** The time that the server may take in all, in milliseconds. Default: a minute between two reports of progress. */
  readonly timeout: number | undefined;
  /** Rejects when the server is gone. Default: that is not checked. */
  readonly checkServer: (() => Promise<unknown>) | undefined;
}

/** Limits the time that a server works on a call. Time in which the server waits for people does not count, but the server has to be there. */
export class WorkLimit {
  readonly #options: WorkLimitOptions;
  readonly #reached = new AbortController();
  #left: number;
  #startedAt = 0;
  #cancelTimer: () => void = () => {};
  /** The number of questions that people have not answered. */
  #waiting = 0;

  constructor(options: WorkLimitOptions) {
    this.#options = options;
    this.#left = options.timeout ?? defaultTimeout;
    this.#start();
  }

  /** Aborted when the time is up, the server is gone, or the call has ended. */
  get signal(): AbortSignal {
    return this.#reached.signal;
  }

  readonly end = (): void => this.#stop(new Error('The call of the MCP tool has ended.'));

  readonly reportProgress = (): void => {
    if (this.#options.timeout !== undefined || this.#waiting > 0) return;
    this.#cancelTimer();
    this.#start();
  };

  /** Stops the clock until the work that people do is over. */
  async pauseDuring<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    if (this.#waiting === 1) this.#pause();
    try {
      return await work();
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) {
        this.#cancelTimer();
        this.#start();
      }
    }
  }

  #start(): void {
    if (this.signal.aborted) return;
    const { clock } = this.#options;
    this.#startedAt = clock.now();
    this.#cancelTimer = clock.setTimeout(() => {
      const seconds = (this.#options.timeout ?? defaultTimeout) / 1_000;
      this.#stop(new Error(`The MCP server did not answer within ${seconds} seconds.`));
    }, this.#left);
  }

  #pause(): void {
    this.#cancelTimer();
    const { clock, timeout } = this.#options;
    if (timeout !== undefined) this.#left = Math.max(0, this.#left - (clock.now() - this.#startedAt));
    this.#checkLater();
  }

  #checkLater(): void {
    const { clock, checkServer } = this.#options;
    if (checkServer === undefined || this.signal.aborted) return;
    this.#cancelTimer = clock.setTimeout(() => {
      checkServer().then(
        () => this.#waiting > 0 && this.#checkLater(),
        (error: unknown) => this.#stop(error),
      );
    }, checkInterval);
  }

  #stop(reason: unknown): void {
    this.#cancelTimer();
    this.#reached.abort(reason);
  }
}
