import { focusedElement, isHtmlElement, pageRootOf } from '../page-realm.js';
import { isTextField } from './keyboard.js';

/** Where the focus was before it came to a batch, for each document. */
const origins: WeakMap<Document, HTMLElement> = new WeakMap();

/**
 * Puts the focus on the heading of a batch that has appeared. Never from someone who types, and never from another card. The window
 * does not jump: what follows the end scrolls.
 */
export function enterBatch(heading: HTMLElement): void {
  const focused = focusedElement(heading);
  if (isTextField(focused) || (focused?.closest('[data-card]') ?? null) !== null) return;
  const isInBatch = (focused?.closest('[data-batch]') ?? null) !== null;
  if (!isInBatch && isHtmlElement(focused)) noteOrigin(focused);
  heading.focus({ preventScroll: true });
}

/** Notes where the focus is before it goes to a batch, for the way back. */
export function noteOrigin(element: HTMLElement): void {
  origins.set(element.ownerDocument, element);
}

/** Takes the focus back to where it was before it came to a batch, or else to the composer. `false`: there is neither. */
export function leaveBatch(batch: HTMLElement): boolean {
  const root = batch.closest('[data-cs="agent-chat"]') ?? pageRootOf(batch);
  const target = takeOrigin(batch.ownerDocument) ?? root.querySelector<HTMLElement>('[data-cs="composer-input"]');
  target?.focus();
  return target !== null;
}

/** Where the focus was before it came to a batch, as long as that can be seen. It is told once: later the focus was elsewhere. */
export function takeOrigin(page: Document): HTMLElement | null {
  const origin = origins.get(page);
  origins.delete(page);
  return origin?.isConnected === true && origin.getClientRects().length > 0 ? origin : null;
}
