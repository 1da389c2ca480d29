import { decodePunycode } from './punycode.js';
import type { Respelling } from './respelling.js';

/** How hosts and addresses are spelled in other ways, beside those that the URL parser undoes by itself. */
export const hostRespellings: readonly Respelling[] = [
  function* (text) {
    yield text.replace(
      /xn--([a-z\d-]{1,59})/gi,
      (label, encoded: string) => decodePunycode(encoded.toLowerCase()) ?? label,
    );
  },
  // To the URL parser `010` is 8; others read it as 10.
  function* (text) {
    yield text.replace(/(^|[/@])((?:\d+\.){3}\d+)(?=\.?(?:$|[:/]))/g, (_, before: string, host: string) => {
      return before + host.replace(/\b0+(?=\d)/g, '');
    });
  },
  // To the URL parser a backslash ends the host; to other parsers it is a part of the user name.
  function* (text) {
    const start = /^(?:[^/?#:]*:)?\/{0,2}/.exec(text)?.[0].length ?? 0;
    const [authority = ''] = text.slice(start).split(/[/?#]/, 1);
    const user = authority.lastIndexOf('@');
    if (authority.slice(0, Math.max(user, 0)).includes('\\')) yield `https://${authority.slice(user + 1)}`;
  },
];
