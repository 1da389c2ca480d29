import { embeddedAddress } from '../reading/embedded-address.js';
import { toUrl } from '../reading/to-url.js';
import { globText } from './glob.js';

/** Schemes that have a host even without two slashes. `localhost:3000` has no scheme. */
const anyScheme = /^(?:(?:https?|wss?|ftp):|[a-z][a-z\d+.-]*:\/\/)/i;

/**
 * Returns the host of a URL or a host name as the URL parser (and so `fetch`) reads it: lower case, ASCII, without port
 * and trailing dot. Returns `undefined` for a string without a host.
 */
function hostOf(text: string): string | undefined {
  const url = toUrl(anyScheme.test(text) ? text : `https://${text}`);
  return url && plainHost(url.hostname);
}

/** Returns a host pattern in the form of {@link hostOf}: `*.Bücher.example` → `*.xn--bcher-kva.example`. */
export function hostPattern(text: string): string | undefined {
  if (!text.includes('*')) return hostOf(text);
  const host = text.replace(/^[a-z][a-z\d+.-]*:\/+/i, '').replace(/\.?(?:[/:?#].*)?$/s, '');
  const labels = host.split('.').map((label) => {
    if (!label.includes('*')) return hostOf(`${label}.x`)?.slice(0, -2);
    return /^[\w*-]+$/.test(label) ? label.toLowerCase() : undefined;
  });
  return labels.includes(undefined) ? undefined : labels.join('.');
}

/**
 * Returns every host that a string may refer to: read as a URL, as a link on a page and as a host name, without the
 * characters that the URL parser strips. An IPv4 address inside an IPv6 address is a further host. Empty when there is
 * none.
 *
 * @param scheme `any`: a tool may put `https://` before the string even if it has a scheme; `own`: only if it has none.
 */
export function hostsOf(text: string, scheme: 'any' | 'own'): readonly string[] {
  // The parser removes these characters before it looks for a scheme.
  const clean = text.replace(/[\t\n\r]/g, '').replace(/^[\0- ]+/, '');
  const isWhole = (scheme === 'any' ? special : anyScheme).test(clean);
  const urls = [toUrl(clean), toUrl(clean, page), isWhole ? undefined : toUrl(`https://${clean}`)];
  const hosts = urls.flatMap((url) => (url === undefined ? [] : (plainHost(url.hostname) ?? [])));
  return [...new Set(hosts.flatMap((host) => sameHosts(host)))].filter((host) => host !== pageHost);
}

/** Returns a host and, for an IPv6 address that contains an IPv4 address, that address. */
export function sameHosts(host: string): readonly string[] {
  const address = embeddedAddress(host);
  return address === undefined ? [host] : [host, address];
}

/** Schemes after which the URL parser finds a host with any number of slashes. */
export const special: RegExp = /^(?:https?|wss?|ftp|file):/i;

/** The host of the page that a link is resolved against. */
const pageHost = 'page.invalid';
const page = `https://${pageHost}/`;

/** Parses a host name again: with schemes that it does not know, the parser leaves the host as written. */
function plainHost(hostname: string): string | undefined {
  // Chromium percent-encodes `*`.
  const host = toUrl(`https://${hostname}`)?.hostname.replace(/\.$/, '').replaceAll('%2A', '*');
  return host?.split('.').includes('') ? undefined : host;
}

/** The origin in a string; `undefined` for the parts that it omits. */
interface Origin {
  readonly scheme: string | undefined;
  readonly host: string;
  readonly port: string | undefined;
}

function originOf(text: string): Origin | undefined {
  const host = hostOf(text);
  if (host === undefined) return undefined;
  const url = anyScheme.test(text) ? toUrl(text) : undefined;
  if (url !== undefined) return { scheme: url.protocol.slice(0, -1), host, port: portOf(url, url.port) };
  // Each scheme omits its own default port, so both are tried.
  const ports = [toUrl(`https://${text}`)?.port, toUrl(`http://${text}`)?.port];
  return { scheme: undefined, host, port: ports.find(Boolean) };
}

/**
 * Returns scheme, host and port as written, for a grant: `https://api.example.com:8443`. Returns `undefined` without a
 * host.
 */
export function originText(text: string): string | undefined {
  const origin = originOf(text);
  if (origin === undefined) return undefined;
  const { scheme: own, host, port } = origin;
  const isUsual = port === undefined || (own !== undefined && port === defaultPorts[`${own}:`]);
  return `${own === undefined ? '' : `${own}://`}${host}${isUsual ? '' : `:${port}`}`;
}

/**
 * Returns `true` when a host pattern covers the origin of a string, for rules and grants that loosen. A scheme or a
 * port in the pattern must match; a scheme without a port means its default port. A pattern with a path or a user
 * covers nothing.
 */
export function coversHost(wanted: string, target: string): boolean {
  const [, own, name, given] = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/\\:@?#]+|\[[^\]]+\])(?::(\d+))?$/i.exec(wanted) ?? [];
  const pattern = name === undefined ? undefined : hostPattern(name);
  const origin = originOf(target);
  if (pattern === undefined || origin === undefined || !globText(pattern, origin.host)) return false;
  if (own !== undefined && own.toLowerCase() !== origin.scheme) return false;
  if (given !== undefined) return String(Number(given)) === origin.port;
  return own === undefined || origin.port === defaultPorts[`${origin.scheme}:`];
}

const defaultPorts: Readonly<Record<string, string>> = {
  'http:': '80',
  'ws:': '80',
  'https:': '443',
  'wss:': '443',
  'ftp:': '21',
};

/** Returns the port of a URL: the given one or, if it is empty, the scheme's default. */
export function portOf({ protocol }: URL, port: string): string | undefined {
  return port === '' ? defaultPorts[protocol] : String(Number(port));
}
