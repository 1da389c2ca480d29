import { embeddedAddress } from '../reading/embedded-address.js';
import { toUrl } from '../reading/to-url.js';
import { globText } from './glob.js';

/** Schemes that lead to a host even without the two slashes; `localhost:3000` is none. */
const anyScheme = /^(?:(?:https?|wss?|ftp):|[a-z][a-z\d+.-]*:\/\/)/i;

/**
 * The host that a URL or a host leads to, as the URL parser (and so `fetch`) reads it: lower case, ASCII, without port
 * and closing dot. `undefined`: it is none.
 */
function hostOf(text: string): string | undefined {
  const url = toUrl(anyScheme.test(text) ? text : `https://${text}`);
  return url && plainHost(url.hostname);
}

/** A host pattern in the form of {@link hostOf}: `*.Bücher.example` → `*.xn--bcher-kva.example`. */
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
 * Returns every host that a text may lead to: read as an address, as a link on a page and as a host, each with what the URL parser
 * strips taken away. An IPv4 address within an IPv6 one is one more. Empty: it leads to none.
 *
 * @param scheme `any`: a tool may put `https://` before the text even if it has a scheme; `own`: only if it has none.
 */
export function hostsOf(text: string, scheme: 'any' | 'own'): readonly string[] {
  // The parser takes these away before it looks for a scheme.
  const clean = text.replace(/[\t\n\r]/g, '').replace(/^[\0- ]+/, '');
  const isWhole = (scheme === 'any' ? special : anyScheme).test(clean);
  const urls = [toUrl(clean), toUrl(clean, page), isWhole ? undefined : toUrl(`https://${clean}`)];
  const hosts = urls.flatMap((url) => (url === undefined ? [] : (plainHost(url.hostname) ?? [])));
  return [...new Set(hosts.flatMap((host) => sameHosts(host)))].filter((host) => host !== pageHost);
}

/** Returns a host, and the IPv4 address that it contains where it is an IPv6 one. */
export function sameHosts(host: string): readonly string[] {
  const address = embeddedAddress(host);
  return address === undefined ? [host] : [host, address];
}

/** Schemes behind which the parser itself finds the host, however many slashes follow. */
export const special: RegExp = /^(?:https?|wss?|ftp|file):/i;

/** Stands for the page that a link is on. */
const pageHost = 'page.invalid';
const page = `https://${pageHost}/`;

/** Once more: of schemes that it does not know, the parser leaves the host as it was written. */
function plainHost(hostname: string): string | undefined {
  // Chromium writes a `*` in another way.
  const host = toUrl(`https://${hostname}`)?.hostname.replace(/\.$/, '').replaceAll('%2A', '*');
  return host?.split('.').includes('') ? undefined : host;
}

/** What a text says of where it leads; what it leaves out is `undefined`. */
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
  // Each of the two leaves its own port out.
  const ports = [toUrl(`https://${text}`)?.port, toUrl(`http://${text}`)?.port];
  return { scheme: undefined, host, port: ports.find(Boolean) };
}

/** Scheme, host and port as a text says them, to name just that: `https://api.example.com:8443`. `undefined`: it names no host. */
export function originText(text: string): string | undefined {
  const origin = originOf(text);
  if (origin === undefined) return undefined;
  const { scheme: own, host, port } = origin;
  const isUsual = port === undefined || (own !== undefined && port === defaultPorts[`${own}:`]);
  return `${own === undefined ? '' : `${own}://`}${host}${isUsual ? '' : `:${port}`}`;
}

/**
 * Whether a pattern of hosts covers where a text leads, for what loosens. With a scheme or a port it covers only that; a
 * scheme alone is one with its usual port. What names more than that covers nothing.
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

/** A port that stands in an address, or would stand there; without it the usual one of the address. */
export function portOf({ protocol }: URL, port: string): string | undefined {
  return port === '' ? defaultPorts[protocol] : String(Number(port));
}
