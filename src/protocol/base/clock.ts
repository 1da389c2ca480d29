/** The source of time and timers. It is injected so that tests control both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after the given milliseconds, never for `Infinity`. Returns a function that cancels the timer. */
  setTimeout(callback: () => void, ms: number): () => void;
}

/** The longest delay of a timer in browsers and Node, in milliseconds. They fire a longer one at once. */
const longestDelay = 2 ** 31 - 1;

/** Supports delays of any length: a long one is split into several timers, and `Infinity` never fires. */
export function withLongTimers(setTimer: Clock['setTimeout']): Clock['setTimeout'] {
  return function setLongTimer(callback, ms) {
    if (ms === Number.POSITIVE_INFINITY) return () => {};
    if (!(ms > longestDelay)) return setTimer(callback, ms);
    let cancel = setTimer(() => {
      cancel = setLongTimer(callback, ms - longestDelay);
    }, longestDelay);
    return () => cancel();
  };
}

/** The clock of the platform. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: withLongTimers((callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  }),
};

/**
 * Returns `true` if a person may be looking at the page, also when that cannot be known. In a hidden page, timers may
 * fire a second late or more.
 */
export function isLookedAt(): boolean {
  return globalThis.document?.visibilityState !== 'hidden';
}
