import { windowOf } from '../page-realm.js';
import { mayBeMisreported } from './find-obstacle.js';

/** The browser's verdict about the visibility of an element. */
interface VisibilityWatch {
  /**
   * `hidden`: something that the page cannot detect covers it. `unknown`: the browser cannot tell, or may be mistaken.
   */
  readonly verdict: () => 'visible' | 'hidden' | 'unknown';
  /** Asks the browser again if its last verdict was a mistake that it would not make now. */
  readonly refresh: () => void;
  readonly stop: () => void;
}

/** Members of version 2, which only Chromium has. */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/** The shortest delay that browsers allow, in milliseconds. */
const pause = 100;

/**
 * Watches if the browser can vouch that an element is visible (IntersectionObserver version 2): it detects layers that
 * let the pointer through, and anything that covers the frame of the page. `hidden` is reported only if there is no
 * harmless reason for it.
 */
export function watchVisibility(element: Element, onChange: () => void): VisibilityWatch {
  let verdict: 'visible' | 'hidden' | 'mistaken' | 'unknown' = 'unknown';
  const observer = createObserver(element, (entry) => {
    const isHidden = entry.isIntersecting && entry.isVisible === false;
    verdict =
      entry.isVisible === true ? 'visible' : !isHidden ? 'unknown' : mayBeMisreported(element) ? 'mistaken' : 'hidden';
    onChange();
  });
  observer?.observe(element);
  return {
    verdict: () => (verdict === 'mistaken' ? 'unknown' : verdict),
    refresh: () => {
      if (verdict !== 'mistaken' || mayBeMisreported(element)) return;
      // The browser reports only changes; a new observer gets a report at once.
      verdict = 'unknown';
      observer?.unobserve(element);
      observer?.observe(element);
    },
    stop: () => observer?.disconnect(),
  };
}

function createObserver(element: Element, onEntry: (entry: VisibilityEntry) => void): IntersectionObserver | undefined {
  const view = windowOf(element);
  if (typeof view?.IntersectionObserver !== 'function' || typeof view.IntersectionObserverEntry !== 'function')
    return undefined;
  if (!('isVisible' in view.IntersectionObserverEntry.prototype)) return undefined;
  // The DOM types do not know version 2.
  const options: IntersectionObserverInit & { readonly trackVisibility: true; readonly delay: number } = {
    trackVisibility: true,
    delay: pause,
  };
  return new view.IntersectionObserver((entries) => {
    const last = entries.at(-1);
    if (last !== undefined) onEntry(last);
  }, options);
}
