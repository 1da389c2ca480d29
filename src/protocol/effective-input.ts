import { toBase64 } from './base/base64.js';
import { type JSONObject, type JSONValue, maxInputDepth } from './base/json.js';
import type { JSONPath } from './base/json-path.js';
import { isPlain, isRecord, ownMember } from './base/record.js';

/** A path of the effective input at which the value that the tool will receive cannot be shown exactly. */
export type UnpredictablePath =
  /**
   * Two validations of the same input returned different values here, for example because a default generates an id or
   * reads a clock. `effectiveInput` holds `null` at this path.
   */
  | { readonly path: JSONPath; readonly reason: 'made-when-run' }
  /**
   * JSON cannot hold the value, for example a `Set` or a `bigint`. At this path, `effectiveInput` holds an
   * approximation: the members of the value, or its text. `kind` is the type of the value.
   */
  | { readonly path: JSONPath; readonly reason: 'no-json'; readonly kind: string };

/** The effective input of a call (the validated input that the tool receives), as far as JSON can show it. */
export interface EffectiveInput {
  readonly value: JSONValue;
  /** The paths at which `value` is only an approximation, or is not known before the call runs. */
  readonly unpredictablePaths: readonly UnpredictablePath[];
}

/** The reason for asking again about a call whose effective input changed. Cards translate this exact string. */
export const runsOtherwise = 'The input that it would run with has changed since it was shown.';

/** The reason for asking about a call of a server that sent no reason. Cards translate this exact string. */
export const serverAsks = 'The server asks.';

/**
 * Converts a value to JSON. A part that JSON cannot hold becomes an approximation, and its path is listed. Never throws
 * and does not modify the value.
 */
export function showValue(value: unknown): EffectiveInput {
  const unpredictablePaths: UnpredictablePath[] = [];
  const approximate = (path: JSONPath, kind: string, approximation: JSONValue): JSONValue => {
    unpredictablePaths.push({ path, reason: 'no-json', kind });
    return approximation;
  };
  const show = (item: unknown, path: JSONPath, parents: readonly unknown[]): JSONValue => {
    if (item === null || typeof item === 'string' || typeof item === 'boolean') return item;
    if (typeof item === 'number' && Number.isFinite(item)) return item;
    if (typeof item !== 'object') return approximate(path, typeof item, String(item));
    if (parents.includes(item)) return approximate(path, 'cycle', null);
    if (path.length > maxInputDepth) return approximate(path, 'depth', null);
    try {
      return showObject(item, path, [...parents, item]);
    } catch {
      return approximate(path, 'unreadable', null); // A getter, a proxy or a `toJSON` threw.
    }
  };
  const showObject = (item: object, path: JSONPath, parents: readonly unknown[]): JSONValue => {
    const kind = String(item.constructor?.name ?? 'object');
    if (ArrayBuffer.isView(item)) {
      return approximate(path, kind, toBase64(new Uint8Array(item.buffer, item.byteOffset, item.byteLength)));
    }
    if (item instanceof ArrayBuffer) return approximate(path, kind, toBase64(new Uint8Array(item)));
    const list = (from: Iterable<unknown>): JSONValue[] =>
      Array.from(from, (member, at) => show(member, [...path, at], parents));
    if (item instanceof Map || item instanceof Set) return approximate(path, kind, list(item));
    if ('toJSON' in item && typeof item.toJSON === 'function') {
      const json: unknown = item.toJSON();
      return json === null ? approximate(path, kind, String(item)) : show(json, path, parents);
    }
    if (Array.isArray(item)) return list(item);
    const members = Object.entries(item).flatMap(([key, member]) =>
      member === undefined ? [] : [[key, show(member, [...path, key], parents)] as const],
    );
    if (isPlain(item)) return Object.fromEntries(members);
    return approximate(path, kind, members.length === 0 ? String(item) : Object.fromEntries(members));
  };
  return { value: show(value, [], []), unpredictablePaths };
}

/**
 * Combines the results of two validations of the same input. Where they differ, the value is created anew by each
 * validation, so the combined value holds `null` there and lists the path as `made-when-run`.
 */
export function agreed(first: EffectiveInput, second: EffectiveInput): EffectiveInput {
  const paths = differences(first, second);
  if (paths.length === 0) return first;
  const made = new Set(paths.map(keyOf));
  const join = (a: JSONValue | undefined, b: JSONValue | undefined, path: JSONPath): JSONValue => {
    if (made.has(keyOf(path))) return null;
    if (Array.isArray(a)) return a.map((item, at) => join(item, Array.isArray(b) ? b[at] : item, [...path, at]));
    if (!isObject(a)) return a ?? null;
    const other = isObject(b) ? b : a;
    return Object.fromEntries(
      keysIn(a, other).map((key) => [key, join(ownMember(a, key), ownMember(other, key), [...path, key])]),
    );
  };
  return {
    value: join(first.value, second.value, []),
    unpredictablePaths: [
      ...first.unpredictablePaths.filter(({ path }) => !isAtOrBelow(path, made)),
      ...paths.map((path) => ({ path, reason: 'made-when-run' }) as const),
    ],
  };
}

/**
 * Returns `true` if the effective input is still the one that was shown. Paths that were listed as `made-when-run` may
 * differ.
 */
export function isAsShown(shown: EffectiveInput, now: EffectiveInput): boolean {
  const made = new Set(
    shown.unpredictablePaths.flatMap(({ path, reason }) => (reason === 'made-when-run' ? [keyOf(path)] : [])),
  );
  return differences(shown, now).every((path) => isAtOrBelow(path, made));
}

function differences(a: EffectiveInput, b: EffectiveInput): readonly JSONPath[] {
  const paths: JSONPath[] = [];
  const compare = (left: JSONValue | undefined, right: JSONValue | undefined, path: JSONPath): void => {
    if (left === right) return;
    if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
      for (const [at, item] of left.entries()) compare(item, right[at], [...path, at]);
    } else if (isObject(left) && isObject(right)) {
      for (const key of keysIn(left, right)) compare(ownMember(left, key), ownMember(right, key), [...path, key]);
    } else paths.push(path);
  };
  compare(a.value, b.value, []);
  const found = new Set(paths.map(keyOf));
  // A list and a Set with the same members have the same approximation. Only their unpredictable paths differ.
  const [ofA, ofB] = [a, b].map(
    ({ unpredictablePaths }) => new Map(unpredictablePaths.map((entry) => [JSON.stringify(entry), entry.path])),
  );
  for (const [entry, path] of [...(ofA ?? []), ...(ofB ?? [])]) {
    if ((ofA?.has(entry) && ofB?.has(entry)) || isAtOrBelow(path, found)) continue;
    found.add(keyOf(path));
    paths.push(path);
  }
  return paths;
}

function isAtOrBelow(path: JSONPath, keys: ReadonlySet<string>): boolean {
  // The extra element makes the last prefix the whole path.
  return keys.size > 0 && [...path, ''].some((_, length) => keys.has(keyOf(path.slice(0, length))));
}

/** Returns a path as a string, for sets. */
function keyOf(path: JSONPath): string {
  return JSON.stringify(path);
}

function keysIn(a: JSONObject, b: JSONObject): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function isObject(value: JSONValue | undefined): value is JSONObject {
  return isRecord(value);
}
