import { type DeceptiveMark, spanOf } from './deceptive-mark.js';

/** How a URL begins. */
export interface Scheme {
  /** Where the scheme itself begins, after what the URL parser takes off. */
  readonly start: number;
  /** Where what follows the colon begins. */
  readonly end: number;
  /** As the URL parser reads it, with its colon: `javascript:`. */
  readonly name: string;
}

/** Reads a scheme as the URL parser does: without blanks and controls before it, without tabs and line breaks in it. */
export function schemeOf(text: string): Scheme | undefined {
  const [whole, before = '', scheme = ''] = /^([\0- ]*)([a-z][a-z0-9+.\-\t\n\r]*:)/i.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { start: before.length, end: whole.length, name: scheme.replace(/[\t\n\r]/g, '').toLowerCase() };
}

/** Schemes that lead to a host, however many slashes there are. */
const webSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:', 'ftp:']);
/** Schemes of what runs where it is opened. */
const programSchemes: ReadonlySet<string> = new Set(['javascript:', 'vbscript:']);
const dataHead = /^(?:[\w.+-]+\/[\w.+-]+)?(?:;[^,;\s]*)*,/;
/** What a `data:` URL may hold that nothing runs in. */
const inert =
  /^(?:(?:image\/(?!svg)|audio\/|video\/|font\/)[\w.+-]+|text\/(?:plain|csv|markdown)|application\/(?:json|pdf|octet-stream|zip|gzip|wasm))?[;,]/i;

/** Whether a scheme leads to a host even without two slashes. */
export function isSpecial({ name }: Scheme): boolean {
  return webSchemes.has(name);
}

/**
 * Whether a whole text is to be read as a URL.
 *
 * @param as `named`: something says that it holds one, such as its name; `alone`: nothing does, and prose begins like a URL, too.
 */
export function readsAsUrl(text: string, as: 'named' | 'alone'): boolean {
  const scheme = schemeOf(text);
  if (scheme === undefined) return false;
  const isSplit = scheme.end - scheme.start > scheme.name.length;
  const rest = text.slice(scheme.end);
  if (programSchemes.has(scheme.name)) return as === 'named' || isSplit || /^\S/.test(rest);
  if (scheme.name === 'data:') return dataHead.test(rest.slice(0, 256));
  const isKnown = webSchemes.has(scheme.name) || scheme.name === 'file:';
  // Letters of two lines, or of two columns, are no scheme together.
  if (isSplit && !isKnown) return false;
  if (as === 'named') return /^[\t\n\r]*[\\/]/.test(rest) || (webSchemes.has(scheme.name) && /^\S/.test(rest));
  if (isSplit) return /^[\t\n\r]*[\\/]\S*$/.test(rest);
  if (webSchemes.has(scheme.name))
    return (scheme.start > 0 ? /^[\\/]*[^\s\\/]\S*$/ : /^[\t\n\r]*[\\/][\t\n\r\\/]*\S+$/).test(rest);
  return /^\/{2}\S+$/.test(rest);
}

/** Finds the scheme of what a browser runs, or shows as a page of its own, instead of going anywhere. */
export function findProgram(url: string): readonly DeceptiveMark[] {
  const scheme = schemeOf(url);
  if (scheme === undefined) return [];
  const { start, end, name } = scheme;
  const rest = url.slice(end, end + 256);
  if (programSchemes.has(name)) return [{ kind: 'scheme', ...spanOf(url.slice(start, end), start), scheme: name }];
  if (name !== 'data:' || inert.test(rest.replace(/[\t\n\r]/g, ''))) return [];
  const type = /^[^;,]*/.exec(rest)?.[0] ?? '';
  return [{ kind: 'scheme', ...spanOf(url.slice(start, end + type.length), start), scheme: name }];
}
