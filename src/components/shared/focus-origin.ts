import { focusedElement, isHtmlElement, pageRootOf } from '../page-realm.js';
import { isTextField } from './keyboard.js';

/** The element that was focused before a batch, for each document. */
const origins: WeakMap<Document, HTMLElement> = new WeakMap();

/**
 * Focuses the heading of a batch that has appeared, unless the user is typing or in another card. Without scrolling:
 * the follow-end hook does that.
 */
export function enterBatch(heading: HTMLElement): void {
  const focused = focusedElement(heading);
  if (isTextField(focused) || (focused?.closest('[data-card]') ?? null) !== null) return;
  const isInBatch = (focused?.closest('[data-batch]') ?? null) !== null;
  if (!isInBatch && isHtmlElement(focused)) noteOrigin(focused);
  heading.focus({ preventScroll: true });
}

/** Remembers the focused element before the focus moves to a batch. */
export function noteOrigin(element: HTMLElement): void {
  origins.set(element.ownerDocument, element);
}

/** Returns the focus to where it was before a batch, or else to the composer. Returns `false` if there is neither. */
export function leaveBatch(batch: HTMLElement): boolean {
  const root = batch.closest('[data-cs="agent-chat"]') ?? pageRootOf(batch);
  const target = takeOrigin(batch.ownerDocument) ?? root.querySelector<HTMLElement>('[data-cs="composer-input"]');
  target?.focus();
  return target !== null;
}

/**
 * Returns the element that was focused before a batch, while it is visible, and forgets it: later the focus was
 * elsewhere.
 */
export function takeOrigin(page: Document): HTMLElement | null {
  const origin = origins.get(page);
  origins.delete(page);
  return origin?.isConnected === true && origin.getClientRects().length > 0 ? origin : null;
}
