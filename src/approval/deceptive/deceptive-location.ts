import { type DeceptiveMark, maxMarks, spanOf } from './deceptive-mark.js';

/** Matches `\\?\`, `\\.\` and `\??\`, which address devices and bypass the checks of names. */
const device = /^(?:[\\/]{2}[?.]|[\\/]\?\?)[\\/]/;
/**
 * Matches a drive of another computer (`\\host\c$`), or a computer with a domain, an address, or `@SSL`.
 * `\\server\share` is not deceptive.
 */
const computer =
  /^(?:[\\/]{2}[^\\/]*[.:@[%][^\\/]*(?=[\\/])|[\\/]{2}[^\\/]+(?=[\\/][a-z]\$)|\/\/[^\\/\s]+(?=[\\/][^\\/\s])|\\\/[^\\/]+|\/\\[^\\/]+)/i;
const home = /^~(?:[a-z_][\w.-]*(?=[\\/])|[a-z_][\w-]*$|[+-](?=[\\/]|$))/i;

/** Finds paths that start at an unexpected location, and NTFS streams. */
export function findLocation(path: string): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [];
  const add = (place: 'computer' | 'device' | 'home', found: RegExpExecArray | null): void => {
    if (found !== null && marks.length === 0) marks.push({ kind: 'location', ...spanOf(found[0], 0), place });
  };
  add('device', device.exec(path));
  add('computer', computer.exec(path));
  add('home', home.exec(path));
  return [...marks, ...findStreams(path)];
}

/**
 * Finds NTFS streams such as `a.txt:b` and `a::$DATA`: a name with an extension before a colon, or a stream type after
 * it.
 */
function findStreams(path: string): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [];
  for (const { 0: name, index } of path.matchAll(/[^\\/]+/g)) {
    if (marks.length > maxMarks) break;
    const colon = name.indexOf(':', index === 0 && /^[a-z]:/i.test(name) ? 2 : 0);
    if (colon < 0) continue;
    const stream = name.slice(colon);
    const isTyped = /^:[^:]*:\$[a-z_]+$/i.test(stream) || /^:\$[a-z_\d]+/i.test(stream);
    // `a.ts:12:3` is a position in a file, and `10:30` is a time.
    const isNamed = /\.[a-z]\w{0,4}$/i.test(name.slice(0, colon)) && /^:[^\d\s:][^\s:]*$/.test(stream);
    if (isTyped || isNamed) marks.push({ kind: 'stream', ...spanOf(stream, index + colon) });
  }
  return marks;
}
