import { type DeceptiveMark, maxMarks, spanOf, type TextKind } from './deceptive-mark.js';

/** From how many blanks on they push the rest of a line, or a page, out of view. Deep code and wide tables stay below. */
const wide = 64;
const high = 20;

/** What is a dot or a slash to whoever undoes escapes, once or over and over, or takes an overlong one for ASCII. */
const dot = String.raw`(?:\.|%(?:25)*2e|%c0%ae)`;
const slash = String.raw`(?:[\\/]|%(?:25)*(?:2f|5c)|%c0%af)`;
const slashPattern = new RegExp(slash, 'gi');
const up = new RegExp(`^${dot}{2}(?:;.*)?$`, 'is');
const upTwice = new RegExp(`(?:${dot}{2}${slash}){2}`, 'i');

interface Segment {
  readonly text: string;
  readonly index: number;
  /** Whether it stands beside a slash in escapes. */
  readonly isEscaped: boolean;
}

/** The parts of a path between its slashes, up to what a URL has after it. */
function* segmentsOf(path: string): Generator<Segment> {
  let [from, isEscaped] = [0, false];
  for (const { 0: separator, index } of path.matchAll(slashPattern)) {
    const isNext = separator.length > 1;
    if (index > from) yield { text: path.slice(from, index), index: from, isEscaped: isEscaped || isNext };
    [from, isEscaped] = [index + separator.length, isNext];
  }
  if (from < path.length) yield { text: path.slice(from), index: from, isEscaped };
}

/** Finds `..` that undoes a folder named before it, or that is written in escapes: a path that reads unlike where it leads. */
export function findTraversal(whole: string): readonly DeceptiveMark[] {
  const cut = whole.search(/[?#]/);
  const path = cut < 0 ? whole : whole.slice(0, cut);
  let [start, end] = [-1, -1];
  const resolved: string[] = [];
  const root = /^[\\/]/.test(path) ? '/' : '';
  for (const { text, index, isEscaped } of segmentsOf(path)) {
    const isNamed = resolved.length > 0 && resolved.at(-1) !== '..';
    if (up.test(text)) {
      if (start < 0 && (isNamed || isEscaped || text !== '..')) start = index;
      if (start >= 0) end = index + text.length;
      if (isNamed) resolved.pop();
      else if (root === '') resolved.push('..');
    } else if (text !== '.') resolved.push(text);
  }
  const query = cut < 0 ? [] : findClimb(whole.slice(cut), cut);
  if (start < 0) return query;
  const to = root + resolved.join('/');
  return [{ kind: 'traversal', ...spanOf(path.slice(start, end), start), resolved: to }, ...query];
}

/** In a query a slash is an everyday escape (`?path=..%2Fsrc`); twice up, or an escape of an escape, is none. */
function findClimb(query: string, at: number): readonly DeceptiveMark[] {
  if (!query.includes('%')) return [];
  const { 0: climb, index } = upTwice.exec(query) ?? { 0: '', index: 0 };
  return climb.includes('%') ? [{ kind: 'traversal', ...spanOf(climb, at + index), resolved: '../..' }] : [];
}

const documents =
  'pdf|docx?|xlsx?|pptx?|rtf|od[ts]|txt|csv|md|html?|xml|json|jpe?g|png|gif|bmp|webp|svg|tiff?|mp[34]|avi|mov|mkv|wav';
const programEndings =
  'exe|scr|bat|cmd|pif|lnk|vb[es]|hta|ps1|ms[ip]|msix|appx|wsf|wsh|cpl|chm|reg|xll|command|desktop|url|appimage|iso|dmg|apk';
const runsByName = new RegExp(`^(.*\\.(?:${documents})[ .]?)(\\.(?:${programEndings}|com))[ .]*$`, 'is');
const runsInProse = new RegExp(`\\.(?:${documents})(\\.(?:${programEndings}))\\b(?![.\\w-])`, 'gi');
/** Longer names are none. */
const longestFileName = 255;

/** Whether a text without blanks ends like a program that passes for a document. */
export function isDoubleName(text: string): boolean {
  return text.length <= longestFileName && !/\s/.test(text) && runsByName.test(text);
}

/** Finds an extension that runs behind one of a document: `report.pdf.exe`. */
export function findExtension(text: string, kind: TextKind): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [];
  const found = (extension: string, start: number): void => {
    marks.push({ kind: 'extension', ...spanOf(extension, start), extension });
  };
  if (kind === 'path' || kind === 'url') {
    const [path = ''] = /^[^?#]*/.exec(text) ?? [];
    const start = Math.max(path.length - longestFileName, 0);
    const [, before = '', extension] = runsByName.exec(path.slice(start)) ?? [];
    if (extension !== undefined) found(extension, start + before.length);
    return marks;
  }
  for (const { 0: whole, 1: extension = '', index } of text.matchAll(runsInProse)) {
    if (marks.length > maxMarks) break;
    found(extension, index + whole.length - extension.length);
  }
  return marks;
}

/** Finds blanks that hide the end of a name (`a.pdf      .exe`), and blanks and dots that some file systems drop. */
function findNamePadding(path: string): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [];
  for (const { 0: segment, index } of path.matchAll(/[^\\/]+/g)) {
    if (marks.length > maxMarks) break;
    const name = withoutEnd(segment);
    const isDots = /^\.+$/.test(segment);
    for (const { 0: blanks, index: at } of name.matchAll(/^ +| {4,}/g)) {
      if (marks.length > maxMarks) break;
      marks.push({ kind: 'padding', ...spanOf(blanks, index + at) });
    }
    if (name !== segment && !isDots)
      marks.push({ kind: 'padding', ...spanOf(segment.slice(name.length), index + name.length) });
  }
  return marks;
}

/** Not by a pattern that ends in `$`: it would start again at each of a million dots. */
function withoutEnd(segment: string): string {
  let end = segment.length;
  while (' .'.includes(segment.charAt(end - 1)) && end > 0) end--;
  return segment.slice(0, end);
}

/** Finds blanks that push what comes after them out of view: {@link wide} on a line, or {@link high} lines. */
export function findPadding(text: string, kind: TextKind): readonly DeceptiveMark[] {
  if (kind === 'path') return findNamePadding(text);
  const marks: DeceptiveMark[] = [];
  // What the URL parser takes off, and what compares texts does not; tabs and controls there are marked as such.
  const before = kind === 'url' ? (/^[\0- ]+/.exec(text)?.[0] ?? '') : '';
  for (const { 0: blanks, index } of before.matchAll(/ +/g)) {
    if (marks.length > maxMarks) break;
    marks.push({ kind: 'padding', ...spanOf(blanks, index) });
  }
  for (const { 0: blanks, index } of text.matchAll(/\s{20,}/g)) {
    if (marks.length > maxMarks) break;
    if (index < before.length) continue;
    const lines = blanks.split('\n');
    const hides = lines.length > high || lines.some((line) => line.length >= wide);
    if (hides && index + blanks.length < text.length) marks.push({ kind: 'padding', ...spanOf(blanks, index) });
  }
  return marks;
}
