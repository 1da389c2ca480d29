import { isPlain } from '../base/record.js';

/** Half of a surrogate pair, the result of cutting a string in the middle of an emoji. */
const loneSurrogate = /\p{Surrogate}/gu;

/**
 * Replaces lone surrogates by U+FFFD in all strings of a value, names of members included. Strict APIs refuse such
 * strings, and would refuse every
 * later request of the conversation. Returns the same value if nothing was replaced.
 */
export function toWellFormed<T>(value: T): T {
  if (typeof value === 'string') return value.replace(loneSurrogate, '\ufffd') as typeof value;
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map(toWellFormed);
    return items.some((item, index) => item !== value[index]) ? (items as typeof value) : value;
  }
  const entries = Object.entries(value);
  const formed = entries.map(([key, member]) => [toWellFormed(key), toWellFormed<unknown>(member)] as const);
  const isChanged = formed.some(
    ([key, member], index) => key !== entries[index]?.[0] || member !== entries[index]?.[1],
  );
  return isChanged ? (Object.fromEntries(formed) as typeof value) : value;
}

/** Serializes a request body as JSON that strict servers accept. */
export function toWellFormedJson(value: unknown): string {
  const text = JSON.stringify(value);
  // `JSON.stringify` escapes lone surrogates and no other character in this range.
  return /\\ud[89a-f]/.test(text) ? JSON.stringify(toWellFormed(JSON.parse(text))) : text;
}
