import { Refusal } from '../request/refusal.js';

const defaultMaxRequests = 1000;

/** Limits the requests that are handled at once, and waits for them when the server is closed. */
export class RequestGate {
  #handled = 0;
  #closed: Promise<void> | undefined;
  #onLastEnd: (() => void) | undefined;

  get isClosing(): boolean {
    return this.#closed !== undefined;
  }

  /**
   * Checks if a request can be handled now. Call it before the body is read. A request whose body is being read does
   * not count, or clients that send slowly would use up the places.
   *
   * @param maxRequests the maximum number of requests that are handled at once. Default: 1,000.
   * @throws Refusal `server-busy` or `server-closing`.
   */
  check(maxRequests: number = defaultMaxRequests): void {
    if (this.isClosing) throw new Refusal('server-closing');
    if (this.#handled >= maxRequests) throw new Refusal('server-busy');
  }

  /**
   * Handles a request whose body was read.
   *
   * @throws Refusal `server-busy` or `server-closing`, before `work` is called.
   */
  async admit<T>(work: () => Promise<T>, maxRequests?: number): Promise<T> {
    this.check(maxRequests);
    this.#handled += 1;
    try {
      return await work();
    } finally {
      this.#handled -= 1;
      if (this.#handled === 0) this.#onLastEnd?.();
    }
  }

  /** Refuses new requests. Resolves when the requests that were admitted are handled. */
  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      this.#onLastEnd = resolve;
      if (this.#handled === 0) resolve();
    });
    return this.#closed;
  }
}
