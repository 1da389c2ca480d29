import type { Respelling } from './respelling.js';
import { toUrl } from './to-url.js';

/** The other ways in which shells, browsers, servers and Windows may read a path. */
export const pathRespellings: readonly Respelling[] = [
  expandGroup,
  // A shell replaces an unset variable with nothing.
  function* (text) {
    yield text.replace(/\$(?:[a-z_]\w*|[\d@*#?!$-])/gi, '');
    // The same without `$$`. From `$$11` it removes `$1`, which leaves another `$1` for a second expansion.
    yield text.replace(/\$(?:[a-z_]\w*|[\d@*#?!-])/gi, '');
  },
  function* (text) {
    yield slashes(text);
  },
  // A `file:` URL.
  function* (text) {
    const url = text.includes(':') ? toUrl(text) : undefined;
    if (url?.protocol === 'file:') yield url.pathname;
  },
  // The administrative share of a drive on Windows: `//server/c$/a`.
  function* (text) {
    yield text.replace(/^\/\/(?:[?.]\/unc\/)?[^/]+\/([a-z])\$/i, '$1:');
  },
  // The long form of a network path on Windows: `//?/UNC/server/share`.
  function* (text) {
    yield text.replace(/^\/\/[?.]\/unc\//i, '//');
  },
  function* (text) {
    yield withoutDrive(text);
  },
  function* (text) {
    yield asOnWindows(text);
  },
  // Java servers drop path parameters after a semicolon: `/a/..;/b`.
  function* (text) {
    if (text.includes(';')) yield text.split('/').map(withoutParameters).join('/');
  },
  // A class of one character, which stands for the character in globs and regular expressions: `[.]env`.
  function* (text) {
    yield text.replace(/\[([^\]!^\\/])\]/g, '$1');
  },
  // Some shells let `.*` match `..`.
  function* (text) {
    if (/[*?[]/.test(text))
      yield text
        .split('/')
        .map((name) => (canMatchParent(name) ? '..' : name))
        .join('/');
  },
];

/** Replaces backslashes with slashes. */
export function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Removes the drive letter and a Windows prefix before it: `\\?\C:\a` → `\a`. */
export function withoutDrive(path: string): string {
  return path.replace(/^\/*(?:(?:\?{1,2}|\.)\/)?[a-z]:/i, '');
}

/** Removes path parameters. A semicolon in the last segment is most likely part of a file name, except in `..;`. */
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

/**
 * Reads a path as Windows does: dots and spaces at the end of a name are dropped, and the part after a colon
 * (`::$DATA`) is a stream of the same file.
 */
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
const parentGlob = new RegExp(String.raw`^${mayBeDot}(?:\*+|\**(?:\?|${mayBeDot})\**)$`);

/**
 * Returns `true` when a name is a glob that can match `..`, such as `.*`. Long names are not checked, because matching
 * them could take too long.
 */
function canMatchParent(name: string): boolean {
  return name.length <= 64 && /[*?[]/.test(name) && parentGlob.test(name);
}
