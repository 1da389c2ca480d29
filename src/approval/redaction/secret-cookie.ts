import { isSessionCookie } from './cookie-look.js';
import { plainEnd } from './secret-setting.js';
import { charsOf, type Span, type TextScan } from './text-scan.js';

const isNameChar = charsOf(/[\w.$-]/);
const isCookieSpace = charsOf(/[; \t]/);

/**
 * Finds session cookies in headers and in options of `curl` (RFC 6265). Other cookies stay visible, such as
 * `theme=dark`.
 */
export function findCookies(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  const lead =
    /\b(?:Set-)?Cookie["']?[ \t]{0,2}:[ \t]{0,2}["']?|\bcurl\b[^\n;|&]{0,400}?\s(?:-b|--cookie)[ =]["']?(?=[\w.$-]{1,128}=)/gi;
  for (let match = lead.exec(text); match !== null; match = lead.exec(text)) {
    let at = match.index + match[0].length;
    for (;;) {
      const nameEnd = scan.endOf(at, isNameChar, 128);
      if (nameEnd === at) break;
      const hasValue = text[nameEnd] === '=';
      const start = hasValue ? nameEnd + 1 : nameEnd;
      const end = hasValue ? plainEnd(scan, start) : start;
      if (hasValue && isSessionCookie(text.slice(at, nameEnd), text.slice(start, end))) found.push({ start, end });
      at = scan.endOf(end, isCookieSpace, 4);
      if (at === end) break;
    }
    lead.lastIndex = Math.max(lead.lastIndex, at);
  }
  return found;
}
