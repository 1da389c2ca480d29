import { exactTwins, separatorTwins } from '../reading/confusables.js';
import { charactersAt, type DeceptiveMark, maxMarks, type TextKind } from './deceptive-mark.js';

const cjk = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;

/**
 * Finds characters that look like ASCII: fullwidth and mathematical letters, ligatures, unusual spaces, dots and
 * slashes. They are ordinary in prose, so it is excluded.
 */
export function findLookAlikes(text: string, kind: Exclude<TextKind, 'text'>): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [];
  const isWide = kind === 'path' && cjk.test(text);
  if (kind === 'code') marks.push(...findOddSpaces(text));
  for (const { 0: run, index } of text.matchAll(/[^\0-\x7F]+/g)) {
    if (marks.length > maxMarks) break;
    let start = index;
    let found = '';
    let looksLike = '';
    const close = (): void => {
      if (found !== '') marks.push({ kind: 'look-alike', ...charactersAt(found, start), looksLike });
      start += found.length;
      found = '';
      looksLike = '';
    };
    for (const character of run) {
      const twin = isWide && /[！-～]/.test(character) && !/[．／＼]/.test(character) ? '' : twinOf(character, kind);
      if (twin === '') {
        close();
        start += character.length;
      } else {
        found += character;
        looksLike += twin;
      }
    }
    close();
  }
  return marks;
}

/**
 * Finds wide spaces between ASCII characters, which shells treat as part of a word. Between ideographs they are
 * ordinary.
 */
function findOddSpaces(text: string): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [];
  for (const { 0: space, index } of text.matchAll(/(?<=[!-~])[\u1680\u3000]+(?=[!-~])/g)) {
    if (marks.length > maxMarks) break;
    marks.push({ kind: 'look-alike', ...charactersAt(space, index), looksLike: ' ' });
  }
  return marks;
}

/**
 * Finds words of a path that are entirely Cyrillic and look like Latin ones: `/etc/сору`. If other words are clearly
 * Cyrillic, or only the extension is Latin, the words are most likely real Cyrillic and are not marked.
 */
export function findTwinWords(path: string): readonly DeceptiveMark[] {
  if (!/\p{sc=Cyrillic}/u.test(path) || !/[a-z]{2}/i.test(path.replace(/\.[^\\/.]*$/, ''))) return [];
  const marks: DeceptiveMark[] = [];
  for (const { 0: word, index } of path.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (!/^\p{sc=Cyrillic}+$/u.test(word)) continue;
    const looksLike = Array.from(word, (letter) => exactTwins.get(letter) ?? '');
    if (looksLike.includes('')) return [];
    if (marks.length <= maxMarks)
      marks.push({ kind: 'look-alike', ...charactersAt(word, index), looksLike: looksLike.join('') });
  }
  return marks;
}

/** Returns the ASCII text that a character looks like; empty for all others. */
function twinOf(character: string, kind: TextKind): string {
  const plain = character.normalize('NFKC');
  const isAscii = /^[ -~]+$/.test(plain);
  // A host is normalized before it is looked up, so all of these become what they look like.
  if (kind === 'host') return isAscii ? plain : plain === '。' ? '.' : (separatorTwins.get(character) ?? '');
  if (!isAscii) return kind === 'code' ? '' : (separatorTwins.get(character) ?? '');
  // Superscript, circled and abbreviated characters are easy to recognize, and so are an ellipsis and an ideographic
  // space.
  if (/[\p{Lm}\p{Lo}\p{No}\p{So}\u2026\u2070-\u209F\u3000]/u.test(character)) return '';
  return kind === 'code' && /[\u2102-\u2124！-～]/.test(character) ? '' : plain;
}
