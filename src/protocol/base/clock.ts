/** Where time and timers come from. Injected, so that tests own both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after a number of milliseconds, never after `Infinity`. Returns a function that cancels the timer. */
  setTimeout(callback: () => void, ms: number): () => void;
}

/** The longest delay of a timer in browsers and Node, in milliseconds. They fire a longer one at once. */
const longestDelay = 2 ** 31 - 1;

/** Lets timers be of any length: a long one is set in pieces, and one of `Infinity` never fires. */
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

/** Whether a person may be looking at the page; where there is no telling, they are. Where nobody does, timers may come a second late and more. */
export function isLookedAt(): boolean {
  return globalThis.document?.visibilityState !== 'hidden';
}
