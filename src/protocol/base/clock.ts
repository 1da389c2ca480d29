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

/** Whether a person may be looking at the page; where there is no telling, they are. Where nobody does, timers may come a second late and more. */
export function isLookedAt(): boolean {
  return globalThis.document?.visibilityState !== 'hidden';
}
