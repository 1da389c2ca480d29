import type { PendingItem } from '../../approval/broker/pending.js';
import { hasLayout, hasValue, scrollToNearest } from '../page-gaps.js';
import { type PageRoot, rootsAround, windowOf } from '../page-realm.js';

/** What tells a card. */
type CardKey = Pick<PendingItem, 'batchId' | 'call'>;

/**
 * Puts a call's card on screen and the focus on its title, wherever the card is rendered; what is folded around it is opened.
 *
 * @param item the call whose card is meant.
 * @param page the document or shadow root to look in; roots around it come after. Default: `document`.
 * @returns false when no card of the call is in the page.
 */
export function jumpToCard(item: CardKey, page: PageRoot = document): boolean {
  const card = findCard(item, page);
  if (card === undefined) return false;
  unfold(card);
  if (openLine(card)) return true;
  const title = card.querySelector<HTMLElement>('[data-cs="card-title"][tabindex]');
  const target = title ?? card;
  if (title === null && !card.hasAttribute('tabindex')) card.tabIndex = -1;
  target.focus({ preventScroll: true });
  scrollToNearest(card);
  return true;
}

/**
 * Puts the first of these calls' cards that waits for an answer on screen, and the focus on it as a group: never on a button, which a
 * key would press. Where all wait for a submit only, on the first.
 *
 * @param items the calls that wait, in any order: the page's counts.
 * @returns the card; `undefined` when none of them is in the page.
 */
export function enterCards(items: readonly CardKey[], page: PageRoot = document): HTMLElement | undefined {
  const cards = items.flatMap((item) => findCard(item, page) ?? []).sort(inPageOrder);
  const card =
    cards.find((each) => each.matches('[data-open]:not([data-folded])')) ??
    cards.find((each) => each.matches('[data-open]')) ??
    cards[0];
  if (card === undefined) return undefined;
  unfold(card);
  if (!openLine(card)) focusGroup(card);
  return card;
}

/** Whether one of these calls has a card in the page. */
export function hasCards(items: readonly CardKey[], page: PageRoot = document): boolean {
  return items.some((item) => findCard(item, page) !== undefined);
}

/** The focus cannot come here by a press with the pointer: whoever marks words in a card does not bring it there. */
function focusGroup(card: HTMLElement): void {
  if (!card.hasAttribute('tabindex')) {
    card.tabIndex = -1;
    card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true });
  }
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'nearest' });
}

function unfold(card: HTMLElement): void {
  for (let fold = card.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
}

/** A call that is only a line opens, and takes the focus itself once it is open. */
function openLine(card: HTMLElement): boolean {
  const isLine = card.matches('[data-folded]');
  if (isLine) card.click();
  return isLine;
}

function inPageOrder(one: HTMLElement, other: HTMLElement): number {
  return (one.compareDocumentPosition(other) & one.DOCUMENT_POSITION_FOLLOWING) !== 0 ? -1 : 1;
}

/**
 * {@link jumpToCard} for a card that an app is about to render: goes there when it comes, unless the person does something else first.
 *
 * @returns a function that calls it off.
 */
export function jumpWhenRendered(item: CardKey, page: PageRoot = document): () => void {
  if (jumpToCard(item, page)) return () => {};
  const owner = 'host' in page ? page.ownerDocument : page;
  const Observer = windowOf(owner)?.MutationObserver ?? MutationObserver;
  const observer = new Observer(() => {
    if (jumpToCard(item, page)) end();
  });
  const end = (): void => {
    observer.disconnect();
    for (const type of deeds) owner.removeEventListener(type, end, true);
  };
  for (const root of rootsAround(page)) observer.observe(root, { childList: true, subtree: true });
  for (const type of deeds) owner.addEventListener(type, end, true);
  return end;
}

const deeds = ['pointerdown', 'keydown'] as const;

/** Of several, one in its own batch, and one that can be seen. */
function findCard({ batchId, call }: CardKey, page: PageRoot): HTMLElement | undefined {
  const card = hasValue('data-card', call.toolCallId);
  const roots = rootsAround(page);
  const all = (selector: string) => roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)]);
  const own = all(`${hasValue('data-batch', batchId)} ${card}`);
  const cards = own.length > 0 ? own : all(card);
  if (!hasLayout('host' in page ? page.ownerDocument : page)) return cards[0];
  return (
    cards.find((each) => each.getClientRects().length > 0) ?? cards.find((each) => each.closest('details') !== null)
  );
}
