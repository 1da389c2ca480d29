import { windowOf } from '../page-realm.js';

/** The smallest move that users notice, in pixels. */
const leastMove = 1;

/** The visible shares at which the browser reports a crossing. */
const thresholds: readonly number[] = Array.from({ length: 21 }, (_, step) => step / 20);

/** A watched rectangle. */
interface RectangleWatch {
  /** Checks at once; returns `true` when it has moved since the last check. */
  readonly look: () => boolean;
  readonly stop: () => void;
}

/**
 * Watches the position of an element in the window. Nothing is measured while nothing moves: the browser reports when
 * the element leaves its current box, for any reason (content above, a scroll, an animation).
 */
export function watchRectangle(element: Element, onMove: () => void): RectangleWatch {
  const view = windowOf(element);
  let last = element.getBoundingClientRect();
  let observer: IntersectionObserver | undefined;
  const look = (): boolean => {
    const now = element.getBoundingClientRect();
    if (isSame(last, now)) return false;
    last = now;
    onMove();
    return true;
  };
  const observe = (): void => {
    observer?.disconnect();
    if (typeof view?.IntersectionObserver !== 'function' || last.width === 0 || last.height === 0) return;
    let isFirst = true;
    observer = new view.IntersectionObserver(
      () => {
        // The box was measured before the first report: a move in between shows only in the rectangle.
        if (look() || !isFirst) observe();
        isFirst = false;
      },
      { root: element.ownerDocument, rootMargin: boxAround(element, last), threshold: [...thresholds] },
    );
    observer.observe(element);
  };
  const lookAgain = (): void => {
    look();
    observe();
  };
  // A move out of view was not reported, and the box to observe is the new one.
  const lookNow = (): boolean => {
    const hasMoved = look();
    if (hasMoved) observe();
    return hasMoved;
  };
  const sizes = typeof view?.ResizeObserver !== 'function' ? undefined : new view.ResizeObserver(lookAgain);
  sizes?.observe(element);
  view?.addEventListener('resize', lookAgain);
  observe();
  return {
    look: lookNow,
    stop: () => {
      observer?.disconnect();
      sizes?.disconnect();
      view?.removeEventListener('resize', lookAgain);
    },
  };
}

/** Returns margins that shrink the window to the box of the element, rounded outwards so that it fits. */
function boxAround(element: Element, { top, right, bottom, left }: DOMRect): string {
  const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
  return [top, clientWidth - right, clientHeight - bottom, left].map((inset) => `${-Math.floor(inset)}px`).join(' ');
}

function isSame(a: DOMRect, b: DOMRect): boolean {
  return (['top', 'right', 'bottom', 'left'] as const).every((side) => Math.abs(a[side] - b[side]) < leastMove);
}
