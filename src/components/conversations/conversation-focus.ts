import { hasValue } from '../page-gaps.js';
import { isHtmlElement } from '../page-realm.js';

/** Puts the focus on what opens a conversation, or else on what the list has besides. */
export function focusLine(list: Element | null, id: string | undefined): void {
  const line =
    id === undefined ? null : list?.querySelector(`[data-cs="conversation"]${hasValue('data-conversation', id)}`);
  const target = line?.querySelector('[data-cs="conversation-button"]') ?? list?.querySelector('button') ?? list;
  if (isHtmlElement(target)) target.focus();
}

/** The list that an element of a line stands in. */
export function listAround(element: Element): Element | null {
  return element.closest('[data-cs="conversations"]');
}

/** Goes back to what unfolds the line. */
export function focusMore(element: Element | null): void {
  element?.closest('[data-cs="conversation"]')?.querySelector<HTMLElement>('[data-action="more"]')?.focus();
}
