import { type DeceptiveMark, spanOf } from './deceptive-mark.js';

/** The scheme of a URL. */
export interface Scheme {
  /** The start of the scheme, after characters that the URL parser strips. */
  readonly start: number;
  /** The end of the scheme, after the colon. */
  readonly end: number;
  /** The name as the URL parser reads it, with its colon: `javascript:`. */
  readonly name: string;
}

/**
 * Returns the scheme as the URL parser reads it: it strips leading spaces and controls, and tabs and line breaks
 * inside.
 */
export function schemeOf(text: string): Scheme | undefined {
  const [whole, before = '', scheme = ''] = /^([\0- ]*)([a-z][a-z0-9+.\-\t\n\r]*:)/i.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { start: before.length, end: whole.length, name: scheme.replace(/[\t\n\r]/g, '').toLowerCase() };
}

/** Schemes that have a host with any number of slashes. */
const webSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:', 'ftp:']);
/** Schemes whose URLs are executed when they are opened. */
const programSchemes: ReadonlySet<string> = new Set(['javascript:', 'vbscript:']);
const dataHead = /^(?:[\w.+-]+\/[\w.+-]+)?(?:;[^,;\s]*)*,/;
/** Matches the media types of `data:` URLs that cannot execute anything. */
const inert =
  /^(?:(?:image\/(?!svg)|audio\/|video\/|font\/)[\w.+-]+|text\/(?:plain|csv|markdown)|application\/(?:json|pdf|octet-stream|zip|gzip|wasm))?[;,]/i;

/** Returns `true` when a scheme has a host even without two slashes. */
export function isSpecial({ name }: Scheme): boolean {
  return webSchemes.has(name);
}

/**
 * Returns `true` when a whole text should be treated as a URL.
 *
 * @param as `named`: its name or context says that it is a URL; `alone`: there is only the text, and prose can begin
 *   like a URL.
 */
export function readsAsUrl(text: string, as: 'named' | 'alone'): boolean {
  const scheme = schemeOf(text);
  if (scheme === undefined) return false;
  const isSplit = scheme.end - scheme.start > scheme.name.length;
  const rest = text.slice(scheme.end);
  if (programSchemes.has(scheme.name)) return as === 'named' || isSplit || /^\S/.test(rest);
  if (scheme.name === 'data:') return dataHead.test(rest.slice(0, 256));
  const isKnown = webSchemes.has(scheme.name) || scheme.name === 'file:';
  // Letters on two lines or in two columns do not form a scheme.
  if (isSplit && !isKnown) return false;
  if (as === 'named') return /^[\t\n\r]*[\\/]/.test(rest) || (webSchemes.has(scheme.name) && /^\S/.test(rest));
  if (isSplit) return /^[\t\n\r]*[\\/]\S*$/.test(rest);
  if (webSchemes.has(scheme.name))
    return (scheme.start > 0 ? /^[\\/]*[^\s\\/]\S*$/ : /^[\t\n\r]*[\\/][\t\n\r\\/]*\S+$/).test(rest);
  return /^\/{2}\S+$/.test(rest);
}

/** Finds a scheme whose URL a browser executes, or shows as a page of its own. */
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
