import type { Clock } from '../../protocol/base/clock.js';
import { isNode } from '../page-realm.js';
import { findObstacle, type Look, type Obstacle } from './find-obstacle.js';
import { watchVisibility } from './watch-visibility.js';

/** How often a covered element is looked at again, in milliseconds. Nothing tells that it is free. */
export const lookAgain = 100;

/** What may take away what lies over an element, or goes to it first. */
const signs = ['pointerdown', 'pointerover', 'keydown'] as const;

/** Whether an element can be seen and pressed where it is, under watch. */
export interface CoverWatch {
  /** Since when nothing is in the way, as far as it was looked at; `null` while something is. */
  readonly freeSince: () => number | null;
  /** What is in the way, or was last. */
  readonly obstacle: () => Obstacle;
  /** Looks at once; returns `true` when that has changed. */
  readonly look: (look: Look) => boolean;
  readonly stop: () => void;
}

/** What {@link watchCover} needs to know. */
export interface CoverOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Nobody can press what is out of view: it is not looked at. */
  readonly isSeen: () => boolean;
  readonly onChange: () => void;
}

/**
 * Watches whether something is in the way of an element: a dialog over it, a layer that lets the pointer through, an opacity near zero. It is
 * looked at before whatever may take that away again: a press or a key anywhere, or the pointer that comes there.
 */
export function watchCover(element: Element, { clock, isSeen, onChange }: CoverOptions): CoverWatch {
  let freeSince: number | null = Number.NEGATIVE_INFINITY;
  let obstacle: Obstacle = 'covered';
  const look = (closeness: Look, event?: Event): boolean => {
    if (!isSeen()) return false;
    if (closeness === 'close') visibility.refresh();
    const isOverIt = event !== undefined && isOver(event, element);
    const found = isOverIt ? 'covered' : findObstacleNow(element, closeness, visibility.verdict());
    if (found !== null) obstacle = found;
    if ((found !== null) === (freeSince === null)) return false;
    freeSince = found !== null ? null : clock.now();
    return true;
  };
  const onSign = (event: Event): void => {
    if (look('quick', event)) onChange();
  };
  const visibility = watchVisibility(element, () => {
    if (look('close')) onChange();
  });
  const view = element.ownerDocument.defaultView;
  for (const sign of signs) view?.addEventListener(sign, onSign, true);
  return {
    freeSince: () => freeSince,
    obstacle: () => obstacle,
    look: (closeness) => look(closeness),
    stop: () => {
      visibility.stop();
      for (const sign of signs) view?.removeEventListener(sign, onSign, true);
    },
  };
}

/** What the browser vouches for needs no closer look but at what no browser sees. */
function findObstacleNow(
  element: Element,
  closeness: Look,
  verdict: 'visible' | 'hidden' | 'unknown',
): Obstacle | null {
  const found = findObstacle(element, verdict !== 'unknown' && closeness === 'close' ? 'vouched' : closeness);
  return found ?? (verdict === 'hidden' ? 'covered' : null);
}

/** Whether an event of the pointer is inside of its box and goes to something else. At a round corner that is what is around it. */
function isOver(event: Event, element: Element): boolean {
  if (!('clientX' in event && 'clientY' in event)) return false;
  const { clientX, clientY } = event as PointerEvent; // of which window's it is an instance does not matter
  const path = event.composedPath();
  const { top, right, bottom, left } = element.getBoundingClientRect();
  const isInBox = clientX > left && clientX < right && clientY > top && clientY < bottom;
  return isInBox && !path.includes(element) && !(isNode(path[0]) && path[0].contains(element));
}
