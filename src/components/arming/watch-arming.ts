import type { Clock } from '../../protocol/base/clock.js';
import { recheckInterval, watchCover } from './watch-cover.js';
import { watchPresence } from './watch-presence.js';
import { watchRectangle } from './watch-rectangle.js';

/** The state of a button: `armed` accepts presses. */
export type ArmingState = 'arming' | 'armed';

/**
 * The reason why a press was ignored: the button had just come into view, was out of view, had just moved, was covered
 * until just now, was too small or too transparent, or the press is a further click of a double click that began on
 * something else.
 */
export type IgnoredBecause = 'new' | 'hidden' | 'moved' | 'covered' | 'faint' | 'elsewhere';

/** The times that a button waits. */
export interface ArmingTimes {
  /** The time since the button became visible, in milliseconds. */
  readonly delay: number;
  /** The time since its rectangle last moved and since nothing covers it, in milliseconds. */
  readonly settle: number;
  /** Only differences are read from it. The environment of a virtual clock is one. */
  readonly clock: Clock;
}

/** A watched button. */
export interface ArmingWatch {
  /** Returns why a press now would be ignored; `null` if it is accepted. */
  readonly refusal: () => IgnoredBecause | null;
  /** Restarts, as after a move. */
  readonly rearm: () => void;
  readonly stop: () => void;
}

/**
 * Arms a button after it has been visible, uncovered and still for a while. Movement elsewhere in the page does not
 * matter.
 */
export function watchArming(
  element: Element,
  { delay, settle, clock }: ArmingTimes,
  onState: (state: ArmingState) => void,
): ArmingWatch {
  let seenSince: number | null = null;
  let presence: 'unknown' | 'known' = 'unknown';
  let movedAt = Number.NEGATIVE_INFINITY;
  let cancel = (): unknown => undefined;
  let state: ArmingState = 'arming';

  const remaining = (): number => {
    const freeSince = cover.freeSince();
    if (seenSince === null || freeSince === null) return Number.POSITIVE_INFINITY;
    return Math.max(seenSince + delay, movedAt + settle, freeSince + settle) - clock.now();
  };
  const update = (): void => {
    cancel();
    const wait = remaining();
    const next = wait <= 0 ? 'armed' : 'arming';
    if (next !== state) onState(next);
    state = next;
    const pause = seenSince !== null && cover.freeSince() === null ? recheckInterval : wait;
    cancel = pause > 0 && Number.isFinite(pause) ? clock.setTimeout(recheck, pause) : (): unknown => undefined;
  };
  const rearm = (): void => {
    movedAt = clock.now();
    update();
  };
  const cover = watchCover(element, { clock, isSeen: () => seenSince !== null, onChange: () => update() });
  const rectangle = watchRectangle(element, rearm);
  const recheck = (): void => {
    cover.check('thorough');
    if (!rectangle.look()) update();
  };
  const stopWatching = watchPresence(element, (isSeen) => {
    presence = 'known';
    if (isSeen === (seenSince !== null)) return;
    seenSince = isSeen ? clock.now() : null;
    recheck();
  });

  return {
    refusal: () => {
      if (cover.check('thorough')) update();
      rectangle.look();
      if (remaining() <= 0) return null;
      if (seenSince === null) return presence === 'known' ? 'hidden' : 'new';
      if (clock.now() < seenSince + delay) return 'new';
      return clock.now() < movedAt + settle ? 'moved' : cover.obstacle();
    },
    rearm,
    stop: () => {
      cancel();
      rectangle.stop();
      cover.stop();
      stopWatching();
    },
  };
}
