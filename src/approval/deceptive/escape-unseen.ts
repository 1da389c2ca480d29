import { maxMarks } from './deceptive-mark.js';
import { findHiddenCharacters } from './hidden-characters.js';

/** Characters that take no room, show nothing or change how their neighbours are shown. Tabs and line ends are not among them. */
const unseen = /(?!\r?\n)[^\P{C}\t]|[\p{Default_Ignorable_Code_Point}\u2800\u2028\u2029]/u;
const everyUnseen = new RegExp(unseen, 'gu');

/** These may belong to a writing system or to an emoji. All other unseen characters are always escaped. */
const mayBelong = /^(?![\u00AD\uFEFF])[\p{Default_Ignorable_Code_Point}\u2800]$/u;

/**
 * Makes each character of a text visible. A character that shows nothing, or that changes how others are shown, is replaced by the escape
 * that JSON and JavaScript have for it (`\\u202e`). Some stay: joiners inside a word of a script that joins letters, the parts of an emoji,
 * direction marks in a text with right-to-left letters, and isolates that are closed (U+2068 with its U+2069).
 *
 * Every text of a model, tool, server or other person passes through this function, or through `DeceptiveText`, before it is rendered.
 */
export function escapeUnseen(text: string): string {
  if (!unseen.test(text)) return text;
  const marks = findHiddenCharacters(text, 'text');
  const isolates = findClosedIsolates(text);
  // The search ends after so many marks: nothing behind them was looked at.
  const limit = marks.length > maxMarks ? (marks.at(-1)?.end ?? 0) : text.length;
  let next = 0;
  return text.replace(everyUnseen, (character, at: number) => {
    while ((marks[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++;
    const isMarked = at >= limit || (marks[next]?.start ?? Number.POSITIVE_INFINITY) <= at;
    if (isolates.has(at) || (mayBelong.test(character) && !isMarked)) return character;
    return toEscapes(character);
  });
}

/** Secrets, also as they read in a text that has passed through {@link escapeUnseen}. */
export function withVisibleSpellings(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets.flatMap((secret) => [secret, escapeUnseen(secret)]))];
}

/**
 * The places of first-strong isolates that are closed in the same paragraph. They change nothing outside of themselves, and they are how a
 * name is put into a sentence: the sentence may pass through here again.
 */
function findClosedIsolates(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  const open: { readonly at: number; readonly isFirstStrong: boolean }[] = [];
  for (const { 0: character, index } of text.matchAll(/[\u2066-\u2069\n\r\u0085\u2029]/g)) {
    if (character === '\u2069') {
      const opened = open.pop();
      if (opened?.isFirstStrong === true) found.add(opened.at).add(index);
    } else if (character >= '\u2066') open.push({ at: index, isFirstStrong: character === '\u2068' });
    else open.length = 0;
  }
  return found;
}

function toEscapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
