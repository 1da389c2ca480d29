import type { Clock } from '../../protocol/base/clock.js';
import { isNode } from '../page-realm.js';
import { type CheckDepth, findObstacle, type Obstacle } from './find-obstacle.js';
import { watchVisibility } from './watch-visibility.js';

/** The interval for checking a covered element again, in milliseconds: no event reports that it is free. */
export const recheckInterval = 100;

/** Events that may remove an obstacle, or that reach it first. */
const triggers = ['pointerdown', 'pointerover', 'keydown'] as const;

/** Watches if an element is visible at its position. */
interface CoverWatch {
  /** Returns the time since which checks have found no obstacle; `null` while there is one. */
  readonly freeSince: () => number | null;
  /** Returns the current or last obstacle. */
  readonly obstacle: () => Obstacle;
  /** Checks at once; returns `true` when the result has changed. */
  readonly check: (depth: CheckDepth) => boolean;
  readonly stop: () => void;
}

/** Options of {@link watchCover}. */
interface CoverOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Returns `true` while the element is in view: nobody can press it otherwise, so it is not checked. */
  readonly isSeen: () => boolean;
  readonly onChange: () => void;
}

/**
 * Watches if something is in the way of an element: a dialog over it, a layer that lets the pointer through, an opacity
 * near zero. It checks before any event that may remove the obstacle: a press or a key anywhere, or the pointer that
 * enters.
 */
export function watchCover(element: Element, { clock, isSeen, onChange }: CoverOptions): CoverWatch {
  let freeSince: number | null = Number.NEGATIVE_INFINITY;
  let obstacle: Obstacle = 'covered';
  const check = (depth: CheckDepth, event?: Event): boolean => {
    if (!isSeen()) return false;
    if (depth === 'thorough') visibility.refresh();
    const isOverIt = event !== undefined && isOver(event, element);
    const found = isOverIt ? 'covered' : findObstacleNow(element, depth, visibility.verdict());
    if (found !== null) obstacle = found;
    if ((found !== null) === (freeSince === null)) return false;
    freeSince = found !== null ? null : clock.now();
    return true;
  };
  const onTrigger = (event: Event): void => {
    if (check('quick', event)) onChange();
  };
  const visibility = watchVisibility(element, () => {
    if (check('thorough')) onChange();
  });
  const view = element.ownerDocument.defaultView;
  for (const type of triggers) view?.addEventListener(type, onTrigger, true);
  return {
    freeSince: () => freeSince,
    obstacle: () => obstacle,
    check: (depth) => check(depth),
    stop: () => {
      visibility.stop();
      for (const type of triggers) view?.removeEventListener(type, onTrigger, true);
    },
  };
}

/** Checks an element. If the browser has a verdict, only layers that no browser detects are searched. */
function findObstacleNow(
  element: Element,
  depth: CheckDepth,
  verdict: 'visible' | 'hidden' | 'unknown',
): Obstacle | null {
  const found = findObstacle(element, verdict !== 'unknown' && depth === 'thorough' ? 'vouched' : depth);
  return found ?? (verdict === 'hidden' ? 'covered' : null);
}

/**
 * Returns `true` when a pointer event is inside of the box and hits something else. At a round corner, that is the
 * element around it.
 */
function isOver(event: Event, element: Element): boolean {
  if (!('clientX' in event && 'clientY' in event)) return false;
  const { clientX, clientY } = event as PointerEvent; // The window of the instance does not matter.
  const path = event.composedPath();
  const { top, right, bottom, left } = element.getBoundingClientRect();
  const isInBox = clientX > left && clientX < right && clientY > top && clientY < bottom;
  return isInBox && !path.includes(element) && !(isNode(path[0]) && path[0].contains(element));
}
