import { hasValue } from '../page-gaps.js';
import { isHtmlElement } from '../page-realm.js';

/** Focuses the button that opens a conversation, or else another element of the list. */
export function focusLine(list: Element | null, id: string | undefined): void {
  const line =
    id === undefined ? null : list?.querySelector(`[data-cs="conversation"]${hasValue('data-conversation', id)}`);
  const target = line?.querySelector('[data-cs="conversation-button"]') ?? list?.querySelector('button') ?? list;
  if (isHtmlElement(target)) target.focus();
}

/** Returns the list that contains an element. */
export function listAround(element: Element): Element | null {
  return element.closest('[data-cs="conversations"]');
}

/** Focuses the button that unfolds the line. */
export function focusMore(element: Element | null): void {
  element?.closest('[data-cs="conversation"]')?.querySelector<HTMLElement>('[data-action="more"]')?.focus();
}
