import type { JSONObject, JSONValue } from '@ai-sdk/provider';
import { UserError } from './errors.js';
import { isPlain, isRecord } from './record.js';

export type { JSONObject, JSONValue };

/** The nesting depth at which a tool's input is refused: deeper values overflow the stack of `JSON.stringify`. */
export const maxInputDepth = 256;

/** Freezes a JSON value and everything in it, so that what a person saw cannot change before it runs. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    // Not spread over the arguments of one push: a long list would overflow the stack.
    for (const member of Object.values(next)) if (typeof member === 'object') open.push(member);
  }
  return value;
}

/**
 * Converts a value to plain JSON, as it will be stored and sent: dates become strings, `undefined` members disappear.
 *
 * @throws UserError naming the path of the first value that JSON cannot hold (a function, `NaN`, a bigint, a cycle).
 */
export function toJson(value: unknown, what: string): JSONValue {
  if (value === undefined) return null;
  const problem = findNonJson(value);
  if (problem !== undefined) {
    throw new UserError(
      'not-json',
      `${what} holds ${problem.kind} at ${problem.path}, which JSON cannot carry. Return plain data instead.`,
    );
  }
  return JSON.parse(JSON.stringify(value)) as JSONValue;
}

/** Copies JSON. Several times as fast as `structuredClone`, which also copies values that are not JSON. */
export function copyJson(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxInputDepth || !isPlain(value)) return structuredClone(value);
  if (Array.isArray(value)) return value.map((member) => copyJson(member, depth + 1));
  // Not by assignment: a member may be called __proto__.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyJson(member, depth + 1)]));
}

interface NonJson {
  readonly kind: string;
  readonly path: string;
}

/**
 * The state of a search: the keys that lead to a value, and the objects around it. Both are changed in place, because
 * copies at each level would be quadratic.
 */
interface JsonSearch {
  readonly path: string[];
  readonly parents: Set<unknown>;
}

function findNonJson(value: unknown, search: JsonSearch = { path: [], parents: new Set() }): NonJson | undefined {
  const { path, parents } = search;
  const at = (kind: string): NonJson => ({ kind, path: path.length === 0 ? 'its root' : `"${path.join('.')}"` });
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : at(`the number ${value}`);
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    return at(`a ${typeof value}`);
  if (typeof value !== 'object' || value === null) return undefined;
  if (parents.has(value)) return at('a reference to itself');
  if (path.length > maxInputDepth) return at(`more than ${maxInputDepth} levels`);
  parents.add(value);
  const found = findWithin(value, search, at);
  parents.delete(value);
  return found;
}

function findWithin(value: object, search: JsonSearch, at: (kind: string) => NonJson): NonJson | undefined {
  if ('toJSON' in value && typeof value.toJSON === 'function') return findNonJson(value.toJSON(), search);
  if (!isPlain(value)) return at(`a ${value.constructor?.name ?? 'class instance'}`);
  for (const [key, member] of Object.entries(value)) {
    search.path.push(key);
    const found = findNonJson(member, search);
    if (found !== undefined) return found;
    search.path.pop();
  }
  return undefined;
}

/** Returns `true` if two JSON values are equal, whatever the order of their members. */
export function isSameJson(a: JSONValue | undefined, b: JSONValue | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(([key, value]) => Object.hasOwn(b, key) && isSameJson(value, (b as JSONObject)[key]))
  );
}

/** Returns `true` if a value contains everything that the pattern contains. Lists must have the same length. */
export function includesJson(value: unknown, pattern: unknown): boolean {
  if (Array.isArray(pattern)) {
    return (
      Array.isArray(value) &&
      value.length === pattern.length &&
      pattern.every((item, index) => includesJson(value[index], item))
    );
  }
  if (!isRecord(pattern)) return Object.is(value, pattern);
  if (!isRecord(value)) return false;
  return Object.entries(pattern).every(([key, item]) => Object.hasOwn(value, key) && includesJson(value[key], item));
}
