import { type Cursor, words } from './cursor.js';
import { isPathLike, parsePath } from './parse-paths.js';

const CONTENT_FILLER = words('the a text words line content contents following only just');
const INTO = words('to into in as inside');
const WITH = words('with containing saying reading having');

/** Reads the text after "with", "containing" and so on: quoted, or the rest of the clause as typed. */
export function parseTrailingContent(cursor: Cursor): string | null {
  return cursor.attempt(() => {
    const says = cursor.takePhrase('that|which says|contains|reads');
    if (!says && cursor.take(WITH) === null) return null;
    return contentAt(cursor);
  });
}

/** Reads quoted text, or the rest of the clause. */
export function contentAt(cursor: Cursor): string | null {
  cursor.skip(CONTENT_FILLER);
  const token = cursor.peek();
  if (token?.kind === 'quoted') {
    cursor.index += 1;
    return token.value;
  }
  const start = cursor.index;
  while (!cursor.atBreak()) cursor.index += 1;
  return cursor.index > start ? cursor.slice(start, cursor.index) : null;
}

/** Reads `text` to `file`: the content and the path. */
export function parseContentTo(cursor: Cursor, lastPath: string | null): { content: string; path: string } | null {
  return cursor.attempt(() => {
    if (cursor.peek(fillerCount(cursor))?.kind === 'quoted') cursor.skip(CONTENT_FILLER);
    const start = cursor.index;
    const quoted = cursor.peek();
    if (quoted?.kind === 'quoted') cursor.index += 1;
    else if (!skipToTarget(cursor)) return null;
    const content = quoted?.kind === 'quoted' ? quoted.value : cursor.slice(start, cursor.index);
    if (quoted?.kind !== 'quoted' && isReference(content)) return null;
    if (cursor.take(INTO) === null) return null;
    const path = parsePath(cursor, lastPath);
    return path === null ? null : { content, path };
  });
}

// "save it to a.txt" and "save b.txt as a.txt" do not mean to write these words.
function isReference(content: string): boolean {
  const isPronoun = /^(?:it|them|that|this)$/i.test(content);
  return (
    isPronoun || isPathLike(content) || /^(?:the|my|its|their) (?:answer|result|location|file|text)s?$/i.test(content)
  );
}

function fillerCount(cursor: Cursor): number {
  let count = 0;
  while (CONTENT_FILLER.has(cursor.word(count))) count += 1;
  return count;
}

// "write fish and chips to menu.txt": the content may contain commas and "and", up to the first "to <file>".
function skipToTarget(cursor: Cursor): boolean {
  const start = cursor.index;
  for (let token = cursor.peek(); token !== undefined; token = cursor.peek()) {
    if (token.kind === 'break' && token.value === 'end') return false;
    if (cursor.index > start && INTO.has(cursor.word()) && namesFile(cursor, 1)) return true;
    cursor.index += 1;
  }
  return false;
}

function namesFile(cursor: Cursor, offset: number): boolean {
  const filler = words('the a my file new called named');
  let ahead = offset;
  while (filler.has(cursor.word(ahead))) ahead += 1;
  const token = cursor.peek(ahead);
  return token?.kind === 'quoted' || (token?.kind === 'word' && isPathLike(token.value));
}
