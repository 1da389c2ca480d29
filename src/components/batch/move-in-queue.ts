/** Puts the focus on the title of the next or the previous card, over all batches of the queue around. At an end it stays. */
export function moveInQueue(batch: HTMLElement, way: 'next' | 'previous'): void {
  const queue = batch.closest('[data-slot="approval-queue"]') ?? batch;
  const titles = [...queue.querySelectorAll<HTMLElement>('[data-card] [data-slot="card-title"]')];
  const { activeElement } = batch.ownerDocument;
  const card = activeElement?.closest('[data-card]') ?? null;
  const here = card === null ? -1 : titles.findIndex((title) => card.contains(title));
  const next = here < 0 ? fromOutside(titles, activeElement, way) : titles[here + (way === 'next' ? 1 : -1)];
  next?.focus({ preventScroll: true });
  next?.closest('[data-card]')?.scrollIntoView({ block: 'nearest' });
}

/** From a heading or a footer, it is the card that stands there. */
function fromOutside(
  titles: readonly HTMLElement[],
  from: Element | null,
  way: 'next' | 'previous',
): HTMLElement | undefined {
  if (from === null) return titles[0];
  const isAfter = (title: HTMLElement): boolean =>
    (from.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return way === 'next' ? titles.find(isAfter) : titles.filter((title) => !isAfter(title)).at(-1);
}
