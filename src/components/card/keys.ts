import type { KeyboardEvent } from 'react';
import { isTextField } from '../shared/keyboard.js';

/** What keys do while the focus is in a batch. */
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
  | 'help';

/** The keys of one verb. */
export interface KeyBinding {
  /** As `event.key` tells it, in capitals. */
  readonly key: string;
  readonly shift: 'held' | 'free' | 'either';
  /** For `aria-keyshortcuts`. */
  readonly aria: string;
  /** As people read them, key by key. */
  readonly shown: readonly string[];
}

/** The one table of keys: what listens, what buttons show and what the help lists are all read from it. */
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
  help: { key: '?', shift: 'either', aria: '?', shown: ['?'] },
};

/** Whether letters do something while the focus is in a batch or a card. `off`: only Escape does, and the buttons. */
export type Letters = 'on' | 'off';

/** What can be done without letters. */
export function isLetter(verb: KeyVerb): boolean {
  return verb !== 'enter' && verb !== 'back';
}

/** Whether a key would write: someone who goes on typing has not seen yet that the focus is at a card. */
export function isTyping({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return key.length === 1 && !(ctrlKey || metaKey || altKey) && !isTextField(target);
}

/**
 * The verb that a key stands for, if any. Typing is never one. Nor is a key that is held down, but for moving on: an answer would
 * run on into the next card.
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

/** On keyboards without Latin letters, the letter that stands at this place on those with them. */
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
