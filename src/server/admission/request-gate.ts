import { Refusal } from '../request/refusal.js';

const defaultMaxRequests = 1000;

/** Limits the requests that are handled at once, and waits for them when the server is closed. */
export class RequestGate {
  #handled = 0;
  /** Defined once the server is closing: called when the last request was handled. */
  #onLastEnd: (() => void) | undefined;

  get isClosing(): boolean {
    return this.#onLastEnd !== undefined;
  }

  /**
   * Handles a request.
   *
   * @param maxRequests the maximum number of requests that are handled at once. Default: 1,000.
   * @throws Refusal `server-busy` or `server-closing`, before `work` is called.
   */
  async admit<T>(work: () => Promise<T>, maxRequests: number = defaultMaxRequests): Promise<T> {
    if (this.isClosing) throw new Refusal('server-closing');
    if (this.#handled >= maxRequests) throw new Refusal('server-busy');
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
    return new Promise((resolve) => {
      this.#onLastEnd = resolve;
      if (this.#handled === 0) resolve();
    });
  }
}
