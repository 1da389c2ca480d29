import { toBase64 } from './base/base64.js';
import { type JSONObject, type JSONValue, maxInputDepth } from './base/json.js';
import type { JSONPath } from './base/json-path.js';
import { isPlain, isRecord, ownMember } from './base/record.js';

/** A path of the effective input that cannot be shown as it will be. */
export type UnpredictablePath =
  /**
   * Two validations in a row returned different values: a default generates an id or reads a clock. `effectiveInput`
   * holds `null` there.
   */
  | { readonly path: JSONPath; readonly reason: 'made-when-run' }
  /**
   * JSON cannot hold the value: a `Set`, a `bigint`. `effectiveInput` holds an approximation, such as its members or
   * its text.
   */
  | { readonly path: JSONPath; readonly reason: 'no-json'; readonly kind: string };

/** The effective input of a call, as far as JSON can show it. */
export interface EffectiveInput {
  readonly value: JSONValue;
  /** The paths that JSON cannot show, and those whose values are created only when the call runs. */
  readonly unpredictablePaths: readonly UnpredictablePath[];
}

/** The reason for asking again about a call whose effective input changed. Cards have their own words for it. */
export const runsOtherwise = 'What it would run as has changed since it was shown.';

/** The reason for asking about a call if only its server knows it. Cards have their own words for it. */
export const serverAsks = 'The server asks.';

/**
 * Shows a value as JSON does, and values that JSON cannot hold by an approximation. Never throws and does not change
 * the value.
 */
export function showValue(value: unknown): EffectiveInput {
  const unpredictablePaths: UnpredictablePath[] = [];
  const odd = (path: JSONPath, kind: string, shown: JSONValue): JSONValue => {
    unpredictablePaths.push({ path, reason: 'no-json', kind });
    return shown;
  };
  const show = (item: unknown, path: JSONPath, parents: readonly unknown[]): JSONValue => {
    if (item === null || typeof item === 'string' || typeof item === 'boolean') return item;
    if (typeof item === 'number' && Number.isFinite(item)) return item;
    if (typeof item !== 'object') return odd(path, typeof item, String(item));
    if (parents.includes(item)) return odd(path, 'cycle', null);
    if (path.length > maxInputDepth) return odd(path, 'depth', null);
    try {
      return showObject(item, path, [...parents, item]);
    } catch {
      return odd(path, 'unreadable', null); // A getter, a proxy or a `toJSON` threw.
    }
  };
  const showObject = (item: object, path: JSONPath, parents: readonly unknown[]): JSONValue => {
    const kind = String(item.constructor?.name ?? 'object');
    if (ArrayBuffer.isView(item)) {
      return odd(path, kind, toBase64(new Uint8Array(item.buffer, item.byteOffset, item.byteLength)));
    }
    if (item instanceof ArrayBuffer) return odd(path, kind, toBase64(new Uint8Array(item)));
    const list = (from: Iterable<unknown>): JSONValue[] =>
      Array.from(from, (member, at) => show(member, [...path, at], parents));
    if (item instanceof Map || item instanceof Set) return odd(path, kind, list(item));
    if ('toJSON' in item && typeof item.toJSON === 'function') {
      const told: unknown = item.toJSON();
      return told === null ? odd(path, kind, String(item)) : show(told, path, parents);
    }
    if (Array.isArray(item)) return list(item);
    const members = Object.entries(item).flatMap(([key, member]) =>
      member === undefined ? [] : [[key, show(member, [...path, key], parents)] as const],
    );
    if (isPlain(item)) return Object.fromEntries(members);
    return odd(path, kind, members.length === 0 ? String(item) : Object.fromEntries(members));
  };
  return { value: show(value, [], []), unpredictablePaths };
}

/** Compares two validations of one input: a path where they differ is created only when the call runs. */
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

/** Returns `true` if a call runs as it was shown, apart from values that are created when it runs. */
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
  // A list and a Set with the same members look the same.
  const [ours, theirs] = [a, b].map(
    ({ unpredictablePaths }) => new Map(unpredictablePaths.map((place) => [JSON.stringify(place), place.path])),
  );
  for (const [place, path] of [...(ours ?? []), ...(theirs ?? [])]) {
    if ((ours?.has(place) && theirs?.has(place)) || isAtOrBelow(path, found)) continue;
    found.add(keyOf(path));
    paths.push(path);
  }
  return paths;
}

function isAtOrBelow(path: JSONPath, places: ReadonlySet<string>): boolean {
  return places.size > 0 && [...path, ''].some((_, length) => places.has(keyOf(path.slice(0, length))));
}

function keyOf(path: JSONPath): string {
  return JSON.stringify(path);
}

function keysIn(a: JSONObject, b: JSONObject): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function isObject(value: JSONValue | undefined): value is JSONObject {
  return isRecord(value);
}
