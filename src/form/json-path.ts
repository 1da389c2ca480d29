import type { JSONValue } from '../protocol/base/json.js';
import type { JSONPath } from '../protocol/base/json-path.js';
import { isRecord, ownMember } from '../protocol/base/record.js';

/** Whether a path, as a key, is another one or stands below it. */
export function isKeyWithin(key: string, ancestor: string): boolean {
  return key === ancestor || key.startsWith(`${ancestor}/`);
}

/** The value at a path; `undefined` where nothing is. Nothing inherited is ever found. */
export function valueAt(value: JSONValue | undefined, path: JSONPath): JSONValue | undefined {
  return path.reduce<JSONValue | undefined>(innerOf, value);
}

function innerOf(value: JSONValue | undefined, part: string | number): JSONValue | undefined {
  if (Array.isArray(value)) return value[Number(part)];
  return isRecord(value) ? (ownMember(value, String(part)) as JSONValue | undefined) : undefined; // JSON holds JSON
}

/**
 * The same value with another one at a path; all that is not on the way stays the very same object. `undefined` takes the member
 * out. In a list, a position at its end appends. A path that leads through nothing makes objects, or lists before a number.
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
  const members = Object.entries(isRecord(value) ? value : {}) as [string, JSONValue][]; // JSON holds JSON
  const name = String(part);
  const kept = inner === undefined ? members.filter(([key]) => key !== name) : withEntry(members, name, inner);
  // Not by assignment: a member may be called __proto__.
  return Object.fromEntries(kept);
}

function withItem(items: readonly JSONValue[], index: number, item: JSONValue): JSONValue {
  return index >= items.length ? [...items, item] : items.with(index, item);
}

function withEntry(members: readonly [string, JSONValue][], name: string, value: JSONValue): [string, JSONValue][] {
  const isKnown = members.some(([key]) => key === name);
  if (!isKnown) return [...members, [name, value]];
  return members.map(([key, old]) => [key, key === name ? value : old]);
}

/** The same object with a member called otherwise, at its place. */
export function renamedMember(value: JSONValue, from: string, to: string): JSONValue {
  if (!isRecord(value)) return value;
  const members = Object.entries(value) as [string, JSONValue][]; // JSON holds JSON
  return Object.fromEntries(members.map(([key, member]) => [key === from ? to : key, member]));
}

/** The same list with an item at another place. */
export function movedItem(value: JSONValue, from: number, to: number): JSONValue {
  const item = Array.isArray(value) ? value[from] : undefined;
  return Array.isArray(value) && item !== undefined ? value.toSpliced(from, 1).toSpliced(to, 0, item) : value;
}
