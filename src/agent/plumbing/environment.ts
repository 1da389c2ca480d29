import { type Clock, systemClock } from '../../protocol/base/clock.js';

/** The source of time, timers and ids. It is injected so that tests control all three. */
export interface Environment extends Clock {
  /** Returns an id of `A-Z a-z 0-9 _ -`, unique in the app. */
  generateId(): string;
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The page's own clock and random numbers. */
export const defaultEnvironment: Environment = {
  ...systemClock,
  generateId: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => alphabet[byte % 36] ?? '0').join(''),
};
