import type { KeyboardEvent, RefObject } from 'react';
import { isElement } from '../page-realm.js';

/** The effects of Enter in a form. */
export interface FormKeys {
  /** Validates the value, and calls back if it is valid; otherwise focuses the first problem. */
  readonly check: (onRight: () => void) => void;
}

/**
 * Handles Enter in the fields of a form. In a field of one line it validates and moves to the submit button without
 * pressing it: submitting is a decision of its own. With Ctrl or Cmd it presses that button, which may refuse as usual.
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
  // A held key would act on the next element, too.
  if (event.repeat) return;
  if (isPress) button.click();
  else check(() => button.focus());
}

const field = 'input, textarea, select';
const lineField = 'input:not([type="radio"], [type="checkbox"], [type="file"], [type="search"])';
const submitButton = ':scope > [data-cs="actions"] > [data-cs="button"]:first-child';
