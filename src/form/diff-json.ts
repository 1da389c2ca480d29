import { isSameJson, type JSONValue } from '../protocol/base/json.js';
import type { JSONPath } from '../protocol/base/json-path.js';
import { isRecord, ownMember } from '../protocol/base/record.js';
import { valueAt, withValueAt } from './json-path.js';

/** One difference between two values. */
export interface JsonChange {
  /** The path: of a removed value, where it was before; otherwise, where it is after. */
  readonly path: JSONPath;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: JSONValue;
  readonly after?: JSONValue;
}

/**
 * Compares two JSON values member by member; the order of members does not count. In a list, equal items at its start
 * and its end are skipped; between them, items are compared one by one, and the rest is added or removed.
 *
 * @param before `undefined`: there was no value.
 * @param after `undefined`: the value is absent.
 * @example diffJson({ a: 1, b: 2 }, { a: 1, b: 3 }) // [{ path: ['b'], kind: 'changed', before: 2, after: 3 }]
 */
export function diffJson(before: JSONValue | undefined, after: JSONValue | undefined): readonly JsonChange[] {
  return compare(before, after, []);
}

function compare(before: JSONValue | undefined, after: JSONValue | undefined, path: JSONPath): readonly JsonChange[] {
  if (isSameJson(before, after)) return [];
  if (before === undefined) return after === undefined ? [] : [{ path, kind: 'added', after }];
  if (after === undefined) return [{ path, kind: 'removed', before }];
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, path);
  if (isRecord(before) && isRecord(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => compare(ownMember(before, name), ownMember(after, name), [...path, name]));
  }
  return [{ path, kind: 'changed', before, after }];
}

function compareLists(before: readonly JSONValue[], after: readonly JSONValue[], path: JSONPath): JsonChange[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSameJson(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSameJson(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1;

  const last = Math.max(before.length, after.length) - end;
  const at = (items: readonly JSONValue[], index: number): JSONValue | undefined =>
    index < items.length - end ? items[index] : undefined;
  return Array.from({ length: last - start }, (_, offset) => start + offset).flatMap((index) =>
    compare(at(before, index), at(after, index), [...path, index]),
  );
}

/**
 * Returns the value with one of its changes reverted.
 *
 * @example revertChange({ a: 2 }, { path: ['a'], kind: 'changed', before: 1, after: 2 }) // { a: 1 }
 */
export function revertChange(value: JSONValue, change: JsonChange): JSONValue {
  const { path, kind, before } = change;
  const holder = path.slice(0, -1);
  const list = valueAt(value, holder);
  const last = path.at(-1);
  if (kind === 'removed' && before !== undefined && Array.isArray(list) && typeof last === 'number') {
    return withValueAt(value, holder, list.toSpliced(last, 0, before)) ?? value;
  }
  const whole = withValueAt(value, path, before);
  return whole === undefined ? value : whole;
}
