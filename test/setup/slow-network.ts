import { vi } from 'vitest';

/** A network that brings code when a test says so. */
export class SlowNetwork {
  readonly #held: Set<string> = new Set();
  readonly #broken: Set<string> = new Set();
  readonly #waiting: Map<string, Set<() => void>> = new Map();
  /** What was asked for, each time. */
  readonly asked: string[] = [];

  /** From here on, a file does not come. */
  hold(...names: readonly string[]): void {
    for (const name of names) this.#held.add(name);
  }

  /** From here on, a file cannot be loaded. */
  break(...names: readonly string[]): void {
    for (const name of names) this.#broken.add(name);
    this.#go(names);
  }

  /** From here on, a file comes at once, also to who waits for it. */
  bring(...names: readonly string[]): void {
    for (const name of names) this.#broken.delete(name);
    this.#go(names);
  }

  bringAll(): void {
    this.bring(...this.#held, ...this.#broken);
  }

  #go(names: readonly string[]): void {
    for (const name of names) {
      this.#held.delete(name);
      for (const go of this.#waiting.get(name) ?? []) go();
      this.#waiting.delete(name);
    }
  }

  async pass(name: string): Promise<void> {
    this.asked.push(name);
    if (this.#held.has(name)) {
      const waiting = this.#waiting.get(name) ?? new Set();
      this.#waiting.set(name, waiting);
      await new Promise<void>((go) => void waiting.add(go));
    }
    if (this.#broken.has(name)) throw new TypeError(`Failed to fetch ${name}.js`);
  }
}

type Core = typeof import('countersign/core');

/** A page that has loaded nothing yet, whose code comes over a network of the test's. Until `leavePage`, modules are imported anew. */
export async function openPage(network: SlowNetwork): Promise<Core> {
  vi.resetModules();
  vi.doMock('../../src/protocol/base/lazy-part.js', async (original) => {
    const real = await original<typeof import('../../src/protocol/base/lazy-part.js')>();
    const lazyPart: typeof real.lazyPart = (load) =>
      real.lazyPart(async () => {
        await network.pass(/([\w-]+)\.[jt]sx?['"]/.exec(load.toString())?.[1] ?? '');
        return await load();
      });
    return { ...real, lazyPart };
  });
  return await import('countersign/core');
}

/** What was held comes after all: a virtual clock waits for whatever is being loaded. */
export async function leavePage(network: SlowNetwork): Promise<void> {
  network.bringAll();
  vi.doUnmock('../../src/protocol/base/lazy-part.js');
  vi.resetModules();
  const { loadEagerly } = await import('../../src/eager/load-eagerly.js');
  loadEagerly();
}
