import type { PendingItem } from '../../approval/broker/pending.js';
import { hasLayout, hasValue, scrollToNearest } from '../page-gaps.js';

/**
 * Puts a call's card on screen and the focus on its title, wherever the card is rendered; what is folded around it is opened.
 *
 * @param item the call whose card is meant.
 * @param page where to look. Default: the document around.
 * @returns false when no card of the call is in the page.
 */
export function jumpToCard(item: Pick<PendingItem, 'batchId' | 'call'>, page: Document = document): boolean {
  const card = findCard(item, page);
  if (card === undefined) return false;
  for (let fold = card.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  const title = card.querySelector<HTMLElement>('[data-cs="card-title"][tabindex]');
  const target = title ?? card;
  if (title === null && !card.hasAttribute('tabindex')) card.tabIndex = -1;
  target.focus({ preventScroll: true });
  scrollToNearest(card);
  return true;
}

/**
 * The same for a card that an app is about to render: goes there when it comes, unless the person does something else first.
 *
 * @returns a function that calls it off.
 */
export function jumpWhenRendered(item: Pick<PendingItem, 'batchId' | 'call'>, page: Document = document): () => void {
  if (jumpToCard(item, page)) return () => {};
  const observer = new MutationObserver(() => {
    if (jumpToCard(item, page)) end();
  });
  const end = (): void => {
    observer.disconnect();
    for (const type of deeds) page.removeEventListener(type, end, true);
  };
  observer.observe(page, { childList: true, subtree: true });
  for (const type of deeds) page.addEventListener(type, end, true);
  return end;
}

const deeds = ['pointerdown', 'keydown'] as const;

/** Of several, one in its own batch, and one that can be seen. */
function findCard({ batchId, call }: Pick<PendingItem, 'batchId' | 'call'>, page: Document): HTMLElement | undefined {
  const card = hasValue('data-card', call.toolCallId);
  const own = [...page.querySelectorAll<HTMLElement>(`${hasValue('data-batch', batchId)} ${card}`)];
  const cards = own.length > 0 ? own : [...page.querySelectorAll<HTMLElement>(card)];
  if (!hasLayout(page)) return cards[0];
  return (
    cards.find((each) => each.getClientRects().length > 0) ?? cards.find((each) => each.closest('details') !== null)
  );
}
