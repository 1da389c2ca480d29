/** Parses an address as `fetch` does. `undefined`: it is not one. */
export function toUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
