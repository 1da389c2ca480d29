import { maxInputDepth } from '../../protocol/base/json.js';
import { Refusal } from './refusal.js';

/** Levels that a request adds around the input of a tool or the content of a message. */
const wrapperDepth = 16;

/** How deep the JSON of a request may nest. Recursive readers, such as `JSON.stringify`, overflow the stack on deeper values. */
export const maxBodyDepth: number = maxInputDepth + wrapperDepth;

/** Honest JSON has several bytes for each value: a body that is all brackets would cost much more than its size. */
const bytesPerValue = 10;

/**
 * Checks the JSON of a request before anything else reads it: its depth, how many values it holds, and that it can be stored. It does not recurse,
 * since `JSON.parse` accepts deeper values than any recursive function can read.
 *
 * @param maxBytes how many bytes the request may have; the number of values is limited in proportion.
 * @throws Refusal `malformed-request` or `too-large`.
 */
export function checkBody(body: unknown, maxBytes: number): void {
  const maxValues = Math.max(1000, Math.ceil(maxBytes / bytesPerValue));
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value: body, depth: 0 }];
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next;
    count += 1;
    if (count > maxValues) throw new Refusal('too-large', `It holds more than ${maxValues} values.`);
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new Refusal('malformed-request', 'It holds a number that is too large for JSON readers.');
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= maxBodyDepth) throw new Refusal('malformed-request', `It nests more than ${maxBodyDepth} levels.`);
    for (const member of Object.values(value)) pending.push({ value: member, depth: depth + 1 });
  }
}

/** Returns `true` for text that every store can keep as a key: PostgreSQL refuses NUL and replaces unpaired surrogates. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
