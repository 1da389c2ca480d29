import type { PendingItem } from '../../approval/broker/pending.js';
import { hasLayout, hasValue, scrollToNearest } from '../page-gaps.js';
import { type PageRoot, rootsAround, windowOf } from '../page-realm.js';

/** The fields that identify a card. */
type CardKey = Pick<PendingItem, 'batchId' | 'call'>;

/**
 * Scrolls to the card of a call and focuses its title. Opens the card if it is folded, and the `<details>` around it.
 *
 * @param item the call.
 * @param page the document or shadow root to search; roots around it are searched next. Default: `document`.
 * @returns false when the page has no card of the call.
 */
export function jumpToCard(item: CardKey, page: PageRoot = document): boolean {
  const card = findCard(item, page);
  if (card === undefined) return false;
  openDetailsAround(card);
  if (openFoldedCard(card)) return true;
  const title = card.querySelector<HTMLElement>('[data-cs="card-title"][tabindex]');
  const target = title ?? card;
  if (title === null && !card.hasAttribute('tabindex')) card.tabIndex = -1;
  target.focus({ preventScroll: true });
  scrollToNearest(card);
  return true;
}

/**
 * Scrolls to the first card that waits for an answer, and focuses the whole card: never a button, which a key would
 * press. If all calls are answered and only wait for a submit, uses the first card.
 *
 * @param items the pending calls, in any order. The order in the page decides which card is first.
 * @returns the card; `undefined` when the page has none of them.
 */
export function enterCards(items: readonly CardKey[], page: PageRoot = document): HTMLElement | undefined {
  const cards = items.flatMap((item) => findCard(item, page) ?? []).sort(inPageOrder);
  const card =
    cards.find((each) => each.matches('[data-open]:not([data-folded])')) ??
    cards.find((each) => each.matches('[data-open]')) ??
    cards[0];
  if (card === undefined) return undefined;
  openDetailsAround(card);
  if (!openFoldedCard(card)) focusWholeCard(card);
  return card;
}

/** Returns `true` when the page has a card of one of these calls. */
export function hasCards(items: readonly CardKey[], page: PageRoot = document): boolean {
  return items.some((item) => findCard(item, page) !== undefined);
}

/**
 * Focuses a card. It is focusable only until it loses focus, so that a pointer press in the card, for example to select
 * words, does not focus it.
 */
function focusWholeCard(card: HTMLElement): void {
  if (!card.hasAttribute('tabindex')) {
    card.tabIndex = -1;
    card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true });
  }
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'nearest' });
}

/** Opens all `<details>` elements around a card. */
function openDetailsAround(card: HTMLElement): void {
  let details = card.closest('details');
  while (details !== null) {
    details.open = true;
    details = details.parentElement?.closest('details') ?? null;
  }
}

/** Opens a folded card, which then focuses itself. Returns `true` if the card was folded. */
function openFoldedCard(card: HTMLElement): boolean {
  const isFolded = card.matches('[data-folded]');
  if (isFolded) card.click();
  return isFolded;
}

function inPageOrder(one: HTMLElement, other: HTMLElement): number {
  return (one.compareDocumentPosition(other) & one.DOCUMENT_POSITION_FOLLOWING) !== 0 ? -1 : 1;
}

/**
 * Calls {@link jumpToCard} once the app has rendered the card, unless the user does something else first.
 *
 * @returns a function that cancels it.
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
    for (const type of userActions) owner.removeEventListener(type, end, true);
  };
  for (const root of rootsAround(page)) observer.observe(root, { childList: true, subtree: true });
  for (const type of userActions) owner.addEventListener(type, end, true);
  return end;
}

/** Events of the user that cancel a jump. */
const userActions = ['pointerdown', 'keydown'] as const;

/**
 * Returns the card of a call that is visible, or that a closed `<details>` hides. Cards in the batch of the call take
 * precedence.
 */
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
