/** Where time and timers come from. Injected, so that tests own both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after a number of milliseconds; gives a function that calls it off. */
  setTimeout(callback: () => void, ms: number): () => void;
}

/** The system's own. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
