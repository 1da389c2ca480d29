import { type KeyFormat, keyFormats } from './key-formats.js';
import { looksRandom } from './secret-look.js';
import { charsOf, type Span, type TextScan } from './text-scan.js';

const restChars: Readonly<Record<KeyFormat['rest'], ReturnType<typeof charsOf>>> = {
  word: charsOf(/[\w-]/),
  dotted: charsOf(/[\w.-]/),
  base64: charsOf(/[\w+/=-]/),
};

/** One regular expression for all formats with the same evidence and rest. */
const searches = (['prefix', 'random'] as const).flatMap((evidence) =>
  (['word', 'dotted', 'base64'] as const).flatMap((rest) => {
    const shapes = keyFormats.filter((format) => format.evidence === evidence && format.rest === rest);
    const shape = shapes.map((format) => format.shape).join('|');
    return shape === '' ? [] : [{ evidence, rest, pattern: new RegExp(`(?<![A-Za-z0-9])(?:${shape})`, 'g') }];
  }),
);

/** Matches words that may be or contain a key, such as URLs. Shorter words cannot. */
const words = /[\w.~+/=:$@%-]{15,}/g;

/** Finds credentials with a published format, anywhere in a text. */
export function findKeys(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (const { 0: word, index } of text.matchAll(words)) {
    // Embedded images and checksums are random, too.
    if (/(?:;base64,|\bsha\d{3}-)$/.test(text.slice(Math.max(0, index - 8), index)) || /^sha\d{3}-/.test(word))
      continue;
    for (const search of searches) found.push(...findInWord(scan, { word, start: index }, search));
  }
  return found;
}

interface Word {
  readonly word: string;
  /** The start of the word in the text. */
  readonly start: number;
}

function findInWord(scan: TextScan, { word, start }: Word, search: (typeof searches)[number]): readonly Span[] {
  const found: Span[] = [];
  const { pattern, evidence, rest } = search;
  pattern.lastIndex = 0;
  // After a match that is not a key, the search continues at its second character. Matches are bounded, so this is
  // linear.
  for (let match = pattern.exec(word); match !== null; match = pattern.exec(word)) {
    const [head] = match;
    scan.looked += head.length;
    const headEnd = start + match.index + head.length;
    const isKey = isGenuine(word, { at: match.index, head, evidence });
    const end = isKey ? trimmed(scan.text, headEnd, scan.endOf(headEnd, restChars[rest])) : headEnd;
    if (isKey) found.push({ start: start + match.index, end });
    pattern.lastIndex = isKey ? end - start : match.index + 1;
  }
  return found;
}

/** Returns the end of a key without the dots that end a sentence. */
function trimmed(text: string, least: number, end: number): number {
  let at = end;
  while (at > least && text[at - 1] === '.') at--;
  return at;
}

/** Returns `true` for a key, and `false` for a placeholder (`ghp_xxxxxxxx`) or, after a short prefix, for words. */
function isGenuine(
  word: string,
  match: { readonly at: number; readonly head: string; readonly evidence: string },
): boolean {
  const { at, head, evidence } = match;
  if (/[xX*]{8}|your|placeholder|replace|insert/i.test(head)) return false;
  return evidence === 'prefix' || looksRandom(word.slice(at, at + 256));
}

const isDottedChar = charsOf(/[\w.-]/);

/**
 * Finds signed and encrypted tokens (RFC 7519, RFC 7516): Base64 parts separated by dots, the first of them a JSON
 * object.
 */
export function findSignedTokens(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (let start = text.indexOf('eyJ'); start >= 0; ) {
    const end = scan.endOf(start, isDottedChar);
    const isWithin = /\w/.test(text.charAt(start - 1));
    found.push(...signedSpans(text.slice(start, end), start, isWithin));
    start = text.indexOf('eyJ', end);
  }
  return found;
}

function signedSpans(run: string, offset: number, isWithin: boolean): readonly Span[] {
  const parts = run.split('.');
  const found: Span[] = [];
  let at = offset;
  let end = offset;
  for (const [index, part] of parts.entries()) {
    const first = index === 0 && isWithin ? -1 : part.search(/(?<!\w)eyJ[\w-]{8}/);
    const count = at < end || first < 0 ? 0 : signedParts(parts, index);
    if (count > 0) {
      end = at + parts.slice(index, index + count).join('.').length;
      found.push({ start: at + first, end });
    }
    at += part.length + 1;
  }
  return found;
}

/**
 * Returns the number of parts of a token that begins here: five if encrypted, three if signed, two if neither, or 0.
 */
function signedParts(parts: readonly string[], index: number): 0 | 2 | 3 | 5 {
  const [second, third, fourth, fifth] = parts.slice(index + 1, index + 5);
  if (third !== undefined && fourth && fifth) return 5;
  if (third !== undefined && second !== undefined && second.length >= 8) return 3;
  return second?.startsWith('eyJ') ? 2 : 0;
}
