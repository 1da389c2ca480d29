import { charactersAt, type DeceptiveMark, shiftMarks, spanOf } from './deceptive-mark.js';
import { findLookAlikes } from './look-alikes.js';
import { decodePunycode } from './punycode.js';
import { findMixedScripts, scriptsOf } from './scripts.js';

/** A host name has at most 253 characters and 127 labels; what is longer is none, and not worth decoding. */
const maxLabel = 253;
const maxLabels = 127;

/**
 * Finds what passes for another host. Labels that are not ASCII are marked, with their ASCII form, unless they are in the
 * script of the top-level domain and that is not Latin: `бгаршоп.рф` cannot be taken for a host in ASCII, `аррӏе.com` can.
 */
export function findInHost(host: string): readonly DeceptiveMark[] {
  const labels = [...host.matchAll(/[^.。．｡]+/g)].slice(-maxLabels);
  const marks: DeceptiveMark[] = [...findLookAlikes(host, 'host'), ...findEscapes(host)];
  if (!/xn--|[^\0-\x7F]/i.test(host)) return marks;
  const topLevel = scriptsOf(toLabel(labels.at(-1)?.[0] ?? '').decoded ?? '').join();
  for (const { 0: text, index } of labels) {
    if (text.length > maxLabel || !/^xn--|[^\0-\x7F]/i.test(text)) continue;
    const label = toLabel(text);
    const decoded = label.decoded ?? text;
    const scripts = scriptsOf(decoded);
    if (findMixedScripts(decoded, 'host').length > 0)
      marks.push({ kind: 'mixed-script', ...spanOf(text, index), scripts });
    const isAtHome = text === label.decoded && scripts.join() === topLevel && topLevel !== 'Latin';
    // Without the prefix it became ASCII on the way: its look-alikes are marked one by one.
    if (!isAtHome && /^xn--/i.test(label.ascii))
      marks.push({ kind: 'punycode', ...spanOf(text, index), ...label, scripts });
  }
  return marks;
}

function toLabel(text: string): { readonly ascii: string; readonly decoded?: string; readonly looksLike?: string } {
  if (text.length > maxLabel) return { ascii: text };
  const isEncoded = /^xn--/i.test(text);
  const decoded = isEncoded ? decodePunycode(text.slice(4).toLowerCase()) : text;
  const ascii = toAscii(decoded ?? '');
  // What does not lead back is no name that could be registered, and may hold anything.
  if (decoded === undefined || ascii === '' || (isEncoded && ascii !== text.toLowerCase())) return { ascii: text };
  const bare = decoded.normalize('NFKD').replace(/\p{M}/gu, '');
  return { ascii, decoded, ...(bare !== decoded && /^[ -~]+$/.test(bare) ? { looksLike: bare } : {}) };
}

function toAscii(label: string): string {
  try {
    return new URL(`http://${label}`).hostname;
  } catch {
    return '';
  }
}

/** Escapes in a host are undone before it is looked up. */
function findEscapes(host: string): readonly DeceptiveMark[] {
  return [...host.matchAll(/(?:%[2-7][0-9a-f])+/gi)].map(({ 0: text, index }) => ({
    kind: 'look-alike',
    ...charactersAt(text, index),
    looksLike: decodeURIComponent(text),
  }));
}

/** A URL in parts: what comes before the authority, user information with its `@`, host, and what comes after. */
const parts = /^([a-z][a-z0-9+.-]*:[\\/]{2,})([^\\/?#]*@)?([^\\/?#:@]*)/i;

/** Where in a URL its path begins; 0 when it has no host. */
export function pathStart(url: string): number {
  return parts.exec(url)?.[0].length ?? 0;
}

/** Finds what passes for another host in a URL: in its host, and before it. */
export function findInAuthority(url: string): readonly DeceptiveMark[] {
  const [, scheme = '', user = '', host = ''] = parts.exec(url) ?? [];
  const isWeb = /^https?:/i.test(scheme);
  const marks = [...shiftMarks(findInHost(host), scheme.length + user.length)];
  // Elsewhere it is an everyday way to log in (ssh://git@…), unless the name is that of a host.
  if (user !== '' && (isWeb || /^[^:]*\.|[^\0-\x7F]/.test(user)))
    marks.push({ kind: 'userinfo', ...spanOf(user, scheme.length), host });
  // Browsers take it for a slash, servers for a part of the user or the host: both cannot be right.
  const end = pathStart(url);
  for (const at of [...scheme.matchAll(/\\/g)].map(({ index }) => index).concat(url.charAt(end) === '\\' ? end : []))
    if (isWeb) marks.push({ kind: 'look-alike', ...charactersAt('\\', at), looksLike: '/' });
  return marks;
}
