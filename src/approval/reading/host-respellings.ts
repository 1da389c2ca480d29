import { decodePunycode } from './punycode.js';
import type { Respelling } from './respelling.js';

/** How the part of an address up to its path is spelled in other ways, beside those that the URL parser undoes by itself. */
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
    if (/\\[^/?#]*@/.test(text)) yield `https://${text.slice(text.lastIndexOf('@') + 1)}`;
  },
];

/** Cuts an address where its path, query or fragment begins: what follows names no host, however it is spelled. */
export function upToPath(address: string): string {
  return /^(?:[\0- ]*[a-z][a-z\d+.\-\t\n\r]*:)?[\0- ]*[\\/\t\n\r]*[^/?#]*/i.exec(address)?.[0] ?? '';
}
