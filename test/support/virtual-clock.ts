import type { Environment } from 'countersign/core';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Time that stands still until a test moves it, and ids that count. */
export interface VirtualClock {
  /** For `createAgent({ environment })`. */
  readonly environment: Environment;
  /** Timers that still wait. */
  readonly waiting: () => number;
  /** Moves time on; runs what is due in order, and lets promises settle after each. */
  readonly advance: (ms: number) => Promise<void>;
}

/** Time, timers and ids in the hands of a test. */
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
      await settled();
      for (let due = nextUntil(end); due !== undefined; due = nextUntil(end)) {
        timers.delete(due);
        now = due.at;
        due.callback();
        await settled();
      }
      now = end;
    },
  };
}

/** Resolves after everything that does not wait for time: a task runs when no promise is left to settle. */
export async function settled(): Promise<void> {
  for (let task = 0; task < 3; task++) await new Promise((resolve) => setImmediate(resolve));
}
