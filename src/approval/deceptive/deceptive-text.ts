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
  /** What the text is. Guessed when left out: a URL, a path, or prose. */
  readonly kind?: TextKind | undefined;
  /** How many UTF-16 code units may go on screen before the rest is marked `long`. 2,000 when left out. */
  readonly maxLength?: number | undefined;
  /** How many UTF-16 code units are looked through at all; what follows is marked `long`, whatever is in it. All when left out. */
  readonly maxScan?: number | undefined;
}

/**
 * Finds what in a text does not look like what it is, so that it can be shown marked. Nothing is ever removed: what runs is what is
 * shown. Prose of all languages, emoji and formulas are left alone; URLs inside of prose and code are looked into.
 *
 * @param whole the text that a person is about to approve.
 * @returns marks in the order of their beginning, an outer one before those within it; takes time in proportion to the text. After
 * 2,000 of them the rest is marked `long`.
 * @example findDeceptiveText('photo\u202Egpj.exe') // [{ kind: 'bidi-control', start: 5, end: 6, label: 'U+202E', … }]
 */
export function findDeceptiveText(whole: string, options: DeceptiveTextOptions = {}): readonly DeceptiveMark[] {
  const { maxScan = Number.POSITIVE_INFINITY } = options;
  const text = whole.slice(0, maxScan);
  const { kind = guessKind(text) } = options;
  const maxLength = Math.min(options.maxLength ?? 2_000, maxScan);
  const found = [...findHiddenCharacters(text, kind), ...findPadding(text, kind), ...findByKind(text, kind)];
  const marks = found.sort(inOrder).slice(0, maxMarks);
  // Each finder stops where it has more than these: what follows was not looked through to the end.
  const limit = Math.min(maxLength, found[maxMarks]?.start ?? maxLength);
  if (whole.length <= limit) return marks;
  const start = isPairAt(whole, limit - 1) ? limit - 1 : limit;
  return [...marks, { kind: 'long', ...spanOf(whole.slice(start), start), limit } as const].sort(inOrder);
}

/** In the order of their beginning, an outer one before those within it. */
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

/** Most URLs are of this kind, and a text may have thousands. */
function isPlainUrl(url: string): boolean {
  return /^https?:\/\/(?:[a-z][a-z0-9]*[.-])*[a-z]{2,}(?:\/[\w/-]*)?$/i.test(url) && !/xn--/i.test(url);
}

/** Words outside of URLs as words, URLs as URLs: what a host may hold is decided by its labels. */
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

/** Paths begin like one, or have a separator and no blanks; other file names alone read like prose, and are for the caller to tell. */
function guessKind(text: string): TextKind {
  if (readsAsUrl(text, 'alone')) return 'url';
  if (/[\n\r]/.test(text)) return isBrokenPath(text) ? 'path' : 'text';
  const isPath = /^ *(?:~[\w-]*|\.{1,2}|[a-z]:)?[\\/]/i.test(text) || /^[^\s\\/]*[\\/]\S* *$/.test(text);
  return isPath || isDoubleName(text) || isEscapedPath(text) ? 'path' : 'text';
}

function isEscapedPath(text: string): boolean {
  return text.includes('%') && !/\s/.test(text) && findTraversal(text).length > 0;
}

/** Whether a path goes on in the next line: a list of paths has slashes there, and other texts have blanks or punctuation. */
function isBrokenPath(text: string): boolean {
  return /^(?:~|\.{1,2}|[a-z]:|\\)?[\\/][^\s\\/:;*(){}"'=]+[\\/][^\s:;*(){}"'=]*[^\s\\/:;*(){}"'=][\n\r]+[^\s\\/:;*(){}"'=]+$/i.test(
    text,
  );
}

function isPairAt(text: string, index: number): boolean {
  return (text.codePointAt(index) ?? 0) > 0xffff;
}

/** A piece of a text, with the marks that it lies in, outer ones first. */
export interface MarkedPiece {
  readonly text: string;
  readonly marks: readonly DeceptiveMark[];
}

/**
 * Cuts a text where marks begin and end, for showing it. The pieces put together are the text.
 *
 * @param text as it would be shown without marks.
 * @param marks of this text, from {@link findDeceptiveText}.
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
