import { maxMarks } from './deceptive-mark.js';
import { findHiddenCharacters } from './hidden-characters.js';

/** Matches characters that are invisible or change how their neighbours are shown. Tabs and line ends are excluded. */
const unseen = /(?!\r?\n)[^\P{C}\t]|[\p{Default_Ignorable_Code_Point}\u2800\u2028\u2029]/u;
const everyUnseen = new RegExp(unseen, 'gu');

/**
 * Matches characters that may be part of a writing system or an emoji. All other unseen characters are always escaped.
 */
const mayBelong = /^(?![\u00AD\uFEFF])[\p{Default_Ignorable_Code_Point}\u2800]$/u;

/**
 * Replaces characters that are invisible or change how others are shown with their JSON escapes (`\\u202e`). Some are
 * kept: joiners inside a word of a script that joins letters, the parts of an emoji, direction marks in a text with
 * right-to-left letters, and isolates that are closed (U+2068 with its U+2069).
 *
 * Every text of a model, tool, server or other person passes through this function, or through `DeceptiveText`, before
 * it is rendered.
 */
export function escapeUnseen(text: string): string {
  if (!unseen.test(text)) return text;
  const marks = findHiddenCharacters(text, 'text');
  const isolates = findClosedIsolates(text);
  // The search stops after `maxMarks`, so the rest of the text was not checked.
  const limit = marks.length > maxMarks ? (marks.at(-1)?.end ?? 0) : text.length;
  let next = 0;
  return text.replace(everyUnseen, (character, at: number) => {
    while ((marks[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++;
    const isMarked = at >= limit || (marks[next]?.start ?? Number.POSITIVE_INFINITY) <= at;
    if (isolates.has(at) || (mayBelong.test(character) && !isMarked)) return character;
    return toEscapes(character);
  });
}

/** Returns secrets, and the same after {@link escapeUnseen}, so that they are also found in escaped texts. */
export function withVisibleSpellings(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets.flatMap((secret) => [secret, escapeUnseen(secret)]))];
}

/**
 * Returns the positions of first-strong isolates that are closed in the same paragraph. They have no effect outside
 * themselves. We use them to put names into sentences, and such a sentence may pass through this function again.
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
