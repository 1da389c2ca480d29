import type { JSONValue } from '../protocol/base/json.js';
import type { JSONPath } from '../protocol/base/json-path.js';
import { isRecord, ownMember } from '../protocol/base/record.js';

/** Returns `true` when a path, as a key, equals another one or is below it. */
export function isKeyWithin(key: string, ancestor: string): boolean {
  return key === ancestor || key.startsWith(`${ancestor}/`);
}

/** Returns the value at a path; `undefined` without one. Ignores inherited members. */
export function valueAt(value: JSONValue | undefined, path: JSONPath): JSONValue | undefined {
  return path.reduce<JSONValue | undefined>(innerOf, value);
}

function innerOf(value: JSONValue | undefined, part: string | number): JSONValue | undefined {
  if (Array.isArray(value)) return value[Number(part)];
  return isRecord(value) ? (ownMember(value, String(part)) as JSONValue | undefined) : undefined; // JSON contains JSON
}

/**
 * Returns the value with another one at a path; everything off the path stays the same object. `undefined` removes the
 * member. In a list, an index at its end appends. A path through missing values creates objects, or lists before a
 * number.
 */
export function withValueAt(
  value: JSONValue | undefined,
  path: JSONPath,
  next: JSONValue | undefined,
): JSONValue | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return next;
  const inner = withValueAt(innerOf(value, part), rest, next);
  if (Array.isArray(value) || (!isRecord(value) && typeof part === 'number')) {
    const items = Array.isArray(value) ? value : [];
    return inner === undefined ? items.toSpliced(Number(part), 1) : withItem(items, Number(part), inner);
  }
  const members = Object.entries(isRecord(value) ? value : {}) as [string, JSONValue][]; // JSON contains JSON
  const name = String(part);
  const remaining = inner === undefined ? members.filter(([key]) => key !== name) : withEntry(members, name, inner);
  // Not by assignment: a member may be called __proto__.
  return Object.fromEntries(remaining);
}

function withItem(items: readonly JSONValue[], index: number, item: JSONValue): JSONValue {
  return index >= items.length ? [...items, item] : items.with(index, item);
}

function withEntry(members: readonly [string, JSONValue][], name: string, value: JSONValue): [string, JSONValue][] {
  const isKnown = members.some(([key]) => key === name);
  if (!isKnown) return [...members, [name, value]];
  return members.map(([key, old]) => [key, key === name ? value : old]);
}

/** Returns the object with a renamed member, at its position. */
export function renamedMember(value: JSONValue, from: string, to: string): JSONValue {
  if (!isRecord(value)) return value;
  const members = Object.entries(value) as [string, JSONValue][]; // JSON contains JSON
  return Object.fromEntries(members.map(([key, member]) => [key === from ? to : key, member]));
}

/** Returns the list with an item moved. */
export function movedItem(value: JSONValue, from: number, to: number): JSONValue {
  const item = Array.isArray(value) ? value[from] : undefined;
  return Array.isArray(value) && item !== undefined ? value.toSpliced(from, 1).toSpliced(to, 0, item) : value;
}
