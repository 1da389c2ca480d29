import { watchPresence } from './watch-presence.js';
import { watchRectangle } from './watch-rectangle.js';

/** Whether a press counts. */
export type ArmingState = 'arming' | 'armed';

/** Why a press did not count: the button had only just come into view, or it had just moved. */
export type IgnoredBecause = 'new' | 'moved';

/** Where the time comes from. The environment of a virtual clock is one. */
export interface ArmingClock {
  /** In milliseconds, from whenever. */
  readonly now: () => number;
  /** Calls back once, after so many milliseconds; the returned function takes it back. */
  readonly setTimeout: (callback: () => void, ms: number) => () => void;
}

/** How long a button waits. */
export interface ArmingTimes {
  /** From the moment when it is seen, in milliseconds. */
  readonly delay: number;
  /** From the last move of its own rectangle, in milliseconds. */
  readonly settle: number;
  readonly clock: ArmingClock;
}

/** A button under watch. */
export interface ArmingWatch {
  /** Why a press at this moment does not count; `null`: it does. */
  readonly refusal: () => IgnoredBecause | null;
  /** Begins anew, as after a move. */
  readonly rearm: () => void;
  readonly stop: () => void;
}

/** Arms a button once it was on screen for a while and has stood still. What moves elsewhere in the page does not count. */
export function watchArming(
  element: Element,
  { delay, settle, clock }: ArmingTimes,
  onState: (state: ArmingState) => void,
): ArmingWatch {
  let seenSince: number | null = null;
  let movedAt = Number.NEGATIVE_INFINITY;
  let cancel = (): unknown => undefined;
  let state: ArmingState = 'arming';

  const remaining = (): number =>
    seenSince === null ? Number.POSITIVE_INFINITY : Math.max(seenSince + delay, movedAt + settle) - clock.now();
  const update = (): void => {
    cancel();
    const wait = remaining();
    const next = wait <= 0 ? 'armed' : 'arming';
    if (next !== state) onState(next);
    state = next;
    cancel = wait > 0 && Number.isFinite(wait) ? clock.setTimeout(onTime, wait) : (): unknown => undefined;
  };
  const rearm = (): void => {
    movedAt = clock.now();
    update();
  };
  const rectangle = watchRectangle(element, rearm);
  const onTime = (): void => {
    if (!rectangle.look()) update();
  };
  const stopWatching = watchPresence(element, (isSeen) => {
    if (isSeen === (seenSince !== null)) return;
    seenSince = isSeen ? clock.now() : null;
    update();
  });

  return {
    refusal: () => {
      rectangle.look();
      if (remaining() <= 0) return null;
      return seenSince === null || clock.now() < seenSince + delay ? 'new' : 'moved';
    },
    rearm,
    stop: () => {
      cancel();
      rectangle.stop();
      stopWatching();
    },
  };
}
