import { hiddenMark } from './hidden-mark.js';
import { findKnown } from './known-secrets.js';
import { findSettings, isBackslash, plainEnd } from './secret-setting.js';
import { charsOf, isBlank, isPathLike, mergeSpans, type Span, TextScan } from './text-scan.js';

/** What was found in a text. */
export interface FoundSecrets {
  readonly spans: readonly Span[];
  /** How many characters were looked at: never more than a fixed multiple of the text. */
  readonly looked: number;
}

/**
 * Hides what is plainly a secret in a text: a URL’s user and password, credentials in a header, a query or a setting, well-known
 * keys; and the known ones. Only stretches without any character that a shell would act on: no command hides among them.
 *
 * @param known Texts that are secrets wherever they stand, whatever they are made of.
 */
export function hideSecrets(
  text: string,
  known?: readonly string[],
): { readonly text: string; readonly hidden: number } {
  const { spans } = findSecrets(text, known);
  let at = 0;
  let hidden = 0;
  let shown = '';
  for (const { start, end } of spans) {
    shown += text.slice(at, start) + hiddenMark;
    hidden += end - start;
    at = end;
  }
  return { text: shown + text.slice(at), hidden };
}

/** Finds what {@link hideSecrets} hides. */
export function findSecrets(text: string, known: readonly string[] = []): FoundSecrets {
  const scan = new TextScan(text);
  const spans = [
    ...findUserinfo(scan),
    ...findSettings(scan),
    ...findBearers(scan),
    ...findKnownKeys(scan),
    ...findKeyBodies(scan),
    ...findKnown(scan, known),
  ];
  return { spans: mergeSpans(spans), looked: scan.looked };
}

const isUserinfo = charsOf(/[\w.~+=,:-]/);

/** `://user:password@`, of characters that need no quotes. */
function findUserinfo(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const start = at + 3;
    let end = scan.endOf(start, isUserinfo);
    while (/^%[\dA-Fa-f]{2}/.test(text.slice(end, end + 3))) end = scan.endOf(end + 3, isUserinfo);
    if (text[end] === '@' && text.slice(start, end).includes(':')) found.push({ start, end });
  }
  return found;
}

/** A token behind the word `bearer`, outside of a header. A word of prose with a number behind it is none. */
function findBearers(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (const { index } of text.matchAll(/\bbearer[ \t]/gi)) {
    const start = scan.endOf(index + 6, isBlank);
    const end = plainEnd(scan, start);
    const token = text.slice(start, end);
    // Behind an option it is a name (`sudo -u bearer …`), and what follows could be run.
    const isName = /(?:=|(?:^|\s)--?[\w-]+[ \t]+)$/.test(scan.slice(index - 32, index));
    const isLong = token.length >= 20;
    const isToken =
      token.length >= 8 && /\d/.test(token) && /[A-Za-z]/.test(token) && !/^[A-Za-z]+\d{1,4}$/.test(token);
    const isPath = isPathLike(token.slice(0, 32)) || /^[-./]/.test(token) || (token.includes('/') && !isLong);
    if (isToken && !isPath && (isLong || !isName)) found.push({ start, end });
  }
  return found;
}

/** Beginnings of keys that tell whose they are, each with as much as makes it one. */
const beginnings =
  /(?<!\w)(?:(sk-)[\w-]{16}|[rs]k_(?:live|test)_\w{16}|gh[pousr]_\w{20}|github_pat_\w{20}|glpat-[\w-]{20}|npm_\w{36}|xox[abeprs]-[\w-]{10}|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{35}|(eyJ)[\w-]{8})/g;

/** Well-known keys, and signed tokens. */
function findKnownKeys(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (const { 0: word, index } of text.matchAll(/[\w-]{15,}|eyJ[\w-]{8,}/g)) {
    if (index < (found.at(-1)?.end ?? 0)) continue;
    const lastDigit = word.search(/\d\D*$/);
    for (const { 0: head, 1: plain, 2: signed, index: at } of word.matchAll(beginnings)) {
      scan.looked += head.length;
      const end = signed === undefined ? index + word.length : signedEnd(scan, index + word.length);
      // Without a digit it is a name.
      if (end === undefined || (plain !== undefined && lastDigit < at)) continue;
      found.push({ start: index + at, end });
      break;
    }
  }
  return found;
}

const isKeyChar = charsOf(/[\w-]/);

/** Where a signed token ends: three parts with dots between them. */
function signedEnd(scan: TextScan, end: number): number | undefined {
  const { text } = scan;
  if (text[end] !== '.') return undefined;
  const second = scan.endOf(end + 1, isKeyChar);
  return second - end < 9 || text[second] !== '.' ? undefined : scan.endOf(second + 1, isKeyChar);
}

const isBase64 = charsOf(/[A-Za-z0-9+/=]/);
const isSpace = charsOf(/\s/);
/** The lines between the marks of a private key, as long as they are lines of a key: what else stands there is shown. */
function findKeyBodies(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (const { 0: begin, index } of text.matchAll(/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g)) {
    const start = keySpaceEnd(scan, index + begin.length);
    let end = start;
    for (let line = start; ; line = keySpaceEnd(scan, end)) {
      const lineEnd = keyLineEnd(scan, line);
      if (lineEnd === undefined) break;
      end = lineEnd;
    }
    if (end > start) found.push({ start, end });
  }
  return found;
}

/** Spaces and line breaks, also those that are written as `\n`. */
function keySpaceEnd(scan: TextScan, start: number): number {
  const { text } = scan;
  let at = scan.endOf(start, isSpace);
  for (;;) {
    const slashes = scan.endOf(at, isBackslash, 4);
    if (slashes === at || !/[nr]/.test(text.charAt(slashes))) return at;
    at = scan.endOf(slashes + 1, isSpace);
  }
}

const keyHeaders = /^(?:Proc-Type: 4,ENCRYPTED|DEK-Info: [A-Z\d-]{1,30},[\dA-F]{1,64})(?![^\s\\])/;

/** Where a line of a key ends. Commands and paths are of the same letters, but hardly of all kinds of them. */
function keyLineEnd(scan: TextScan, start: number): number | undefined {
  const { text } = scan;
  const isNote = text.startsWith('Proc-Type: ', start) || text.startsWith('DEK-Info: ', start);
  const note = isNote ? keyHeaders.exec(scan.slice(start, start + 120)) : null;
  if (note !== null) return start + note[0].length;
  const end = scan.endOf(start, isBase64);
  const line = text.slice(start, end);
  const isMixed = /\d/.test(line) && /[A-Z]/.test(line) && /[a-z]/.test(line);
  const isWhole = end === text.length || /^(?:[\s\\"'`]|-----END )/.test(text.slice(end, end + 9));
  return isMixed && isWhole && !isPathLike(line.slice(0, 32)) ? end : undefined;
}
