import { isPlaceholder, looksRandom } from './secret-look.js';

/** Matches names of cookies that identify a person. */
const identifies = /sess|sid$|^s?sid|token|auth|jwt|login|remember|csrf|xsrf|sso|identity/i;
/** Matches analytics cookies, and attributes of cookies. */
const others =
  /^(?:_ga|_gid|_gat|_gcl|_fb|_hj|__utm|utm|_pk|ajs_)|^(?:path|domain|expires|max-age|samesite|priority)$/i;

/** Returns `true` when a cookie identifies a session or a person. */
export function isSessionCookie(name: string, value: string): boolean {
  if (value.length < 2 || others.test(name) || isPlaceholder(value)) return false;
  return identifies.test(name) ? !/^(?:true|false|none|deleted|accepted)$/i.test(value) : looksRandom(value);
}

/** Returns `true` when a text has the form of a cookie header: `theme=dark; lang=en`. */
export function isCookieHeader(text: string): boolean {
  return text.split(';').every((pair) => /^\s*(?:[\w.$-]+=|(?:Secure|HttpOnly|Partitioned)?\s*$)/i.test(pair));
}

/** Returns `true` when a cookie header contains a cookie that identifies a session or a person. */
export function hasSessionCookie(header: string): boolean {
  return header.split(/;\s*/).some((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && isSessionCookie(pair.slice(0, at).trim(), pair.slice(at + 1));
  });
}
