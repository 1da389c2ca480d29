import { isPlain } from '../base/record.js';

/** Half of a surrogate pair, as it stays behind where text is cut in the middle of an emoji. */
const loneSurrogate = /\p{Surrogate}/gu;

/**
 * Replaces halves of surrogate pairs by U+FFFD, in the text of a value and in the names of its members. Strict APIs refuse such text, and would refuse
 * the conversation that holds it for ever. Returns the same value where nothing is replaced.
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

/** Writes a request body as JSON that strict servers can read. */
export function toWellFormedJson(value: unknown): string {
  const text = JSON.stringify(value);
  // `JSON.stringify` escapes halves of pairs, and only those.
  return /\\ud[89a-f]/.test(text) ? JSON.stringify(toWellFormed(JSON.parse(text))) : text;
}
