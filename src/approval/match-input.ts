import { type MatchPurpose, matchesCapability } from './capability.js';

/**
 * Whether a text of an input fits a glob. The glob tells what the text is: `https://*.example.com/docs/**` an address,
 * anything else with a slash a path, and the rest a text, or the host of what holds a slash itself. What loosens must not be
 * met by `evil.test/x.example.com` when it says `*.example.com`, nor by `https://evil.test/../example.com/` when it says
 * `https://example.com/**`.
 */
export function matchesInput(glob: string, text: string, purpose: MatchPurpose): boolean | 'maybe' {
  const match = (family: string, pattern = glob, target = text): boolean | 'maybe' =>
    matchesCapability(`${family}:${pattern}`, `${family}:${target}`, purpose);
  if (glob.includes('://')) return matchesAddress(glob, text, purpose);
  if (glob.includes('/')) return match('fs');
  const isLocated = /[/\\?#]/.test(text) && !/^\*$|\s/.test(glob);
  if (!isLocated) return match('text');
  // An address that names no host is held back by what it looks like.
  return purpose === 'loosens' ? match('net') : match('text') || match('net') === true;
}

/** Scheme, host, port and path each for itself, read as `fetch` reads them. */
function matchesAddress(glob: string, text: string, purpose: MatchPurpose): boolean | 'maybe' {
  const unclear = purpose === 'restricts' && 'maybe';
  const [, scheme = '', host = '', port = '', path = ''] =
    /^([^:/]+):\/\/(\[[^\]]+\]|[^/:@?#\\]+)(?::(\d+))?(\/[^?#\\]*)?$/.exec(glob) ?? [];
  const url = toUrl(text);
  if (host === '' || url === undefined) return unclear;
  const parts = [
    matchesCapability(`text:${scheme}`, `text:${url.protocol.slice(0, -1)}`, purpose),
    matchesCapability(`net:${host}`, `net:${url.hostname}`, purpose),
    url.port === port || (purpose === 'restricts' && port === ''),
    /^(?:\/\*\*)?$/.test(path) || matchesCapability(`fs:${path}`, `fs:${url.pathname}`, purpose),
  ];
  return parts.includes(false) ? false : !parts.includes('maybe') || 'maybe';
}

function toUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
