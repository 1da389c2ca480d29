import { toLatin } from '../reading/confusables.js';
import { embeddedAddress } from '../reading/embedded-address.js';
import { decodePunycode } from '../reading/punycode.js';
import { charactersAt, type DeceptiveMark, maxMarks, shiftMarks, spanOf } from './deceptive-mark.js';
import { isSpecial, schemeOf } from './deceptive-url.js';
import { findLookAlikes } from './look-alikes.js';
import { findMixedScripts, scriptsOf } from './scripts.js';

/** A host name has at most 253 characters and 127 labels; what is longer is none, and not worth decoding. */
const maxLabel = 253;
const maxLabels = 127;

/**
 * Finds what passes for another host. Labels in an ordinary writing are left alone: `münchen.de`, `пример.com`, `日本語.jp`. Marked, with
 * their ASCII form, are labels in `xn--` form, labels that mix scripts, and labels that read as Latin ones: `аррӏе.com`. Under a
 * top-level domain in the same script nobody takes them for Latin: `бгаршоп.рф`.
 */
export function findInHost(host: string): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [...findLookAlikes(host, 'host'), ...findEscapes(host), ...findNumber(host)];
  if (!/xn--|[^\0-\x7F]/i.test(host)) return marks;
  const labels = lastLabels(host);
  const topLevel = labels.at(-1)?.text ?? '';
  const home = writtenWith(scriptsOf(toLabel(topLevel).decoded ?? ''));
  const isTurkic = /^(?:tr|az)$/i.test(topLevel);
  for (const { text, index } of labels) {
    if (text.length > maxLabel || !/^xn--|[^\0-\x7F]/i.test(text)) continue;
    const label = toLabel(text);
    const decoded = label.decoded ?? text;
    const scripts = scriptsOf(decoded);
    if (findMixedScripts(decoded, 'host').length > 0)
      marks.push({ kind: 'mixed-script', ...spanOf(text, index), scripts });
    const isAtHome = text === label.decoded && scripts.length > 0 && scripts.every((script) => home.includes(script));
    // Without the prefix it became ASCII on the way: its look-alikes are marked one by one.
    // In Turkish and Azerbaijani `ı` is a letter of its own.
    const isOrdinary =
      text === label.decoded && isOrdinaryLabel(isTurkic ? decoded.replaceAll('ı', 'i') : decoded, scripts);
    if (!isAtHome && !isOrdinary && /^xn--/i.test(label.ascii))
      marks.push({ kind: 'punycode', ...spanOf(text, index), ...label, scripts });
  }
  return marks;
}

/** Letters of European languages and of Vietnamese; not those that are drawn like another letter, such as `ı` and `ſ`. */
const europeanLabel =
  /^[a-z\d\u00DF-\u00F6\u00F8-\u0130\u0132-\u0137\u0139-\u0148\u014A-\u017E\u01A1\u01B0\u0219\u021B\u1EA1-\u1EF9·-]+$/;

/** Names that most phishing copies: an accent on one of them is not a language. */
const copiedNames: ReadonlySet<string> = new Set(
  'adobe alibaba allegro amazon apple bank binance chase coinbase dhl discord dropbox ebay facebook fedex github gmail google icloud instagram linkedin login mastercard microsoft netflix office outlook paypal roblox scope spotify steam stripe telegram tiktok twitter visa whatsapp yahoo youtube'.split(
    ' ',
  ),
);

/** True for a label that is written as its language is written, and that does not read as another name. */
function isOrdinaryLabel(label: string, scripts: readonly string[]): boolean {
  const lower = label.toLowerCase().normalize('NFC');
  const [script, ...more] = scripts;
  if (script === 'Latin' && more.length === 0) {
    const bare = lower.replace(/[łøđ]/g, (one) => 'lod'.charAt('łøđ'.indexOf(one))).normalize('NFKD');
    return (
      europeanLabel.test(lower) &&
      !bare
        .replace(/\p{M}/gu, '')
        .split('-')
        .some((word) => copiedNames.has(word))
    );
  }
  // Letters that all have a Latin twin are a name of their own only where nobody expects Latin.
  const isEastAsian = scripts.every((one) => /^(?:Han|Hiragana|Katakana|Bopomofo|Hangul)$/.test(one));
  return (
    !/\p{Default_Ignorable_Code_Point}/u.test(label) &&
    scripts.length > 0 &&
    (isEastAsian || more.length === 0) &&
    (smallCapitals.test(lower) || /[^ -~]/.test(toLatin(lower)))
  );
}

/** In lower case, as browsers show hosts, these are drawn like small capitals: `москва.com` and `метро.com` read as what they are. */
const smallCapitals = /[вмнт]/;

/** From the end, so that a text of nothing but dots costs no more than a host. */
function lastLabels(host: string): readonly { readonly text: string; readonly index: number }[] {
  const labels: { text: string; index: number }[] = [];
  for (let end = host.length; end >= 0 && labels.length < maxLabels; ) {
    let start = end;
    while (start > 0 && !'.。．｡'.includes(host.charAt(start - 1))) start--;
    if (start < end) labels.unshift({ text: host.slice(start, end), index: start });
    end = start - 1;
  }
  return labels;
}

/** What labels under a top-level domain may be written in: Japanese is one writing of three scripts. */
function writtenWith(topLevel: readonly string[]): readonly string[] {
  const [script, ...more] = topLevel;
  if (script === undefined || script === 'Latin' || more.length > 0) return [];
  return script === 'Katakana' || script === 'Hiragana' ? ['Han', 'Hiragana', 'Katakana'] : [script];
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
  const marks: DeceptiveMark[] = [];
  for (const { 0: text, index } of host.matchAll(/(?:%[2-7][0-9a-f])+/gi)) {
    if (marks.length > maxMarks) break;
    marks.push({ kind: 'look-alike', ...charactersAt(text, index), looksLike: decodeURIComponent(text) });
  }
  return marks;
}

/** Finds an address of four numbers that is written as one number, in another base, short, or within an address of version 6. */
function findNumber(host: string): readonly DeceptiveMark[] {
  const isNumber = /^(?:\[[\da-f:.]*\]|(?:[\da-fx]+\.)*(?:\d+|0x[\da-f]*)\.?)$/i;
  if (host.length > maxLabel || !isNumber.test(host)) return [];
  const address = toAscii(host);
  const embedded = embeddedAddress(address);
  const plain = embedded ?? address;
  const isPlain = !/^\d+(?:\.\d+){3}$/.test(plain) || host.replace(/\.$/, '') === plain;
  return isPlain ? [] : [{ kind: 'numeric-host', ...spanOf(host, 0), host: plain }];
}

/** Where the parts of a URL are. */
interface Authority {
  readonly scheme: string;
  /** With its `@`. */
  readonly user: string;
  readonly host: string;
  /** Where the host begins. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
  readonly isWeb: boolean;
  readonly isSpecial: boolean;
}

/** Takes a URL apart where the URL parser does; without a host, all of it is empty. */
export function authorityOf(url: string): Authority {
  const scheme = schemeOf(url);
  const slashes = scheme === undefined ? '' : (/^[\\/\t\n\r]*/.exec(url.slice(scheme.end))?.[0] ?? '');
  const isHosted = scheme !== undefined && (isSpecial(scheme) || /^[\t\n\r]*[\\/][\t\n\r]*[\\/]/.test(slashes));
  if (!isHosted) return { scheme: '', user: '', host: '', start: 0, end: 0, isWeb: false, isSpecial: false };
  // Of other schemes a third slash is where the path begins.
  const own = isSpecial(scheme) ? slashes : (/^[\t\n\r]*[\\/][\t\n\r]*[\\/]/.exec(slashes)?.[0] ?? '');
  const from = scheme.end + own.length;
  const rest = url.slice(from);
  const user = /^[^\\/?#]*@/.exec(rest)?.[0] ?? '';
  const host = /^(?:\[[^\]\\/?#]*\]|[^\\/?#:@]*)/.exec(rest.slice(user.length))?.[0] ?? '';
  const start = from + user.length;
  const isWeb = scheme.name === 'https:' || scheme.name === 'http:';
  return {
    scheme: url.slice(0, from),
    user,
    host,
    start,
    end: start + host.length,
    isWeb,
    isSpecial: isSpecial(scheme),
  };
}

/** Finds what passes for another host in a URL: in its host, and before it. */
export function findInAuthority(url: string): readonly DeceptiveMark[] {
  const { scheme, user, host, start, end, isWeb, isSpecial } = authorityOf(url);
  // Of other schemes a number may be a name: item://42.
  const found = findInHost(host).filter(({ kind }) => isSpecial || kind !== 'numeric-host');
  const marks = [...shiftMarks(found, start)];
  // Elsewhere it is an everyday way to log in (ssh://git@…), unless the name is that of a host.
  if (user !== '' && (isWeb || /^[^:]*\.|[^\0-\x7F]/.test(user)))
    marks.push({ kind: 'userinfo', ...spanOf(user, scheme.length), host });
  if (!isWeb) return marks;
  // Browsers take it for a slash, servers for a part of the user or the host: both cannot be right.
  const backslash = (at: number): void => {
    marks.push({ kind: 'look-alike', ...charactersAt('\\', at), looksLike: '/' });
  };
  for (let at = scheme.indexOf('\\'); at >= 0 && marks.length <= maxMarks; at = scheme.indexOf('\\', at + 1))
    backslash(at);
  if (url.charAt(end) === '\\') backslash(end);
  return marks;
}
