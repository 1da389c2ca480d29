import { toUrl } from '../reading/to-url.js';
import { type MatchPurpose, matchesCapability } from './capability.js';
import { hostPattern, portOf, special } from './host.js';

/**
 * Returns `true` when a string of an input matches a glob. The glob determines the meaning of the string:
 * `https://*.example.com/docs/**` is a URL, a glob with a slash is a path, and any other glob is text or, for a string
 * with a slash, its host. A rule that loosens with `*.example.com` must not match `evil.test/x.example.com`, and one
 * with `https://example.com/**` must not match `https://evil.test/../example.com/`. A rule that restricts tries all
 * meanings.
 */
export function matchesInput(glob: string, text: string, purpose: MatchPurpose): boolean | 'maybe' {
  if (glob.includes('://')) return matchesAddress(glob, text, purpose);
  const match = (family: string): boolean | 'maybe' =>
    matchesCapability(`${family}:${glob}`, `${family}:${text}`, purpose);
  const isPath = glob.includes('/');
  const mayBeHost = !/^\*+$|\s/.test(glob);
  if (purpose === 'loosens') {
    const signs = subdomains.test(glob) ? /[/\\?#,;|&$`@]/ : /[/\\?#]/;
    return match(isPath ? 'fs' : signs.test(text) && mayBeHost ? 'net' : 'text');
  }
  if (isPath) return leadsTo(glob, text) || match('fs');
  const asText = match('text');
  if (asText === true || !mayBeHost || hostPattern(glob) === undefined) return asText;
  const asHost = match('net');
  // Plain words contain no host. Other text without a recognizable host may contain one in an unknown syntax.
  return asHost === 'maybe' && !/[:/\\@?#%*{[\]]|(?![\t\n\r])\p{Cc}/u.test(text) ? asText : asHost;
}

/**
 * Matches a glob of subdomains. It must not cover a list (`evil.test,a.example.com`) or a command (`$(x).example.com`).
 */
const subdomains = /^\*\.(?:[\w-]+\.)+[a-z\d-]+$/i;

/** Returns `true` when a glob that begins with a host (`example.com/docs/**`) covers the URL in a string. */
function leadsTo(glob: string, text: string): boolean {
  const address = `*://${glob.replace(/^\/\//, '')}`;
  return [text, `https://${text.replace(/^[\0- ]+/, '')}`].some(
    (one) => matchesAddress(address, one, 'restricts') === true,
  );
}

/** Matches scheme, host, port and path separately, as `fetch` parses them. */
function matchesAddress(glob: string, text: string, purpose: MatchPurpose): boolean | 'maybe' {
  const restricts = purpose === 'restricts';
  const unclear = restricts && 'maybe';
  const [, scheme = '', host = '', port = '', path = ''] =
    /^([^:/]+):\/\/(\[[^\]]+\]|[^/:@?#\\]+)(?::(\d+))?(\/[^?#\\]*)?$/.exec(glob) ?? [];
  const url = toUrl(text);
  // A relative reference resolves against an unknown base.
  if (host === '' || !url?.hostname) return unclear;
  if (!restricts && /^ | $|\p{Cc}/u.test(text)) return false;
  const parts = [
    matchesCapability(`text:${scheme}`, `text:${url.protocol.slice(0, -1)}`, purpose),
    // The host is matched as written, because parsers may disagree about it.
    matchesCapability(`net:${host}`, `net:${text}`, purpose),
    (restricts && port === '') || portOf(url, url.port) === portOf(url, port),
    /^(?:\/\*\*)?$/.test(path) || matchesCapability(`fs:${path}`, `fs:${url.pathname}`, purpose),
  ];
  if (!parts.includes(false)) return !parts.includes('maybe') || 'maybe';
  // Some parsers read `example.com:…` as a host and a port, others as a URL with its own scheme.
  return unclear && !special.test(url.protocol) && matchesCapability(`net:${host}`, `net:${text}`, purpose) && 'maybe';
}
