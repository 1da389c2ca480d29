import { decodePunycode } from './punycode.js';
import type { Respelling } from './respelling.js';

/** Alternative readings of hosts and URLs, besides those that the URL parser normalizes itself. */
export const hostRespellings: readonly Respelling[] = [
  // A URL that was escaped as a whole, after another scheme: the URL parser takes the second scheme for the host.
  function* (text) {
    yield text.replace(/^[a-z][\w+.-]*:\/*(?=[a-z][\w+.-]*:\/\/)/i, '');
  },
  function* (text) {
    yield text.replace(
      /xn--([a-z\d-]{1,59})/gi,
      (label, encoded: string) => decodePunycode(encoded.toLowerCase()) ?? label,
    );
  },
  // The URL parser reads `010` as octal 8; other parsers read 10.
  function* (text) {
    yield text.replace(/(^|[/@])((?:\d+\.){3}\d+)(?=\.?(?:$|[:/]))/g, (_, before: string, host: string) => {
      return before + host.replace(/\b0+(?=\d)/g, '');
    });
  },
  // For the URL parser a backslash ends the host; for other parsers it is part of the user name.
  function* (text) {
    const start = /^(?:[^/?#:]*:)?\/{0,2}/.exec(text)?.[0].length ?? 0;
    const [authority = ''] = text.slice(start).split(/[/?#]/, 1);
    const user = authority.lastIndexOf('@');
    if (authority.slice(0, Math.max(user, 0)).includes('\\')) yield `https://${authority.slice(user + 1)}`;
  },
];
