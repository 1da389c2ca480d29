import type { Clock } from '../../protocol/base/clock.js';
/** How often a covered element is looked at again, in milliseconds. Nothing tells that it is free. */
export const lookAgain = 100;

/** What may take away what lies over an element, or goes to it first. */
const signs = ['pointerdown', 'pointerover', 'keydown'] as const;

/** Whether an element can be pressed where it stands, under watch. */
export interface CoverWatch {
  /** Since when nothing lies over it, as far as it was looked at; `null` while something does. */
  readonly freeSince: () => number | null;
  /** Looks at once; tells whether that has changed. */
  readonly look: () => boolean;
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
 * Watches whether something lies over an element, such as a dialog. It is looked at before whatever may take that away again: a press
 * or a key anywhere, or the pointer that comes there.
 */
export function watchCover(element: Element, { clock, isSeen, onChange }: CoverOptions): CoverWatch {
  let freeSince: number | null = Number.NEGATIVE_INFINITY;
  const look = (event?: Event): boolean => {
    if (!isSeen()) return false;
    const covered = isCovered(element) || (event !== undefined && isOver(event, element));
    if (covered === (freeSince === null)) return false;
    freeSince = covered ? null : clock.now();
    return true;
  };
  const onSign = (event: Event): void => {
    if (look(event)) onChange();
  };
  const view = element.ownerDocument.defaultView;
  for (const sign of signs) view?.addEventListener(sign, onSign, true);
  return {
    freeSince: () => freeSince,
    look: () => look(),
    stop: () => {
      for (const sign of signs) view?.removeEventListener(sign, onSign, true);
    },
  };
}

/** Whether its middle, as far as it is in the window, cannot be hit. Where nothing can tell, it can. */
function isCovered(element: Element): boolean {
  const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
  const { top, right, bottom, left } = element.getBoundingClientRect();
  const root = element.getRootNode() as Partial<DocumentOrShadowRoot>; // an element in no page has another root
  if (right <= left || bottom <= top || root.elementFromPoint === undefined) return false;
  const x = (Math.max(0, left) + Math.min(clientWidth, right)) / 2;
  const y = (Math.max(0, top) + Math.min(clientHeight, bottom)) / 2;
  const hit = root.elementFromPoint(x, y);
  return hit === null || !element.contains(hit);
}

/** Whether an event of the pointer is inside of its box and goes to something else. At a round corner that is what is around it. */
function isOver(event: Event, element: Element): boolean {
  if (!('clientX' in event && 'clientY' in event)) return false;
  const { clientX, clientY } = event as PointerEvent; // of which window's it is an instance does not matter
  const path = event.composedPath();
  const { top, right, bottom, left } = element.getBoundingClientRect();
  const isInBox = clientX > left && clientX < right && clientY > top && clientY < bottom;
  return isInBox && !path.includes(element) && !(path[0] instanceof Node && path[0].contains(element));
}
