import type { KeyboardEvent, RefObject } from 'react';
import { isElement } from '../page-realm.js';

/** What Enter does in a form. */
export interface FormKeys {
  /** Checks the value, and calls back where nothing is wrong with it; else the focus goes to what is. */
  readonly check: (onRight: () => void) => void;
}

/**
 * Listens for Enter in the fields of a form. In a field of one line it goes on to the button that submits, once nothing is wrong, and
 * presses nothing: what is sent is a decision of its own. With Ctrl or Cmd it presses that button, which may refuse a press as ever.
 *
 * @param form the element with the fields, and below it the row of buttons, of which the first one submits.
 */
export function handleFormKey(
  event: KeyboardEvent<HTMLElement>,
  form: RefObject<HTMLElement | null>,
  { check }: FormKeys,
): void {
  const { key, target, nativeEvent } = event;
  if (
    key !== 'Enter' ||
    nativeEvent.isComposing ||
    nativeEvent.keyCode === 229 ||
    event.defaultPrevented ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const isPress = event.ctrlKey || event.metaKey;
  if (!isElement(target) || !target.matches(isPress ? field : lineField)) return;
  const button = form.current?.querySelector<HTMLElement>(submitButton);
  if (button === undefined || button === null) return;
  event.preventDefault();
  // A key that is held down would run on into what comes next.
  if (event.repeat) return;
  if (isPress) button.click();
  else check(() => button.focus());
}

const field = 'input, textarea, select';
const lineField = 'input:not([type="radio"], [type="checkbox"], [type="file"], [type="search"])';
const submitButton = ':scope > [data-cs="actions"] > [data-cs="button"]:first-child';
