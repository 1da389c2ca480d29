import type { Clock } from '../protocol/base/clock.js';

/** The default limit between two progress reports, in milliseconds. MCP clients use the same value. */
const defaultTimeout = 60_000;

/** The interval between two checks that the server is still connected, while people answer. In milliseconds. */
const checkInterval = 10_000;

/** Options of {@link WorkLimit}. */
interface WorkLimitOptions {
  readonly clock: Clock;
  /** The time limit in total, in milliseconds. Default: a minute between two progress reports. */
  readonly timeout: number | undefined;
  /** Rejects when the server is gone. Default: not checked. */
  readonly checkServer: (() => Promise<unknown>) | undefined;
}

/** Limits the time that a server takes for a call. The time that people take to answer does not count. */
export class WorkLimit {
  readonly #options: WorkLimitOptions;
  readonly #reached = new AbortController();
  #left: number;
  #startedAt = 0;
  #cancelTimer: () => void = () => {};
  /** The number of unanswered elicitations. */
  #waiting = 0;

  constructor(options: WorkLimitOptions) {
    this.#options = options;
    this.#left = options.timeout ?? defaultTimeout;
    this.#start();
  }

  /** Aborts when the time limit is exceeded, the server is gone, or the call has ended. */
  get signal(): AbortSignal {
    return this.#reached.signal;
  }

  readonly end = (): void => this.#stop(new Error('The call of the MCP tool has ended.'));

  readonly reportProgress = (): void => {
    if (this.#options.timeout !== undefined || this.#waiting > 0) return;
    this.#cancelTimer();
    this.#start();
  };

  /** Pauses the time limit until people have answered. */
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
