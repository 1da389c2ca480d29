import type { KeyboardEvent } from 'react';
import { isHtmlElement } from '../page-realm.js';

/** Returns `true` when keys in this element write text: shortcuts and focus moves ignore it. */
export function isTextField(element: EventTarget | null): boolean {
  if (!isHtmlElement(element)) return false;
  return element.isContentEditable || element.matches('input, textarea, select');
}

/** Ignores a held key: for the `onKeyDown` of approve buttons, which it would press repeatedly. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

/**
 * Returns `true` when a key sends the text: Enter, but not one that begins a new line (Shift) or confirms a word of an
 * input method. Safari reports that key after the composition, as 229.
 */
export function isSendingKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !isComposing(nativeEvent);
}

/** Returns `true` for this key without a modifier, outside of an input method, and not handled yet. */
export function isPlainKey(event: KeyboardEvent, key: string): boolean {
  const { shiftKey, ctrlKey, metaKey, altKey, nativeEvent, defaultPrevented } = event;
  return (
    event.key === key && !(shiftKey || ctrlKey || metaKey || altKey || defaultPrevented || isComposing(nativeEvent))
  );
}

/** Returns `true` when a key belongs to an input method. */
export function isComposing(event: globalThis.KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
