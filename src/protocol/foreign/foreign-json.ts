import { type JSONValue, maxInputDepth } from '../base/json.js';
import { isPlain } from '../base/record.js';
import { safeString } from '../base/words.js';

/**
 * The nesting depth of JSON from a server, a file or another tab: the deepest tool input, plus the wire's own levels.
 * Code that reads values
 * recursively (rendering, comparison, `JSON.stringify`) is safe at this depth.
 */
export const maxForeignDepth: number = maxInputDepth + 16;

/**
 * The largest number of lists and objects in one value. A structured clone may contain one object many times, so that
 * its JSON would be endless.
 */
const maxNodes = 2_000_000;

/**
 * Returns `true` if a value cannot be used as JSON: it nests too deep, has too many lists and objects, or contains a
 * `bigint` (a message of a port
 * is not JSON). It does not recurse, so it is safe at any depth.
 */
export function nestsTooDeep(value: unknown, levels: number = maxForeignDepth): boolean {
  let level: object[] = hasJsonMembers(value) ? [value] : [];
  let nodes = 0;
  for (let left = levels; level.length > 0; left--) {
    if (left === 0) return true;
    const next: object[] = [];
    for (const one of level)
      for (const member of Object.values(one)) {
        if (typeof member === 'bigint') return true;
        if (hasJsonMembers(member)) next.push(member);
        if (nodes + next.length > maxNodes) return true;
      }
    nodes += next.length;
    level = next;
  }
  return false;
}

/** Only lists and plain objects nest. A file's bytes would have millions of members. */
function hasJsonMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null && isPlain(value);
}

/** Parses JSON from outside. Returns `undefined` if it is not JSON or nests deeper than `levels`. */
export function parseForeignJson(text: string, levels: number = maxForeignDepth): JSONValue | undefined {
  try {
    const value = JSON.parse(text) as JSONValue;
    // Each level needs two brackets.
    return text.length > levels * 2 && nestsTooDeep(value, levels) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Returns a value as JSON for an error message, cut to 80 characters. Never throws. */
export function shortJson(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'function') return 'a function';
  if (nestsTooDeep(value)) return 'an object that nests too deep';
  try {
    return (JSON.stringify(value) ?? safeString(value)).slice(0, 80);
  } catch {
    return safeString(value).slice(0, 80);
  }
}
