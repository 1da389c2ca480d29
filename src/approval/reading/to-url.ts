/** Parses a URL as `fetch` does. Returns `undefined` when it is not valid. */
export function toUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
