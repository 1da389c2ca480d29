import type { Environment } from '../agent/plumbing/environment.js';
import { allTasks, newTask } from '../agent/plumbing/next-task.js';
import { allDigests } from '../approval/grants/digest.js';
import type { ScheduleFrame } from '../conversation/event-applier.js';

/** The environment of a {@link VirtualClock} for agents, conversations and scripted models. */
export interface VirtualEnvironment extends Environment {
  /** Returns the milliseconds since the clock was created. `setWallClock` does not change it. */
  readonly monotonic: () => number;
  /** Schedules a frame after 16 virtual milliseconds, for `createConversation`. */
  readonly scheduleFrame: ScheduleFrame;
}

/** A clock whose time changes only when a test moves it. */
export interface VirtualClock {
  /**
   * For `createAgent({ environment })`, `createConversation(options, environment)` and
   * `scriptedModel(turns, environment)`.
   */
  readonly environment: VirtualEnvironment;
  /** The number of pending timers. After a run, it should be 0. */
  readonly timers: number;
  /** Waits until all work is done that does not depend on a timer. */
  readonly settle: () => Promise<void>;
  /** Advances to the next timer and fires it; resolves to `false` when no timer is pending. */
  readonly runNext: () => Promise<boolean>;
  /**
   * Moves the wall clock forward, or back by a negative number. Timers and `monotonic` do not change, as after a
   * correction by the user.
   */
  readonly setWallClock: (byMs: number) => void;
  /**
   * Advances time without firing timers, as in a throttled or frozen tab. Timers that are due fire with the next
   * `advance`.
   */
  readonly stall: (ms: number) => void;
  /** Advances time, timer by timer, and waits for the work that each causes. */
  readonly advance: (ms: number) => Promise<void>;
  /**
   * Advances time until no timer is left.
   *
   * @throws Error after 100,000 timers, because a timer that sets itself again never ends.
   */
  readonly runAll: () => Promise<void>;
}

/** Options of {@link createVirtualClock}. */
export interface VirtualClockOptions {
  /** The initial time, in milliseconds since 1970. Default: January 1, 2030. */
  readonly now?: number;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

const timerLimit = 100_000;

/**
 * Creates a clock that only a test moves. Its environment generates the same ids each time: `id-1`, `id-2`, … Waits
 * then take no time, and end in a fixed order. Real work (a fetch, a database) still has to be awaited.
 *
 * @example
 * const clock = createVirtualClock();
 * const model = scriptedModel([{ text: 'Slow.', after: 5_000 }], clock.environment);
 * const run = createAgent({ model, environment: clock.environment }).run('go');
 * await clock.advance(5_000);
 */
export function createVirtualClock({ now = Date.UTC(2030, 0, 1) }: VirtualClockOptions = {}): VirtualClock {
  const timers = new Set<Timer>();
  let time = now;
  let skew = 0;
  let ids = 0;
  const setVirtualTimeout: Environment['setTimeout'] = (callback, ms) => {
    const timer = { at: time + Math.max(0, ms), callback };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  const fireNext = async (end: number): Promise<boolean> => {
    const timer = earliest(timers);
    if (timer === undefined || timer.at > end) return false;
    timers.delete(timer);
    time = Math.max(time, timer.at);
    timer.callback();
    await settle();
    return true;
  };
  const fireUntil = async (end: number): Promise<void> => {
    await settle();
    for (let fired = 0; await fireNext(end); fired++) if (fired === timerLimit) throw endlessTimersError();
  };
  return {
    environment: {
      now: () => time + skew,
      monotonic: () => time - now,
      setTimeout: setVirtualTimeout,
      generateId: () => `id-${++ids}`,
      scheduleFrame: (apply) => setVirtualTimeout(apply, 16),
    },
    get timers() {
      return timers.size;
    },
    settle,
    setWallClock: (byMs) => {
      skew += byMs;
    },
    stall: (ms) => {
      time += ms;
    },
    runNext: () => fireNext(Number.POSITIVE_INFINITY),
    advance: async (ms) => {
      const end = time + ms;
      await fireUntil(end);
      time = Math.max(time, end);
    },
    runAll: () => fireUntil(Number.POSITIVE_INFINITY),
  };
}

/** Returns the timer that is due first; of several at the same time, the one that was set first. */
function earliest(timers: ReadonlySet<Timer>): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) if (first === undefined || timer.at < first.at) first = timer;
  return first;
}

/**
 * Waits until all work is done that does not wait for a timer. A new task starts after all microtasks. Some work waits
 * for tasks of its own (`allTasks`), or for digests, which another thread computes (`allDigests`). Code that is loaded
 * at first use is not awaited.
 */
async function settle(): Promise<void> {
  do {
    await newTask();
    await newTask();
  } while ((await allTasks()) || (await allDigests()));
}

function endlessTimersError(): Error {
  return new Error(
    `The virtual clock fired ${timerLimit} timers and more are pending, because each timer sets another one. Use advance(ms) instead of runAll().`,
  );
}
