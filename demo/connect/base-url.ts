/** An address that a page may call, or `null`. Forgives a missing scheme for local hosts. */
export function readAddress(typed: string): URL | null {
  const text = typed.trim();
  const isSchemeless = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/i.test(text);
  const candidate = isSchemeless ? `http://${text}` : text;
  if (!/^https?:\/\//i.test(candidate) || !URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  // A password in the address would end up in error messages and in the address of every request.
  return url.username === '' && url.password === '' ? url : null;
}

/** The base URL as the provider needs it, or `null`. Forgives a pasted endpoint, too. */
export function readBaseURL(typed: string): string | null {
  const url = readAddress(typed);
  if (url === null) return null;
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return `${url.origin}${path}`;
}

/** Whether a host is this very computer: browsers treat it as secure even over http. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/.test(hostname);
}

/** Whether an address lies in this computer's own network, as far as its name tells. */
export function isLocalNetwork(url: string): boolean {
  const { hostname } = new URL(url);
  const isPrivate = /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)|^\[f[cde]/.test(hostname);
  return isLoopback(url) || isPrivate || hostname.endsWith('.local') || !hostname.includes('.');
}

/** Whether the browser refuses to call an address from a page of this origin, since it came over https itself. */
export function isMixedContent(url: string, pageOrigin: string): boolean {
  return pageOrigin.startsWith('https:') && url.startsWith('http:') && !isLoopback(url);
}
