/** Where a run gets time, timers and ids from. Injected, so that tests can own all three. */
export interface Environment {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after a number of milliseconds; gives a function that calls it off. */
  setTimeout(callback: () => void, ms: number): () => void;
  /** Makes an id from `A-Z a-z 0-9 _ -`, unique in the app. */
  generateId(): string;
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The page's own clock and random numbers. */
export const defaultEnvironment: Environment = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  generateId: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => alphabet[byte % 36] ?? '0').join(''),
};
