import { authorityOf, findInAuthority, findInHost } from './deceptive-host.js';
import { findLocation } from './deceptive-location.js';
import { type DeceptiveMark, maxMarks, shiftMarks, spanOf, type TextKind } from './deceptive-mark.js';
import { findExtension, findPadding, findTraversal, isDoubleName } from './deceptive-path.js';
import { findProgram, readsAsUrl } from './deceptive-url.js';
import { findHiddenCharacters } from './hidden-characters.js';
import { findLookAlikes, findTwinWords } from './look-alikes.js';
import { findMixedScripts } from './scripts.js';

/** Options of {@link findDeceptiveText}. */
export interface DeceptiveTextOptions {
  /** The kind of the text. Default: guessed as a URL, a path, or prose. */
  readonly kind?: TextKind | undefined;
  /** The number of UTF-16 code units after which text is marked `long`. Default: 2,000. */
  readonly maxLength?: number | undefined;
  /** The number of UTF-16 code units that are searched; the rest is marked `long`. Default: all. */
  readonly maxScan?: number | undefined;
}

/**
 * Finds the deceptive parts of a text, so that they can be shown marked. The text itself is never changed, because
 * people have to see exactly what will run. Prose of all languages, emoji and formulas are not marked; URLs inside
 * prose and code are checked.
 *
 * @param whole the text that a person is about to approve.
 * @returns marks by their start, outer ones before inner ones. Takes time in proportion to the text. After 2,000 marks,
 *   the rest is marked `long`.
 * @example findDeceptiveText('photo\u202Egpj.exe') // [{ kind: 'bidi-control', start: 5, end: 6, label: 'U+202E', … }]
 */
export function findDeceptiveText(whole: string, options: DeceptiveTextOptions = {}): readonly DeceptiveMark[] {
  const { maxScan = Number.POSITIVE_INFINITY } = options;
  const text = whole.slice(0, maxScan);
  const { kind = guessKind(text) } = options;
  const maxLength = Math.min(options.maxLength ?? 2_000, maxScan);
  const found = [...findHiddenCharacters(text, kind), ...findPadding(text, kind), ...findByKind(text, kind)];
  const marks = found.sort(inOrder).slice(0, maxMarks);
  // Each finder stops after `maxMarks`, so the text after the last mark was not searched.
  const limit = Math.min(maxLength, found[maxMarks]?.start ?? maxLength);
  if (whole.length <= limit) return marks;
  const start = isPairAt(whole, limit - 1) ? limit - 1 : limit;
  return [...marks, { kind: 'long', ...spanOf(whole.slice(start), start), limit } as const].sort(inOrder);
}

/** Compares marks by their start, outer ones before inner ones. */
function inOrder(a: DeceptiveMark, b: DeceptiveMark): number {
  return a.start - b.start || b.end - a.end;
}

function findByKind(text: string, kind: TextKind): readonly DeceptiveMark[] {
  switch (kind) {
    case 'host':
      return findInHost(text);
    case 'url':
      return findInUrl(text);
    case 'path':
      return [
        ...findLookAlikes(text, kind),
        ...findTwinWords(text),
        ...findMixedScripts(text, kind),
        ...findTraversal(text),
        ...findLocation(text),
        ...findExtension(text, kind),
      ];
    default:
      return [...(kind === 'code' ? findLookAlikes(text, kind) : []), ...findInProse(text, kind)];
  }
}

function findInUrl(url: string): readonly DeceptiveMark[] {
  if (isPlainUrl(url)) return [];
  const { end } = authorityOf(url);
  const rest = url.slice(end);
  const marks = [
    ...findLookAlikes(rest, 'url'),
    ...findMixedScripts(rest, 'url'),
    ...findTraversal(rest),
    ...findExtension(rest, 'url'),
  ];
  return [...findProgram(url), ...findInAuthority(url), ...shiftMarks(marks, end)];
}

/** Returns `true` for URLs that cannot be deceptive. Most URLs are, and a text may have thousands. */
function isPlainUrl(url: string): boolean {
  return /^https?:\/\/(?:[a-z][a-z0-9]*[.-])*[a-z]{2,}(?:\/[\w/-]*)?$/i.test(url) && !/xn--/i.test(url);
}

/** Checks words outside URLs as prose and URLs as URLs, because other rules apply to hosts. */
function findInProse(text: string, kind: TextKind): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [];
  const add = (found: readonly DeceptiveMark[], by: number): void => {
    for (const mark of shiftMarks(found, by)) marks.push(mark);
  };
  const words = (start: number, end: number): void => {
    const part = text.slice(start, end);
    add(findMixedScripts(part, kind), start);
    add(findExtension(part, kind), start);
  };
  let end = 0;
  for (const { 0: url, index } of text.matchAll(/\bhttps?:[\\/]{2}[^\s"'`<>（）「」『』【】、，]+/gi)) {
    if (marks.length > maxMarks) return marks;
    words(end, index);
    add(findInUrl(url), index);
    end = index + url.length;
  }
  words(end, text.length);
  return marks;
}

/**
 * Guesses the kind. A path starts like one, or has a separator and no spaces. Other file names look like prose; callers
 * pass the kind.
 */
function guessKind(text: string): TextKind {
  if (readsAsUrl(text, 'alone')) return 'url';
  if (/[\n\r]/.test(text)) return isBrokenPath(text) ? 'path' : 'text';
  const isPath = /^ *(?:~[\w-]*|\.{1,2}|[a-z]:)?[\\/]/i.test(text) || /^[^\s\\/]*[\\/]\S* *$/.test(text);
  return isPath || isDoubleName(text) || isEscapedPath(text) ? 'path' : 'text';
}

function isEscapedPath(text: string): boolean {
  return text.includes('%') && !/\s/.test(text) && findTraversal(text).length > 0;
}

/**
 * Returns `true` when a path contains a line break. In a list of paths the next line has a slash; other text has spaces
 * or punctuation.
 */
function isBrokenPath(text: string): boolean {
  return /^(?:~|\.{1,2}|[a-z]:|\\)?[\\/][^\s\\/:;*(){}"'=]+[\\/][^\s:;*(){}"'=]*[^\s\\/:;*(){}"'=][\n\r]+[^\s\\/:;*(){}"'=]+$/i.test(
    text,
  );
}

function isPairAt(text: string, index: number): boolean {
  return (text.codePointAt(index) ?? 0) > 0xffff;
}

/** A part of a text with the marks that contain it, outer ones first. */
export interface MarkedPiece {
  readonly text: string;
  readonly marks: readonly DeceptiveMark[];
}

/**
 * Splits a text at the boundaries of marks, to show it. The concatenated pieces are the text.
 *
 * @param text the text as it would be shown without marks.
 * @param marks the marks of this text, from {@link findDeceptiveText}.
 * @example cutAtMarks('a\u200Bb', findDeceptiveText('a\u200Bb')).map(({ marks }) => marks.length) // [0, 1, 0]
 */
export function cutAtMarks(text: string, marks: readonly DeceptiveMark[]): readonly MarkedPiece[] {
  const cuts = new Set([0, text.length, ...marks.flatMap(({ start, end }) => [start, end])]);
  const [first = 0, ...ends] = [...cuts].sort((a, b) => a - b);
  let [start, next] = [first, 0];
  let open: DeceptiveMark[] = [];
  return ends.map((end) => {
    open = open.filter((mark) => mark.end > start);
    for (let mark = marks[next]; mark !== undefined && mark.start <= start; mark = marks[++next]) open.push(mark);
    const piece = { text: text.slice(start, end), marks: [...open] };
    start = end;
    return piece;
  });
}
