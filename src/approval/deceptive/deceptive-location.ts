import { type DeceptiveMark, maxMarks, spanOf } from './deceptive-mark.js';

/** `\\?\`, `\\.\` and `\??\` address devices, and turn off the checks of names. */
const device = /^(?:[\\/]{2}[?.]|[\\/]\?\?)[\\/]/;
/** A drive of another computer (`\\host\c$`), or a computer with a full name, an address, or `@SSL`: `\\server\share` reads as what it is. */
const computer =
  /^(?:[\\/]{2}[^\\/]*[.:@[%][^\\/]*(?=[\\/])|[\\/]{2}[^\\/]+(?=[\\/][a-z]\$)|\/\/[^\\/\s]+(?=[\\/][^\\/\s])|\\\/[^\\/]+|\/\\[^\\/]+)/i;
const home = /^~(?:[a-z_][\w.-]*(?=[\\/])|[a-z_][\w-]*$|[+-](?=[\\/]|$))/i;

/** Finds where a path begins elsewhere than it seems to, and streams of NTFS behind its names. */
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

/** `a.txt:b`, `a::$DATA`: a file or folder with an extension, or a type that NTFS knows, before or behind a colon. */
function findStreams(path: string): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [];
  for (const { 0: name, index } of path.matchAll(/[^\\/]+/g)) {
    if (marks.length > maxMarks) break;
    const colon = name.indexOf(':', index === 0 && /^[a-z]:/i.test(name) ? 2 : 0);
    if (colon < 0) continue;
    const stream = name.slice(colon);
    const isTyped = /^:[^:]*:\$[a-z_]+$/i.test(stream) || /^:\$[a-z_\d]+/i.test(stream);
    // `a.ts:12:3` is a place in a file, and `10:30` a time.
    const isNamed = /\.[a-z]\w{0,4}$/i.test(name.slice(0, colon)) && /^:[^\d\s:][^\s:]*$/.test(stream);
    if (isTyped || isNamed) marks.push({ kind: 'stream', ...spanOf(stream, index + colon) });
  }
  return marks;
}
