import { maxInputDepth } from '../../protocol/base/json.js';
import { Refusal } from './refusal.js';

/** The levels of JSON that a request adds around a tool input or a message. */
const wrapperDepth = 16;

/**
 * The maximum depth of the JSON of a request. Recursive functions such as `JSON.stringify` overflow the stack on deep
 * values.
 */
export const maxBodyDepth: number = maxInputDepth + wrapperDepth;

/** The minimum average of bytes for each value. A body of brackets only would need far more memory than its size. */
const bytesPerValue = 10;

/**
 * Checks the depth, the number of values and the numbers of a request before other code reads it. It does not recurse,
 * because `JSON.parse` accepts deeper values than a recursive function can read.
 *
 * @param maxBytes the size limit of the request. The limit of values is proportional to it.
 * @throws Refusal `malformed-request` or `too-large`.
 */
export function checkBody(body: unknown, maxBytes: number): void {
  const maxValues = Math.max(1000, Math.ceil(maxBytes / bytesPerValue));
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value: body, depth: 0 }];
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next;
    count += 1;
    if (count > maxValues) throw new Refusal('too-large', `The body has more than ${maxValues} JSON values.`);
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new Refusal('malformed-request', 'The body has a number that JSON cannot represent.');
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= maxBodyDepth)
      throw new Refusal('malformed-request', `The body is nested deeper than ${maxBodyDepth} levels.`);
    for (const member of Object.values(value)) pending.push({ value: member, depth: depth + 1 });
  }
}

/**
 * Returns `true` for a string that every store accepts as a key. PostgreSQL rejects NUL and replaces unpaired
 * surrogates.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
