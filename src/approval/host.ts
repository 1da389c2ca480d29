/** Schemes that lead to a host even without the two slashes; `localhost:3000` is none. */
const scheme = /^(?:(?:https?|wss?|ftp):|[a-z][a-z\d+.-]*:\/\/)/i;

/**
 * The host that a URL or a host leads to, as the URL parser (and so `fetch`) reads it: lower case, ASCII, without port
 * and closing dot. `undefined`: it is none.
 */
export function hostOf(text: string): string | undefined {
  try {
    const { hostname } = new URL(scheme.test(text) ? text : `https://${text}`);
    // Once more: of schemes that it does not know, the parser leaves the host as it was written.
    const host = new URL(`https://${hostname}`).hostname.replace(/\.$/, '');
    return host.split('.').includes('') ? undefined : host;
  } catch {
    return undefined;
  }
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

/** Whether a text names a host and nothing besides: no port, no path, no user. */
export function isBareHost(text: string): boolean {
  return /^(?:[^/\\:@?#]+|\[[^\]]+\])$/.test(text);
}
