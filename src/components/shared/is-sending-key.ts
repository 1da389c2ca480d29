import type { KeyboardEvent } from 'react';

/**
 * Whether a key sends what was written: Enter, but not one that begins a new line (Shift), and not one that confirms a word of an
 * input method. Safari reports that key after the composition, as 229.
 */
export function isSendingKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !isComposing(nativeEvent);
}

/** Whether a key belongs to an input method. */
export function isComposing(event: globalThis.KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
