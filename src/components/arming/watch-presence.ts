import { hasLayout } from '../page-gaps.js';
import { windowOf } from '../page-realm.js';

/** The share of an element that has to be in view to count as seen. */
const share = 0.5;

/**
 * Reports if a user can see an element: it is in view, and its page is visible. Without an observer it counts as in
 * view. Reports once that is known.
 */
export function watchPresence(element: Element, onChange: (isSeen: boolean) => void): () => void {
  const page = element.ownerDocument;
  const Observer = windowOf(element)?.IntersectionObserver;
  const canTell = typeof Observer === 'function';
  // The observer's answer is trusted; without layout, it is missing or never answers.
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
