/** Schemes that lead to a host even without the two slashes; `localhost:3000` is none. */
const scheme = /^(?:(?:https?|wss?|ftp):|[a-z][a-z\d+.-]*:\/\/)/i;

/**
 * The host that a URL or a host leads to, as the URL parser (and so `fetch`) reads it: lower case, ASCII, without port
 * and closing dot. `undefined`: it is none.
 */
export function hostOf(text: string): string | undefined {
  const url = toUrl(scheme.test(text) ? text : `https://${text}`);
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
 * Every host that a text may lead to, for what restricts: read as an address, as a link on a page and as a host, each with
 * what the URL parser strips taken away. An IPv4 address within an IPv6 one is one more. Empty: it leads to none.
 */
export function hostsOf(text: string): readonly string[] {
  // The parser takes these away before it looks for a scheme.
  const clean = text.replace(/[\t\n\r]/g, '').replace(/^[\0- ]+/, '');
  const urls = [toUrl(clean), toUrl(clean, page), special.test(clean) ? undefined : toUrl(`https://${clean}`)];
  const hosts = urls.flatMap((url) => (url === undefined ? [] : (plainHost(url.hostname) ?? [])));
  return [...new Set(hosts.flatMap((host) => sameHosts(host)))].filter((host) => host !== pageHost);
}

/** A host, and the IPv4 address that it stands for where it is an IPv6 one. */
export function sameHosts(host: string): readonly string[] {
  const [, ...parts] = /^\[(?:::(?:ffff:(?:0:)?)?|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host) ?? [];
  const bytes = parts.map((part) => Number.parseInt(part, 16)).flatMap((part) => [part >> 8, part & 255]);
  return bytes.length === 0 ? [host] : [host, bytes.join('.')];
}

/** Schemes behind which the parser itself finds the host, however many slashes follow. */
export const special: RegExp = /^(?:https?|wss?|ftp|file):/i;

/** Stands for the page that a link is on. */
const pageHost = 'page.invalid';
const page = `https://${pageHost}/`;

/** An address as the URL parser reads it. */
export function toUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Once more: of schemes that it does not know, the parser leaves the host as it was written. */
function plainHost(hostname: string): string | undefined {
  // Chromium writes a `*` in another way.
  const host = toUrl(`https://${hostname}`)?.hostname.replace(/\.$/, '').replaceAll('%2A', '*');
  return host?.split('.').includes('') ? undefined : host;
}

/** Whether a text names a host and nothing besides: no port, no path, no user. */
export function isBareHost(text: string): boolean {
  return /^(?:[^/\\:@?#]+|\[[^\]]+\])$/.test(text);
}
