import type { KeyboardEvent } from 'react';
import type { Risk } from '../../protocol/deferred.js';
import { isTextField } from '../shared/is-typing.js';

/** What a letter does while the focus is in a card. */
export type CardVerb = 'approve' | 'edit' | 'deny';

/** The letters, as the buttons show them. */
export const cardShortcuts: Readonly<Record<CardVerb, string>> = { approve: 'A', edit: 'E', deny: 'D' };

/**
 * The verb that a key stands for, if any. Typing is never one, nor is a key that is held down: it would run on into the
 * next card. A destructive call is approved by its button alone.
 */
export function shortcutOf(event: KeyboardEvent, risk: Risk | undefined): CardVerb | null {
  const { ctrlKey, metaKey, altKey, repeat, nativeEvent } = event;
  if (ctrlKey || metaKey || altKey || repeat || nativeEvent.isComposing || event.defaultPrevented) return null;
  if (isTextField(event.target)) return null;
  switch (event.key.toLowerCase()) {
    case 'a':
      return risk === 'destructive' ? null : 'approve';
    case 'e':
      return 'edit';
    case 'd':
      return 'deny';
    default:
      return null;
  }
}
