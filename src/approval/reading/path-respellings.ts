import type { Respelling } from './respelling.js';
import { toUrl } from './to-url.js';

/** How paths are spelled in other ways. */
export const pathRespellings: readonly Respelling[] = [
  expandGroup,
  // A shell puts nothing in the place of a variable that is not set.
  function* (text) {
    yield text.replace(/\$(?:[a-z_]\w*|[\d@*#?!$-])/gi, '');
    // Text that is expanded twice: `$$11` holds `$1`, and is `$1` without it.
    yield text.replace(/\$(?:[a-z_]\w*|[\d@*#?!-])/gi, '');
  },
  function* (text) {
    yield slashes(text);
  },
  // A `file:` address is written in its own way.
  function* (text) {
    const url = text.includes(':') ? toUrl(text) : undefined;
    if (url?.protocol === 'file:') yield url.pathname;
  },
  // The share that Windows makes of each drive.
  function* (text) {
    yield text.replace(/^\/\/(?:[?.]\/unc\/)?[^/]+\/([a-z])\$/i, '$1:');
  },
  function* (text) {
    yield text.replace(/^\/\/[?.]\/unc\//i, '//');
  },
  function* (text) {
    yield withoutDrive(text);
  },
  function* (text) {
    yield asOnWindows(text);
  },
  // Servers of Java drop what follows a semicolon in the name of a folder: `/a/..;/b`.
  function* (text) {
    if (text.includes(';')) yield text.split('/').map(withoutParameters).join('/');
  },
  // A class of one character, which is how globs and regular expressions quote it.
  function* (text) {
    yield text.replace(/\[([^\]!^\\/])\]/g, '$1');
  },
  // Some shells let `.*` match `..`.
  function* (text) {
    if (/[*?[]/.test(text))
      yield text
        .split('/')
        .map((name) => (mayMeanUp(name) ? '..' : name))
        .join('/');
  },
];

/** A path with one kind of separator. */
export function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** A path without the letter of a drive, and without what Windows takes before it: `\\?\C:\a` → `\a`. */
export function withoutDrive(path: string): string {
  return path.replace(/^\/*(?:(?:\?{1,2}|\.)\/)?[a-z]:/i, '');
}

/** In the last name a semicolon is most likely a part of it, unless the name is one of dots. */
function withoutParameters(name: string, index: number, names: readonly string[]): string {
  const [plain = ''] = name.split(';', 1);
  return index < names.length - 1 || /^\.{1,2}$/.test(plain) ? plain : name;
}

/** Expands the first innermost group of braces or parentheses: `{a,b}` of shells, `@(a|b)` of extended globs. */
function* expandGroup(text: string): Iterable<string> {
  const match = /\{([^{}]*)\}|([?*+@!]?)\(([^()]*)\)/.exec(text);
  if (match === null) return;
  const { 0: group, 1: list, 2: sign = '', 3: choice = '', index } = match;
  const [before, after] = [text.slice(0, index), text.slice(index + group.length)];
  for (const part of list === undefined ? choice.split('|') : list.split(',')) {
    yield before + (sign === '!' ? '*' : part) + after;
    if (sign === '*' || sign === '+') yield before + part + part + after;
  }
  if (sign === '?' || sign === '*') yield before + after;
}

/** Windows drops dots and blanks at the end of a name, and what follows a colon (`::$DATA`) names a stream of the same file. */
function asOnWindows(path: string): string {
  return slashes(path).split('/').map(nameOnWindows).join('/');
}

function nameOnWindows(segment: string): string {
  const name = segment.trim();
  if (/^[a-z]:$/i.test(name)) return name;
  const [plain = ''] = name.split(':');
  if (/^\.{1,2}$/.test(plain)) return plain;
  let end = plain.length;
  while (end > 0 && '. '.includes(plain.charAt(end - 1))) end--;
  return plain.slice(0, end);
}

const mayBeDot = String.raw`(?:\.|\[(?:[!^]|[^\]]*\.|[^\]]*[!-.]-)[^\]]*\])`;
const upByGlob = new RegExp(String.raw`^${mayBeDot}(?:\*+|\**(?:\?|${mayBeDot})\**)$`);

/** True if a name is a glob that begins with a dot and can match `..`. Longer names than this are something else. */
function mayMeanUp(name: string): boolean {
  return name.length <= 64 && /[*?[]/.test(name) && upByGlob.test(name);
}
