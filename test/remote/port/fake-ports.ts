import type { AgentPort } from 'countersign/core';

type ExtensionPort = Extract<AgentPort, { readonly onMessage: unknown }>;

/** A worker that the test starts and stops, connected by ports like those of a browser extension. */
export interface FakeExtension {
  /** Opens a port in the page, and starts the worker if it is not running. */
  readonly connect: () => ExtensionPort;
  /** Stops the worker, as Chrome does with an idle one. Its ports report that, and throw afterwards. */
  readonly stopWorker: () => void;
  readonly starts: () => number;
}

interface Sides {
  readonly page: ExtensionPort;
  readonly worker: ExtensionPort;
  readonly cut: () => void;
}

/**
 * Creates a fake extension.
 *
 * @param start serves an agent in a new worker, and returns a function that connects a port to it.
 */
export function fakeExtension(start: () => (port: AgentPort) => void): FakeExtension {
  let starts = 0;
  let accept: ((port: AgentPort) => void) | undefined;
  let open: Sides[] = [];
  return {
    connect: () => {
      if (accept === undefined) {
        starts += 1;
        accept = start();
      }
      const sides = createSides();
      open.push(sides);
      accept(sides.worker);
      return sides.page;
    },
    stopWorker: () => {
      accept = undefined;
      const cut = open;
      open = [];
      for (const sides of cut) sides.cut();
    },
    starts: () => starts,
  };
}

function createSides(): Sides {
  let isCut = false;
  const make = () => {
    const [messages, closes] = [new Set<(message: unknown) => void>(), new Set<() => void>()];
    return { messages, closes };
  };
  const [page, worker] = [make(), make()];
  const toPort = (own: ReturnType<typeof make>, other: ReturnType<typeof make>): ExtensionPort => ({
    postMessage: (message) => {
      if (isCut) throw new Error('Attempting to use a disconnected port object');
      // Extensions send JSON.
      const copy: unknown = JSON.parse(JSON.stringify(message));
      queueMicrotask(() => {
        if (!isCut) for (const listener of other.messages) listener(copy);
      });
    },
    onMessage: { addListener: (listener) => void own.messages.add(listener) },
    onDisconnect: { addListener: (listener) => void own.closes.add(listener) },
  });
  return {
    page: toPort(page, worker),
    worker: toPort(worker, page),
    cut: () => {
      isCut = true;
      // A stopped worker receives no messages.
      for (const listener of page.closes) listener();
    },
  };
}
