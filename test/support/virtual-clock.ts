import type { Environment } from 'countersign/core';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** An environment in which time advances only when a test moves it, and ids are counted. */
export interface VirtualClock {
  /** For `createAgent({ environment })`. */
  readonly environment: Environment;
  /** Returns how many timers are pending. */
  readonly waiting: () => number;
  /** Advances time, runs due timers in order, and lets promises settle after each. */
  readonly advance: (ms: number) => Promise<void>;
}

export function createVirtualClock(start = 0): VirtualClock {
  let now = start;
  let ids = 0;
  const timers = new Set<Timer>();
  const nextUntil = (end: number): Timer | undefined =>
    [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  return {
    environment: {
      now: () => now,
      generateId: () => `id-${++ids}`,
      setTimeout: (callback, ms) => {
        const timer = { at: now + ms, callback };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    waiting: () => timers.size,
    advance: async (ms) => {
      const end = now + ms;
      await settlePromises();
      for (let due = nextUntil(end); due !== undefined; due = nextUntil(end)) {
        timers.delete(due);
        now = due.at;
        due.callback();
        await settlePromises();
      }
      now = end;
    },
  };
}

/** Resolves after all work that does not wait for time: a macrotask runs when no promise is left to settle. */
export async function settlePromises(): Promise<void> {
  for (let task = 0; task < 3; task++) await new Promise((resolve) => setImmediate(resolve));
}
