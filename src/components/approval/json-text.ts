import type { JSONValue } from '../../protocol/json.js';
import { isRecord } from '../../protocol/record.js';

/** A value as a person edits it. */
export function toJsonText(value: JSONValue): string {
  return JSON.stringify(value, null, 2);
}

/** Tells whether two values are the same JSON; the order of members does not count. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}
