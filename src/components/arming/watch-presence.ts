import { hasLayout } from '../page-gaps.js';
import { windowOf } from '../page-realm.js';

/** How much of an element has to be in view to count as seen. */
const share = 0.5;

/** Tells whether a person can see an element: it is in view, and its page is shown. Where nothing can tell, it counts as in view. It is told once it is known. */
export function watchPresence(element: Element, onChange: (isSeen: boolean) => void): () => void {
  const page = element.ownerDocument;
  const Observer = windowOf(element)?.IntersectionObserver;
  const canTell = typeof Observer === 'function';
  // What the observer tells is believed; where nothing is laid out, there is none or it never tells.
  let isInView = !canTell || !hasLayout(page);
  const report = (): void => onChange(isInView && page.visibilityState !== 'hidden');
  const observer = canTell
    ? new Observer(
        (entries) => {
          isInView = (entries.at(-1)?.intersectionRatio ?? 0) >= share;
          report();
        },
        { threshold: [0, share] },
      )
    : undefined;
  observer?.observe(element);
  page.addEventListener('visibilitychange', report);
  if (isInView) report();
  return () => {
    observer?.disconnect();
    page.removeEventListener('visibilitychange', report);
  };
}
