import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { UserError } from '../../protocol/base/errors.js';

/** Where a broker gets time from. */
export interface BrokerClock extends Clock {
  /** Milliseconds since any moment; never set, and not counted while the computer sleeps. */
  monotonic(): number;
}

/** A moment by both clocks. */
export interface Moment {
  readonly now: number;
  readonly monotonic: number;
}

/** When a call expires, by both clocks. */
export interface Deadline {
  readonly expiresAt: number;
  readonly due: number;
}

/** How often to look when only the wall clock is behind: it may be set right at any time. */
const minute = 60_000;

/** How much longer a call stays open while an answer that was given in time is validated, in milliseconds. */
const grace = 10_000;

/** The page's own clocks. */
export const pageClock: BrokerClock = { ...systemClock, monotonic: () => performance.now() };

/**
 * Makes a deadline.
 *
 * @throws UserError for an `expiresAt` that is not a time.
 */
export function toDeadline(expiresAt: number, { now, monotonic }: Moment): Deadline {
  if (Number.isFinite(expiresAt)) return { expiresAt, due: monotonic + expiresAt - now };
  throw new UserError(
    'expires-at',
    `A question was to expire at ${expiresAt}, which is no time. Nothing was asked or changed. Give milliseconds since 1970, such as Date.now() + 60_000.`,
  );
}

/**
 * Returns `true` when both clocks have reached a deadline.
 *
 * @param isChecking an answer that was given in time is validated: it gets longer.
 */
export function isPast(deadline: Deadline | undefined, at: Moment, isChecking: boolean): boolean {
  return deadline !== undefined && timeLeft(deadline, at) + (isChecking ? grace : 0) <= 0;
}

/** Returns how long to wait before the deadline is checked again. */
export function waitFor(deadline: Deadline, at: Moment, isChecking: boolean): number {
  const isWallBehind = deadline.due <= at.monotonic;
  const left = timeLeft(deadline, at);
  return Math.max(0, (isWallBehind ? Math.min(left, minute) : left) + (isChecking ? grace : 0));
}

function timeLeft({ expiresAt, due }: Deadline, { now, monotonic }: Moment): number {
  return Math.max(expiresAt - now, due - monotonic);
}

/** One timer. While it runs, it also rings when the page is shown again: a hidden or frozen one may have missed its time. */
interface Alarm {
  /** Sets the time to ring in, in milliseconds, in place of the one before; `undefined`: not at all. */
  set(ms: number | undefined): void;
}

/** Makes an alarm. */
export function createAlarm(clock: BrokerClock, ring: () => void): Alarm {
  let cancel: (() => void) | undefined;
  return {
    set: (ms) => {
      cancel?.();
      cancel = undefined;
      if (ms === undefined) return;
      const stopTimer = clock.setTimeout(ring, ms);
      for (const type of shown) globalThis.addEventListener?.(type, ring);
      cancel = () => {
        stopTimer();
        for (const type of shown) globalThis.removeEventListener?.(type, ring);
      };
    },
  };
}

const shown = ['visibilitychange', 'pageshow'] as const;
