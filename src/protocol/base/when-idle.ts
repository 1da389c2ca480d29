/** Does something once the page has nothing better to do, or after a second. Gives what calls it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(work, { timeout: 1000 });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(work, 200);
  return () => clearTimeout(timer);
}
