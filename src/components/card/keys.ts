import type { KeyboardEvent } from 'react';
import { isTextField } from '../shared/keyboard.js';

/** The actions that keys trigger while the focus is in a batch. */
export type KeyVerb =
  | 'enter'
  | 'back'
  | 'next'
  | 'previous'
  | 'approve'
  | 'approve-destructive'
  | 'edit'
  | 'deny'
  | 'defer'
  | 'submit'
  | 'undo'
  | 'help';

/** The keys of one action. */
export interface KeyBinding {
  /** The value of `event.key`, in capitals. */
  readonly key: string;
  readonly shift: 'held' | 'free' | 'either';
  /** For `aria-keyshortcuts`. */
  readonly aria: string;
  /** The keys as shown to users. */
  readonly shown: readonly string[];
}

/** The table of keys, from which listeners, buttons and the help are derived. */
export const keyMap: Readonly<Record<KeyVerb, KeyBinding>> = {
  enter: { key: 'ARROWUP', shift: 'free', aria: 'ArrowUp', shown: ['↑'] },
  back: { key: 'ESCAPE', shift: 'free', aria: 'Escape', shown: ['Esc'] },
  next: plain('J'),
  previous: plain('K'),
  approve: plain('A'),
  'approve-destructive': withShift('A'),
  edit: plain('E'),
  deny: plain('D'),
  defer: plain('L'),
  submit: withShift('S'),
  undo: plain('Z'),
  help: { key: '?', shift: 'either', aria: '?', shown: ['?'] },
};

/** `off`: only Escape and the buttons work while the focus is in a batch or a card, not letters. */
export type Letters = 'on' | 'off';

/** Returns `true` for an action that needs a letter. */
export function isLetter(verb: KeyVerb): boolean {
  return verb !== 'enter' && verb !== 'back';
}

/**
 * Returns `true` when a key would insert text: someone who types on has not noticed yet that the focus is on a card.
 */
export function isTyping({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return key.length === 1 && !(ctrlKey || metaKey || altKey) && !isTextField(target);
}

/**
 * Returns the action of a key, if any. Typing never triggers one. A held key only moves on: a repeated answer would
 * reach the next card.
 */
export function verbOf(event: KeyboardEvent): KeyVerb | null {
  const { ctrlKey, metaKey, altKey, repeat, nativeEvent } = event;
  if (ctrlKey || metaKey || altKey || nativeEvent.isComposing || event.defaultPrevented) return null;
  if (isTextField(event.target)) return null;
  const pressed = letterOf(event);
  const verbs = Object.keys(keyMap) as KeyVerb[];
  const verb = verbs.find((each) => keyMap[each].key === pressed && isShiftRight(keyMap[each], event.shiftKey));
  if (verb === undefined || (repeat && verb !== 'next' && verb !== 'previous')) return null;
  return verb;
}

/** Returns the Latin letter at the same position, on keyboards without Latin letters. */
function letterOf({ key, nativeEvent: { code } }: KeyboardEvent): string {
  const letter = key.toUpperCase();
  if (/^[\p{ASCII}]*$/u.test(key)) return letter;
  return /^Key([A-Z])$/.exec(code)?.[1] ?? letter;
}

function isShiftRight({ shift }: KeyBinding, isHeld: boolean): boolean {
  return shift === 'either' || (shift === 'held') === isHeld;
}

function plain(key: string): KeyBinding {
  return { key, shift: 'free', aria: key, shown: [key] };
}

function withShift(key: string): KeyBinding {
  return { key, shift: 'held', aria: `Shift+${key}`, shown: ['Shift', key] };
}
