import type { Clock } from '../../protocol/base/clock.js';
import { lookAgain, watchCover } from './watch-cover.js';
import { watchPresence } from './watch-presence.js';
import { watchRectangle } from './watch-rectangle.js';

/** Whether a press counts. */
export type ArmingState = 'arming' | 'armed';

/**
 * Why a press did not count: the button had only just come into view, it was out of view, it had just moved, something lay over it until
 * just now, it was too small or too transparent to be seen, or the press is a further click where the first was on something else.
 */
export type IgnoredBecause = 'new' | 'hidden' | 'moved' | 'covered' | 'faint' | 'elsewhere';

/** How long a button waits. */
export interface ArmingTimes {
  /** From the moment when it is seen, in milliseconds. */
  readonly delay: number;
  /** From the last move of its own rectangle, and from when nothing lies over it any more, in milliseconds. */
  readonly settle: number;
  /** Only spans are asked of it. The environment of a virtual clock is one. */
  readonly clock: Clock;
}

/** A button under watch. */
export interface ArmingWatch {
  /** Why a press at this moment does not count; `null`: it does. */
  readonly refusal: () => IgnoredBecause | null;
  /** Begins anew, as after a move. */
  readonly rearm: () => void;
  readonly stop: () => void;
}

/** Arms a button once it was on screen and could be hit for a while, and has stood still. What moves elsewhere in the page does not count. */
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
    const pause = seenSince !== null && cover.freeSince() === null ? lookAgain : wait;
    cancel = pause > 0 && Number.isFinite(pause) ? clock.setTimeout(lookAnew, pause) : (): unknown => undefined;
  };
  const rearm = (): void => {
    movedAt = clock.now();
    update();
  };
  const cover = watchCover(element, { clock, isSeen: () => seenSince !== null, onChange: () => update() });
  const rectangle = watchRectangle(element, rearm);
  const lookAnew = (): void => {
    cover.look('close');
    if (!rectangle.look()) update();
  };
  const stopWatching = watchPresence(element, (isSeen) => {
    presence = 'known';
    if (isSeen === (seenSince !== null)) return;
    seenSince = isSeen ? clock.now() : null;
    lookAnew();
  });

  return {
    refusal: () => {
      if (cover.look('close')) update();
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
