import { type Cursor, words } from './cursor.js';

const BEFORE = words(
  'the a an my this that these those your both file files document called named new empty text content contents of',
);
const NAMING = words('file files document called named');
const AFTER = words('file files please again too now');
const VAGUE = words('everything all anything something nothing me you us them it that this these those one');
const IT = words('it that this');

/** Returns `true` when a word looks like a file name: with a slash, or with a dot before other characters. */
export function isPathLike(word: string): boolean {
  return /\.[^./\s]+$|\//.test(word) && !/^https?:\/\//i.test(word);
}

/** Reads a file name: quoted, unquoted, or "it" for the last one. */
export function parsePath(cursor: Cursor, lastPath: string | null): string | null {
  return cursor.attempt(() => {
    if (lastPath !== null && IT.has(cursor.word()) && !continuesAsPath(cursor)) {
      cursor.index += 1;
      return lastPath;
    }
    const named = cursor.skip(BEFORE).some((word) => NAMING.has(word));
    const token = cursor.peek();
    if (token === undefined || token.kind === 'break') return null;
    cursor.index += 1;
    const isPath = token.kind === 'quoted' || isPathLike(token.value) || isPlainName(cursor, token.value, named);
    if (!isPath || token.value.trim() === '') return null;
    cursor.skip(AFTER);
    return token.value.trim();
  });
}

function continuesAsPath(cursor: Cursor): boolean {
  const next = cursor.peek(1);
  return next?.kind === 'quoted' || (next?.kind === 'word' && (NAMING.has(cursor.word(1)) || isPathLike(next.value)));
}

function isPlainName(cursor: Cursor, word: string, named: boolean): boolean {
  return !VAGUE.has(word.toLowerCase()) && (named || cursor.atBreak() || AFTER.has(cursor.word()));
}

/** Reads several file names: "a.txt, b.txt and `c`". It stops before anything else. */
export function parsePaths(cursor: Cursor, lastPath: string | null): string[] {
  const first = parsePath(cursor, lastPath);
  if (first === null) return [];
  const paths = [first];
  for (let next = parseNext(cursor); next !== null; next = parseNext(cursor)) paths.push(next);
  return paths;
}

/** Reads another file name after a comma or "and", only if it is clearly a file name. */
export function parseNext(cursor: Cursor): string | null {
  return cursor.attempt(() => {
    if (cursor.peek()?.kind !== 'break' || cursor.peek()?.value === 'end') return null;
    cursor.skipBreaks();
    cursor.skip(BEFORE);
    const token = cursor.peek();
    if (token === undefined || token.kind === 'break') return null;
    if (token.kind === 'word' && !isPathLike(token.value)) return null;
    cursor.index += 1;
    cursor.skip(AFTER);
    return token.value.trim();
  });
}
