/**
 * Decodes the part of a host label after `xn--` (RFC 3492). Browsers and Node only provide the encoder, in `new URL()`.
 *
 * @returns `undefined` when it is not valid.
 */
export function decodePunycode(encoded: string): string | undefined {
  const last = encoded.lastIndexOf('-');
  const output = [...encoded.slice(0, Math.max(last, 0))];
  let [code, index, bias] = [128, 0, 72];
  for (let at = last + 1; at < encoded.length; ) {
    const before = index;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = digitOf(encoded.charAt(at++));
      index += digit * weight;
      // A missing or invalid digit is NaN, so this condition also ends the loop for invalid input.
      if (!(index <= 0x7fffffff)) return undefined;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const count = output.length + 1;
    bias = adapt(before === 0 ? Math.floor(index / 700) : (index - before) >> 1, count);
    code += Math.floor(index / count);
    index %= count;
    if (code > 0x10ffff || code >> 11 === 27) return undefined;
    output.splice(index++, 0, String.fromCodePoint(code));
  }
  return output.join('');
}

function digitOf(character: string): number {
  const digit = /^[a-z0-9]$/i.test(character) ? Number.parseInt(character, 36) : Number.NaN;
  return digit < 10 ? digit + 26 : digit - 10;
}

function adapt(first: number, count: number): number {
  let delta = first + Math.floor(first / count);
  let k = 0;
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
  return k + Math.floor((36 * delta) / (delta + 38));
}
