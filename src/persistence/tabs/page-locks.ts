/** The part of Web Locks that a claim uses. */
export interface Locks {
  request(name: string, options: LockOptions, hold: (lock: Lock | null) => Promise<void> | undefined): Promise<unknown>;
}

interface Holder {
  readonly lose: (reason: unknown) => void;
}

/** The holder of a lock, and the requests that wait for it. */
interface Line {
  holder: Holder | undefined;
  readonly waiting: (() => void)[];
}

/**
 * Locks within one page, for browsers without Web Locks. They prevent that a new conversation with the same key starts
 * before the last one has stored its end.
 */
export class PageLocks implements Locks {
  readonly #lines: Map<string, Line> = new Map();

  async request(
    name: string,
    { ifAvailable = false, signal, steal = false }: LockOptions,
    hold: (lock: Lock | null) => Promise<void> | undefined,
  ): Promise<void> {
    signal?.throwIfAborted();
    const line = this.#lines.get(name) ?? { holder: undefined, waiting: [] };
    this.#lines.set(name, line);
    if (line.holder !== undefined) {
      if (ifAvailable) return await hold(null);
      if (steal) line.holder.lose(new DOMException('Another conversation took the lock.', 'AbortError'));
      else await waitForTurn(line, signal);
    }
    await new Promise<void>((resolve, reject) => {
      const holder: Holder = { lose: reject };
      line.holder = holder;
      const release = (): void => {
        if (line.holder === holder) this.#passOn(name, line);
      };
      Promise.resolve(hold({ name, mode: 'exclusive' }))
        .then(resolve, reject)
        .finally(release);
    });
  }

  #passOn(name: string, line: Line): void {
    const next = line.waiting.shift();
    if (next === undefined) this.#lines.delete(name);
    // The next request takes the lock in a microtask. The old holder stays until then, so that no other request can.
    else next();
  }
}

function waitForTurn({ waiting }: Line, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push(resolve);
    signal?.addEventListener('abort', () => {
      const index = waiting.indexOf(resolve);
      if (index < 0) return;
      waiting.splice(index, 1);
      reject(signal.reason);
    });
  });
}
