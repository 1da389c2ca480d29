import { toUrl } from '../reading/to-url.js';
import { type MatchPurpose, matchesCapability } from './capability.js';
import { hostPattern, portOf, special } from './host.js';

/**
 * Whether a text of an input fits a glob. The glob tells what the text is: `https://*.example.com/docs/**` an address,
 * anything else with a slash a path, and the rest a text, or the host of what holds a slash itself. What loosens must not be
 * met by `evil.test/x.example.com` when it says `*.example.com`, nor by `https://evil.test/../example.com/` when it says
 * `https://example.com/**`. What restricts takes the text for all that it may be.
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
  // Plain words lead nowhere. What else is no host may lead to one in a way that nobody here knows.
  return asHost === 'maybe' && !/[:/\\@?#%*{[\]]|(?![\t\n\r])\p{Cc}/u.test(text) ? asText : asHost;
}

/** Hosts rather than names of files: behind it nobody expects a list (`evil.test,a.example.com`) or a command (`$(x).example.com`). */
const subdomains = /^\*\.(?:[\w-]+\.)+[a-z\d-]+$/i;

/** Whether a glob that begins with a host (`example.com/docs/**`) means the place that a text leads to. */
function leadsTo(glob: string, text: string): boolean {
  const address = `*://${glob.replace(/^\/\//, '')}`;
  return [text, `https://${text.replace(/^[\0- ]+/, '')}`].some(
    (one) => matchesAddress(address, one, 'restricts') === true,
  );
}

/** Scheme, host, port and path each for itself, read as `fetch` reads them. */
function matchesAddress(glob: string, text: string, purpose: MatchPurpose): boolean | 'maybe' {
  const restricts = purpose === 'restricts';
  const unclear = restricts && 'maybe';
  const [, scheme = '', host = '', port = '', path = ''] =
    /^([^:/]+):\/\/(\[[^\]]+\]|[^/:@?#\\]+)(?::(\d+))?(\/[^?#\\]*)?$/.exec(glob) ?? [];
  const url = toUrl(text);
  // What is no address by itself leads to wherever it is put.
  if (host === '' || !url?.hostname) return unclear;
  if (!restricts && /^ | $|\p{Cc}/u.test(text)) return false;
  const parts = [
    matchesCapability(`text:${scheme}`, `text:${url.protocol.slice(0, -1)}`, purpose),
    // As it was written: not every parser finds the same host in it.
    matchesCapability(`net:${host}`, `net:${text}`, purpose),
    (restricts && port === '') || portOf(url, url.port) === portOf(url, port),
    /^(?:\/\*\*)?$/.test(path) || matchesCapability(`fs:${path}`, `fs:${url.pathname}`, purpose),
  ];
  if (!parts.includes(false)) return !parts.includes('maybe') || 'maybe';
  // `example.com:…` is a host and a port to some, and an address with a scheme of its own to others.
  return unclear && !special.test(url.protocol) && matchesCapability(`net:${host}`, `net:${text}`, purpose) && 'maybe';
}
