import { type Cursor, words } from './cursor.js';

const BEFORE = words(
  'the a an my this that these those your both file files document called named new empty text content contents of',
);
const NAMING = words('file files document called named');
const AFTER = words('file files please again too now');
const VAGUE = words('everything all anything something nothing me you us them it that this these those one');
const IT = words('it that this');

/** Whether a bare word looks like a file name: it has a dot with something after it, or a slash. */
export function isPathLike(word: string): boolean {
  return /\.[^./\s]+$|\//.test(word) && !/^https?:\/\//i.test(word);
}

/** A file named here: quoted, bare, or "it" for the last one mentioned. */
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

/** Several files in a row: "a.txt, b.txt and `c`". Ends where something else than a file name follows. */
export function parsePaths(cursor: Cursor, lastPath: string | null): string[] {
  const first = parsePath(cursor, lastPath);
  if (first === null) return [];
  const paths = [first];
  for (let next = parseNext(cursor); next !== null; next = parseNext(cursor)) paths.push(next);
  return paths;
}

/** A further file after a comma or "and": only one that is plainly a file name. */
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
