import { windowOf } from '../page-realm.js';

/** Moves of less than this, in pixels, nobody sees. */
const leastMove = 1;

/** Between these shares of a rectangle in view, the browser tells of each crossing. */
const thresholds: readonly number[] = Array.from({ length: 21 }, (_, step) => step / 20);

/** A rectangle under watch. */
export interface RectangleWatch {
  /** Looks at once; tells whether it has moved since the last look. */
  readonly look: () => boolean;
  readonly stop: () => void;
}

/**
 * Watches where an element stands in the window. Nothing is measured while nothing moves: the browser is asked to tell when the
 * element leaves the very box that it stands in, for whatever reason (content above, a scroll, an animation).
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
        // The box was drawn before the first answer came: what moved in between shows in the rectangle only.
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
  // What moved out of sight was told by nobody, and the box to leave is the new one.
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

/** Margins that shrink the window to the box of the element, rounded outwards so that it fits in. */
function boxAround(element: Element, { top, right, bottom, left }: DOMRect): string {
  const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
  return [top, clientWidth - right, clientHeight - bottom, left].map((inset) => `${-Math.floor(inset)}px`).join(' ');
}

function isSame(a: DOMRect, b: DOMRect): boolean {
  return (['top', 'right', 'bottom', 'left'] as const).every((side) => Math.abs(a[side] - b[side]) < leastMove);
}
