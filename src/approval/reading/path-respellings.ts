import type { Respelling } from './respelling.js';
import { toUrl } from './to-url.js';

/** Alternative readings of paths. */
export const pathRespellings: readonly Respelling[] = [
  expandGroup,
  // A shell replaces an unset variable with nothing.
  function* (text) {
    yield text.replace(/\$(?:[a-z_]\w*|[\d@*#?!$-])/gi, '');
    // Text that is expanded twice: `$$11` contains `$1`, and is `$1` after its removal.
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
  // The administrative share of a drive on Windows.
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
  // Java servers drop path parameters after a semicolon: `/a/..;/b`.
  function* (text) {
    if (text.includes(';')) yield text.split('/').map(withoutParameters).join('/');
  },
  // A class of one character, which is an escape in globs and regular expressions.
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

/** Replaces backslashes with slashes. */
export function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Removes the drive letter and a Windows prefix before it: `\\?\C:\a` → `\a`. */
export function withoutDrive(path: string): string {
  return path.replace(/^\/*(?:(?:\?{1,2}|\.)\/)?[a-z]:/i, '');
}

/** Removes path parameters. In the last segment a semicolon is most likely part of the name, except after dots. */
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
 * Applies the rules of Windows: trailing dots and spaces are dropped, and a colon (`::$DATA`) begins a stream of the
 * file.
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
const upByGlob = new RegExp(String.raw`^${mayBeDot}(?:\*+|\**(?:\?|${mayBeDot})\**)$`);

/**
 * Returns `true` when a name is a glob that begins with a dot and can match `..`. The length limit bounds the match.
 */
function mayMeanUp(name: string): boolean {
  return name.length <= 64 && /[*?[]/.test(name) && upByGlob.test(name);
}
