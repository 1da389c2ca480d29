/**
 * Decodes one layer of percent-encoding like a lenient server: it accepts `%u002e` and overlong UTF-8 (`%c0%ae`), and
 * reads bytes that are not UTF-8 as Latin-1. A `%` without two hexadecimal digits is unchanged.
 */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%u([\da-f]{4})|(?:%[\da-f]{2})+/gi, (escaped, unit: string | undefined) =>
    unit === undefined ? decodeBytes(escaped) : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/**
 * Decodes only escapes of `%` and of hexadecimal digits, repeatedly: one layer may end within the bytes of a character.
 */
export function flattenPercent(text: string): string {
  let flat = text;
  for (let layer = 0; layer < 8 && flat.includes('%'); layer++)
    flat = flat.replace(/%(?:25|3\d|[46][1-6])/g, (escaped) => decodeURIComponent(escaped));
  return flat;
}

function decodeBytes(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped
      .replace(/%(c[01])%(..)|%e0%([89].)%(..)|%f0%80%([89].)%(..)/gi, (...groups: (string | undefined)[]) => {
        const [high = '', low = ''] = groups.slice(1, 7).filter((group) => group !== undefined);
        return String.fromCharCode(((Number.parseInt(high, 16) & 0x1f) << 6) | (Number.parseInt(low, 16) & 0x3f));
      })
      .replace(/%(..)/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  }
}
