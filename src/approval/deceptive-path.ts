import { type DeceptiveMark, spanOf, type TextKind } from './deceptive-mark.js';

/** From how many blanks on they push the rest of a line, or a page, out of view. Deep code and wide tables stay below. */
const wide = 64;
const high = 20;

/** Finds `..` that undoes a folder named before it, or that is written in escapes: a path that reads unlike where it leads. */
export function findTraversal(path: string): readonly DeceptiveMark[] {
  let [start, end] = [-1, -1];
  const resolved: string[] = [];
  for (const { 0: segment, index } of path.matchAll(/[^\\/?#]+|[?#].*/gs)) {
    if (/^[?#]/.test(segment)) break;
    const plain = segment.replace(/%2e/gi, '.');
    const isNamed = resolved.length > 0 && resolved.at(-1) !== '..';
    if (plain === '..') {
      if (start < 0 && (isNamed || plain !== segment)) start = index;
      if (start >= 0) end = index + segment.length;
      if (isNamed) resolved.pop();
      else if (!/^[\\/]/.test(path)) resolved.push('..');
    } else if (plain !== '.') resolved.push(segment);
  }
  if (start < 0) return [];
  const root = /^[\\/]/.test(path) ? '/' : '';
  return [{ kind: 'traversal', ...spanOf(path.slice(start, end), start), resolved: root + resolved.join('/') }];
}

/** Finds blanks that hide the end of a name (`a.pdf      .exe`), and blanks and dots that some file systems drop. */
function findNamePadding(path: string): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [];
  for (const { 0: segment, index } of path.matchAll(/[^\\/]+/g)) {
    const name = withoutEnd(segment);
    const isDots = /^\.+$/.test(segment);
    if (name !== segment && !isDots)
      marks.push({ kind: 'padding', ...spanOf(segment.slice(name.length), index + name.length) });
    for (const { 0: blanks, index: at } of name.matchAll(/^ +| {4,}/g))
      marks.push({ kind: 'padding', ...spanOf(blanks, index + at) });
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
  for (const { 0: blanks, index } of text.matchAll(/\s{20,}/g)) {
    const lines = blanks.split('\n');
    const hides = lines.length > high || lines.some((line) => line.length >= wide);
    if (hides && index + blanks.length < text.length) marks.push({ kind: 'padding', ...spanOf(blanks, index) });
  }
  return marks;
}
