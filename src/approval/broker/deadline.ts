import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { UserError } from '../../protocol/base/errors.js';

/** The clock of a broker. */
export interface BrokerClock extends Clock {
  /** Returns milliseconds since an arbitrary time. It is never set, and stops while the computer sleeps. */
  monotonic(): number;
}

/** A point in time by both clocks. */
export interface Moment {
  readonly now: number;
  readonly monotonic: number;
}

/** The time of an expiry by both clocks. */
export interface Deadline {
  readonly expiresAt: number;
  readonly due: number;
}

/** The polling interval when only the wall clock has not reached a deadline: it may be corrected at any time. */
const minute = 60_000;

/** The extra time of a call while an answer that was in time is validated, in milliseconds. */
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
    `The expiry of a batch was ${expiresAt}, which is not a time. Nothing was asked or changed. Pass milliseconds since 1970, such as Date.now() + 60_000.`,
  );
}

/**
 * Returns `true` when both clocks have reached a deadline.
 *
 * @param isChecking `true` while an answer that was in time is validated: the deadline is later then.
 */
export function isPast(deadline: Deadline | undefined, at: Moment, isChecking: boolean): boolean {
  return deadline !== undefined && timeLeft(deadline, at) + (isChecking ? grace : 0) <= 0;
}

/** Returns the time to wait before the deadline is checked again. */
export function waitFor(deadline: Deadline, at: Moment, isChecking: boolean): number {
  const isWallBehind = deadline.due <= at.monotonic;
  const left = timeLeft(deadline, at);
  return Math.max(0, (isWallBehind ? Math.min(left, minute) : left) + (isChecking ? grace : 0));
}

function timeLeft({ expiresAt, due }: Deadline, { now, monotonic }: Moment): number {
  return Math.max(expiresAt - now, due - monotonic);
}

/** A timer that also fires when the page becomes visible, because a hidden or frozen page may have missed its time. */
interface Alarm {
  /** Sets the delay in milliseconds, replacing the previous one. `undefined` cancels the timer. */
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
