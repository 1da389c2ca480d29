import { UserError } from '../../protocol/errors.js';
import type { JSONValue } from '../../protocol/json.js';
import { maxInputDepth } from '../../protocol/json.js';

/**
 * Writes a JSON value in the one way that all equal values share: members sorted by code units, no blanks, `-0` as `0`.
 * Different values give different texts; strings are kept as they are, so that `é` in one code point and in two differ.
 *
 * @throws UserError `not-json` for what is no JSON: `NaN`, `undefined`, a date, more levels than an input may have.
 */
export function canonicalJson(value: JSONValue): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value))
    return JSON.stringify(value);
  if (typeof value !== 'object' || depth > maxInputDepth || !isPlain(value)) throw refusal(value, depth);
  // Not by `map`, which leaves the holes of a list out.
  if (Array.isArray(value)) return `[${Array.from(value, (member) => write(member, depth + 1)).join()}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member, depth + 1)}`).join()}}`;
}

/** Also from another frame, whose `Object.prototype` is not ours. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refusal(value: unknown, depth: number): UserError {
  const what = depth > maxInputDepth ? `more than ${maxInputDepth} levels` : `${Object.prototype.toString.call(value)}`;
  return new UserError(
    'not-json',
    `A call's input holds what JSON cannot carry: ${typeof value === 'number' ? value : what}. Let the tool take plain data.`,
  );
}
