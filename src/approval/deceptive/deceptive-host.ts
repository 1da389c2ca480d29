import { toLatin } from '../reading/confusables.js';
import { embeddedAddress } from '../reading/embedded-address.js';
import { decodePunycode } from '../reading/punycode.js';
import { charactersAt, type DeceptiveMark, maxMarks, shiftMarks, spanOf } from './deceptive-mark.js';
import { isSpecial, schemeOf } from './deceptive-url.js';
import { findLookAlikes } from './look-alikes.js';
import { findMixedScripts, scriptsOf } from './scripts.js';

/** A host name has at most 253 characters and 127 labels. Anything longer is invalid and is not decoded. */
const maxLabel = 253;
const maxLabels = 127;

/**
 * Finds the parts of a host that imitate another host.
 *
 * - Labels in the usual script of a language are not marked: `münchen.de`, `пример.com`, `日本語.jp`.
 * - Labels in `xn--` form, labels with mixed scripts, and labels that look like Latin text (`аррӏе.com`) are marked
 *   with their ASCII form.
 * - A label that looks like Latin text is not marked if the top-level domain has the same script: `бгаршоп.рф`.
 */
export function findInHost(host: string): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [...findLookAlikes(host, 'host'), ...findEscapes(host), ...findNumber(host)];
  if (!/xn--|[^\0-\x7F]/i.test(host)) return marks;
  const labels = lastLabels(host);
  const topLevel = labels.at(-1)?.text ?? '';
  const expectedScripts = scriptsUnder(scriptsOf(toLabel(topLevel).decoded ?? ''));
  const isTurkic = /^(?:tr|az)$/i.test(topLevel);
  for (const { text, index } of labels) {
    if (text.length > maxLabel || !/^xn--|[^\0-\x7F]/i.test(text)) continue;
    const label = toLabel(text);
    const decoded = label.decoded ?? text;
    const scripts = scriptsOf(decoded);
    if (findMixedScripts(decoded, 'host').length > 0)
      marks.push({ kind: 'mixed-script', ...spanOf(text, index), scripts });
    const isExpected =
      text === label.decoded && scripts.length > 0 && scripts.every((script) => expectedScripts.includes(script));
    // In Turkish and Azerbaijani, `ı` is a separate letter.
    const isOrdinary =
      text === label.decoded && isOrdinaryLabel(isTurkic ? decoded.replaceAll('ı', 'i') : decoded, scripts);
    // A label that normalizes to ASCII has no `xn--` form. findLookAlikes() has marked its characters one by one.
    if (!isExpected && !isOrdinary && /^xn--/i.test(label.ascii))
      marks.push({ kind: 'punycode', ...spanOf(text, index), ...label, scripts });
  }
  return marks;
}

/**
 * Matches letters of European languages and of Vietnamese, except those that look like another letter, such as `ı` and
 * `ſ`.
 */
const europeanLabel =
  /^[a-z\d\u00DF-\u00F6\u00F8-\u0130\u0132-\u0137\u0139-\u0148\u014A-\u017E\u01A1\u01B0\u0219\u021B\u1EA1-\u1EF9·-]+$/;

/** Names that phishing imitates most often. One of them with an accent is suspicious: `gíthub`. */
const imitatedNames: ReadonlySet<string> = new Set(
  'adobe alibaba allegro amazon apple bank binance chase coinbase dhl discord dropbox ebay facebook fedex github gmail google icloud instagram linkedin login mastercard microsoft netflix office outlook paypal roblox scope spotify steam stripe telegram tiktok twitter visa whatsapp yahoo youtube'.split(
    ' ',
  ),
);

/** Returns `true` when a label uses the usual script of a language and does not imitate another name. */
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
        .some((word) => imitatedNames.has(word))
    );
  }
  const isEastAsian = scripts.every((one) => /^(?:Han|Hiragana|Katakana|Bopomofo|Hangul)$/.test(one));
  // The last condition: a label whose letters all look like Latin ones could be read as a Latin name.
  return (
    !/\p{Default_Ignorable_Code_Point}/u.test(label) &&
    scripts.length > 0 &&
    (isEastAsian || more.length === 0) &&
    (smallCapitals.test(lower) || /[^ -~]/.test(toLatin(lower)))
  );
}

/**
 * Matches Cyrillic letters that, in lower case, look like small capitals and not like any Latin lower-case letter.
 * Browsers show hosts in lower case, so a label with one of them is not read as Latin: `москва.com`.
 */
const smallCapitals = /[вмнт]/;

/** Returns the last 127 labels. Reads from the end, so that a very long text takes no longer than a host name. */
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

/**
 * Returns the scripts that labels under a top-level domain with these scripts may have; none for a Latin one. Japanese
 * uses three scripts together.
 */
function scriptsUnder(topLevel: readonly string[]): readonly string[] {
  const [script, ...more] = topLevel;
  if (script === undefined || script === 'Latin' || more.length > 0) return [];
  return script === 'Katakana' || script === 'Hiragana' ? ['Han', 'Hiragana', 'Katakana'] : [script];
}

/**
 * Decodes a label. `looksLike` is its text without accents, if that is ASCII. An invalid label has only `ascii`, which
 * is the text itself.
 */
function toLabel(text: string): { readonly ascii: string; readonly decoded?: string; readonly looksLike?: string } {
  if (text.length > maxLabel) return { ascii: text };
  const isEncoded = /^xn--/i.test(text);
  const decoded = isEncoded ? decodePunycode(text.slice(4).toLowerCase()) : text;
  const ascii = toAscii(decoded ?? '');
  // A label that does not encode to itself cannot be registered, and may contain anything.
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

/** Finds percent-escapes, which the URL parser decodes. */
function findEscapes(host: string): readonly DeceptiveMark[] {
  const marks: DeceptiveMark[] = [];
  for (const { 0: text, index } of host.matchAll(/(?:%[2-7][0-9a-f])+/gi)) {
    if (marks.length > maxMarks) break;
    marks.push({ kind: 'look-alike', ...charactersAt(text, index), looksLike: decodeURIComponent(text) });
  }
  return marks;
}

/** Finds an IPv4 address in an unusual notation: one number, another base, shortened, or within an IPv6 address. */
function findNumber(host: string): readonly DeceptiveMark[] {
  const isNumber = /^(?:\[[\da-f:.]*\]|(?:[\da-fx]+\.)*(?:\d+|0x[\da-f]*)\.?)$/i;
  if (host.length > maxLabel || !isNumber.test(host)) return [];
  const address = toAscii(host);
  const embedded = embeddedAddress(address);
  const plain = embedded ?? address;
  const isPlain = !/^\d+(?:\.\d+){3}$/.test(plain) || host.replace(/\.$/, '') === plain;
  return isPlain ? [] : [{ kind: 'numeric-host', ...spanOf(host, 0), host: plain }];
}

/** The start of a URL, up to the end of its host. */
interface Authority {
  /** The scheme with its slashes. */
  readonly scheme: string;
  /** The user information, including its `@`. */
  readonly user: string;
  readonly host: string;
  /** The start of the host. */
  readonly start: number;
  /** The end of the host (exclusive). */
  readonly end: number;
  /** `true` for `http:` and `https:`. */
  readonly isWeb: boolean;
  /** `true` for the schemes that the URL standard calls special, except `file:`. */
  readonly isSpecial: boolean;
}

/** Splits a URL as the URL parser does. For a URL without a host, all members are empty. */
export function authorityOf(url: string): Authority {
  const scheme = schemeOf(url);
  const slashes = scheme === undefined ? '' : (/^[\\/\t\n\r]*/.exec(url.slice(scheme.end))?.[0] ?? '');
  const isHosted = scheme !== undefined && (isSpecial(scheme) || /^[\t\n\r]*[\\/][\t\n\r]*[\\/]/.test(slashes));
  if (!isHosted) return { scheme: '', user: '', host: '', start: 0, end: 0, isWeb: false, isSpecial: false };
  // For other schemes, a third slash begins the path.
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

/** Finds the parts of a URL that imitate another host, in the host and in the user information before it. */
export function findInAuthority(url: string): readonly DeceptiveMark[] {
  const { scheme, user, host, start, end, isWeb, isSpecial } = authorityOf(url);
  // For other schemes, a number may be an id: item://42.
  const found = findInHost(host).filter(({ kind }) => isSpecial || kind !== 'numeric-host');
  const marks = [...shiftMarks(found, start)];
  // For other schemes, user information is common (ssh://git@…), unless it looks like a host.
  if (user !== '' && (isWeb || /^[^:]*\.|[^\0-\x7F]/.test(user)))
    marks.push({ kind: 'userinfo', ...spanOf(user, scheme.length), host });
  if (!isWeb) return marks;
  // Browsers treat a backslash as a slash, other programs as a part of the user or the host: they see different hosts.
  const backslash = (at: number): void => {
    marks.push({ kind: 'look-alike', ...charactersAt('\\', at), looksLike: '/' });
  };
  for (let at = scheme.indexOf('\\'); at >= 0 && marks.length <= maxMarks; at = scheme.indexOf('\\', at + 1))
    backslash(at);
  if (url.charAt(end) === '\\') backslash(end);
  return marks;
}
