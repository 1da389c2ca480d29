import { type DeceptiveMark, maxMarks, spanOf, type TextKind } from './deceptive-mark.js';

/**
 * The numbers of spaces in a line, and of lines, that push text out of view. Indented code and wide tables have fewer.
 */
const wide = 64;
const high = 20;

/** Dots and slashes, including percent-encoded (once or repeatedly) and overlong UTF-8 forms. */
const dot = String.raw`(?:\.|%(?:25)*2e|%c0%ae)`;
const slash = String.raw`(?:[\\/]|%(?:25)*(?:2f|5c)|%c0%af)`;
const slashPattern = new RegExp(slash, 'gi');
const up = new RegExp(`^${dot}{2}(?:;.*)?$`, 'is');
const upTwice = new RegExp(`(?:${dot}{2}${slash}){2}`, 'i');

interface Segment {
  readonly text: string;
  readonly index: number;
  /** `true` if a slash before or after it is escaped. */
  readonly isEscaped: boolean;
}

/** Returns the segments of a path. */
function* segmentsOf(path: string): Generator<Segment> {
  let [from, isEscaped] = [0, false];
  for (const { 0: separator, index } of path.matchAll(slashPattern)) {
    const isNext = separator.length > 1;
    if (index > from) yield { text: path.slice(from, index), index: from, isEscaped: isEscaped || isNext };
    [from, isEscaped] = [index + separator.length, isNext];
  }
  if (from < path.length) yield { text: path.slice(from), index: from, isEscaped };
}

/** Finds `..` after a named folder or in escapes, because the path then refers to another location than it seems to. */
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

/**
 * Finds `../..` in a query. One escaped slash is common there (`?path=..%2Fsrc`), so it takes two levels or a double
 * escape.
 */
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
/** The maximum length of a file name. */
const longestFileName = 255;

/** Returns `true` for a file name without spaces whose executable extension follows that of a document. */
export function isDoubleName(text: string): boolean {
  return text.length <= longestFileName && !/\s/.test(text) && runsByName.test(text);
}

/** Finds an executable extension after that of a document: `report.pdf.exe`. */
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

/** Finds spaces that hide the end of a name (`a.pdf      .exe`), and spaces and dots that some file systems drop. */
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

/** Removes spaces and dots from the end. A regular expression that ends in `$` would take quadratic time. */
function withoutEnd(segment: string): string {
  let end = segment.length;
  while (' .'.includes(segment.charAt(end - 1)) && end > 0) end--;
  return segment.slice(0, end);
}

/** Finds spaces that push the following text out of view: {@link wide} in a line, or {@link high} lines. */
export function findPadding(text: string, kind: TextKind): readonly DeceptiveMark[] {
  if (kind === 'path') return findNamePadding(text);
  const marks: DeceptiveMark[] = [];
  // The URL parser strips leading spaces, but a comparison of strings does not. Tabs and controls have marks of their
  // own.
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
