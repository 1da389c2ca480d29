import type { Environment } from '../agent/plumbing/environment.js';
import { allTasks, newTask } from '../agent/plumbing/next-task.js';
import { allDigests } from '../approval/grants/digest.js';
import type { ScheduleFrame } from '../store/event-applier.js';

/** What a {@link VirtualClock} gives to agents, conversations and scripted models. */
export interface VirtualEnvironment extends Environment {
  /** Milliseconds since the clock was made; not touched when the wall clock is set. */
  readonly monotonic: () => number;
  /** A frame of 16 virtual milliseconds, for `createConversation`. */
  readonly scheduleFrame: ScheduleFrame;
}

/** Time that stands still until a test moves it. */
export interface VirtualClock {
  /** For `createAgent({ environment })`, `createConversation(options, environment)` and `scriptedModel(turns, environment)`. */
  readonly environment: VirtualEnvironment;
  /** How many timers wait: none should after a run. */
  readonly timers: number;
  /** Lets everything happen that waits for no timer. */
  readonly settle: () => Promise<void>;
  /** Moves time on to the timer that is due next; false when none is left. */
  readonly runNext: () => Promise<boolean>;
  /** Sets the wall clock forward, or back when negative. Timers and `monotonic` know nothing of it, as after a sleep. */
  readonly setWallClock: (byMs: number) => void;
  /** Lets time pass and no timer fire, as in a tab that is throttled or frozen: what was due fires with the next `advance`. */
  readonly stall: (ms: number) => void;
  /** Moves time on, timer by timer, and lets happen what each sets off. */
  readonly advance: (ms: number) => Promise<void>;
  /**
   * Moves time on until no timer is left.
   *
   * @throws Error after 100,000 timers: one that sets itself again never ends.
   */
  readonly runAll: () => Promise<void>;
}

/** Options of {@link createVirtualClock}. */
export interface VirtualClockOptions {
  /** What time it is at first, in milliseconds since 1970. Default: the first of January 2030. */
  readonly now?: number;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

const timerLimit = 100_000;

/**
 * Makes a clock that only a test moves, with ids that are the same each time: `id-1`, `id-2`, … Waits in a test then take no
 * time, and happen in one order. Code that waits for something real (a fetch, a database) still has to be awaited.
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
    for (let fired = 0; await fireNext(end); fired++) if (fired === timerLimit) throw endless();
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

/** The timer that is due first; of several at one time the one that was set first. */
function earliest(timers: ReadonlySet<Timer>): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) if (first === undefined || timer.at < first.at) first = timer;
  return first;
}

/**
 * A task of its own begins once every promise that can settle has settled, but for what waits for a task itself, for digests, which
 * another thread makes, and for code that is loaded at its first use.
 */
async function settle(): Promise<void> {
  do {
    await newTask();
    await newTask();
  } while ((await allTasks()) || (await allDigests()));
}

function endless(): Error {
  return new Error(
    `The virtual clock ran ${timerLimit} timers and there are still more: something sets a timer each time one fires. Use advance(ms) instead of runAll().`,
  );
}
