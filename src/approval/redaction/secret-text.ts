import { findKeys, findSignedTokens } from './find-keys.js';
import { hiddenMark } from './hidden-mark.js';
import { findKnown } from './known-secrets.js';
import { findBlocks } from './secret-block.js';
import { findCookies } from './secret-cookie.js';
import { looksRandom } from './secret-look.js';
import { findPhrases } from './secret-phrases.js';
import { findSettings, plainEnd } from './secret-setting.js';
import { charsOf, isBlank, isPathLike, mergeSpans, type Span, TextScan } from './text-scan.js';

/** The secrets in a text. */
export interface FoundSecrets {
  readonly spans: readonly Span[];
  /** The number of characters that were read: at most a fixed multiple of the text's length. */
  readonly looked: number;
}

/**
 * Hides secrets in a text: the user and password of a URL, credentials in a header, a query or a setting, well-known
 * keys, and known secrets. Text that is found by its look never includes characters that a shell acts on, so that no
 * command can be hidden.
 *
 * @param known strings that are hidden everywhere, with any characters.
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

/** Finds the secrets that {@link hideSecrets} hides. */
export function findSecrets(text: string, known: readonly string[] = []): FoundSecrets {
  const scan = new TextScan(text);
  const spans = [
    ...findUserinfo(scan),
    ...findSettings(scan),
    ...findBearers(scan),
    ...findKeys(scan),
    ...findSignedTokens(scan),
    ...findPhrases(scan),
    ...findCookies(scan),
    ...findBlocks(scan),
    ...findKnown(scan, known),
  ];
  return { spans: mergeSpans(spans), looked: scan.looked };
}

const isUserinfo = charsOf(/[\w.~+=,:-]/);
const isUserinfoMark = charsOf(/[@!*]/);

/** Finds `://user:password@` and `://token@`, of characters that need no quotes. The last `@` ends it. */
function findUserinfo(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const runs: Span[] = [];
    let next = at + 3;
    for (;;) {
      const start = next;
      let end = scan.endOf(start, isUserinfo);
      while (/^%[\dA-Fa-f]{2}/.test(text.slice(end, end + 3))) end = scan.endOf(end + 3, isUserinfo);
      const marks = scan.endOf(end, isUserinfoMark, 4);
      if (marks === end) break;
      runs.push({ start, end });
      next = marks;
    }
    // The text after the last `@` is the host, and stays visible.
    while (runs.length > 0 && text[runs.at(-1)?.end ?? 0] !== '@') runs.pop();
    const info = text.slice(at + 3, runs.at(-1)?.end ?? at + 3);
    if (info.includes(':') || (info.length >= 20 && looksRandom(info.slice(0, 256))))
      found.push(...runs.filter(({ start, end }) => end > start));
  }
  return found;
}

/** Finds tokens after the word `bearer`, outside of headers. Words of prose that a number follows are excluded. */
function findBearers(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (const { index } of text.matchAll(/\bbearer[ \t]/gi)) {
    const start = scan.endOf(index + 6, isBlank);
    const end = plainEnd(scan, start);
    const token = text.slice(start, end);
    // After an option, `bearer` is its value (`sudo -u bearer …`), and the next word may be a command.
    const isName = /(?:=|(?:^|\s)--?[\w-]+[ \t]+)$/.test(scan.slice(index - 32, index));
    const isLong = token.length >= 20;
    const isToken =
      token.length >= 8 && /\d/.test(token) && /[A-Za-z]/.test(token) && !/^[A-Za-z]+\d{1,4}$/.test(token);
    const isPath = isPathLike(token.slice(0, 32)) || /^[-./]/.test(token) || (token.includes('/') && !isLong);
    if (isToken && !isPath && (isLong || !isName)) found.push({ start, end });
  }
  return found;
}
