/** Returns a URL that a page may call, or `null`. For local hosts the scheme may be missing. */
export function readAddress(typed: string): URL | null {
  const text = typed.trim();
  const isSchemeless = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/i.test(text);
  const candidate = isSchemeless ? `http://${text}` : text;
  if (!/^https?:\/\//i.test(candidate) || !URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  // A password in the URL would appear in error messages and in every request URL.
  return url.username === '' && url.password === '' ? url : null;
}

/** Returns the base URL for the provider, or `null`. It also accepts the URL of an endpoint. */
export function readBaseURL(typed: string): string | null {
  const url = readAddress(typed);
  if (url === null) return null;
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return `${url.origin}${path}`;
}

/** Returns `true` for a host that is this computer. Browsers treat it as secure even over http. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/.test(hostname);
}

/** Returns `true` when the host name belongs to the local network. */
export function isLocalNetwork(url: string): boolean {
  const { hostname } = new URL(url);
  const isPrivate = /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)|^\[f[cde]/.test(hostname);
  return isLoopback(url) || isPrivate || hostname.endsWith('.local') || !hostname.includes('.');
}

/** Returns `true` when the browser blocks an http URL because the page was loaded over https. */
export function isMixedContent(url: string, pageOrigin: string): boolean {
  return pageOrigin.startsWith('https:') && url.startsWith('http:') && !isLoopback(url);
}
