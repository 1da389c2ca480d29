import type { KeyboardEvent } from 'react';
import { isHtmlElement } from '../page-realm.js';

/** Tells whether keys that go to this element write text: shortcuts and focus moves keep away from it. */
export function isTextField(element: EventTarget | null): boolean {
  if (!isHtmlElement(element)) return false;
  return element.isContentEditable || element.matches('input, textarea, select');
}

/** For the `onKeyDown` of what approves: a key that is held down presses again and again, by itself. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

/**
 * Whether a key sends what was written: Enter, but not one that begins a new line (Shift), and not one that confirms a word of an
 * input method. Safari reports that key after the composition, as 229.
 */
export function isSendingKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !isComposing(nativeEvent);
}

/** Whether it is this key, without a modifier and not of an input method, and nothing has answered it yet. */
export function isPlainKey(event: KeyboardEvent, key: string): boolean {
  const { shiftKey, ctrlKey, metaKey, altKey, nativeEvent, defaultPrevented } = event;
  return (
    event.key === key && !(shiftKey || ctrlKey || metaKey || altKey || defaultPrevented || isComposing(nativeEvent))
  );
}

/** Whether a key belongs to an input method. */
export function isComposing(event: globalThis.KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
