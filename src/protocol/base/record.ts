/** Returns `true` for a JSON object: not an array, not `null`. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns `true` for lists and plain objects, `false` for instances of classes. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || prototype === Object.prototype;
}

/**
 * Returns an object with more members. Unlike a spread it does not call getters, so values that are computed on demand
 * stay lazy.
 */
export function extended<T extends object, MORE extends object>(target: T, more: MORE): T & MORE {
  const members = { ...Object.getOwnPropertyDescriptors(target), ...Object.getOwnPropertyDescriptors(more) };
  return Object.defineProperties({}, members) as T & MORE; // The result has the members of both.
}

/** Reads an own member, so that a hostile name such as `__proto__` or `constructor` finds nothing inherited. */
export function ownMember<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns the members that are defined. */
export function definedProps<T extends object>(members: T): { readonly [KEY in keyof T]?: Exclude<T[KEY], undefined> } {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { [KEY in keyof T]?: Exclude<T[KEY], undefined> }; // All others were removed.
}

/** Returns a record with one more member, or without it for `null`. */
export function withMember<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  member: T | null,
): Readonly<Record<string, T>> {
  const others = Object.entries(record).filter(([name]) => name !== key);
  return Object.fromEntries(member === null ? others : [...others, [key, member]]);
}

/** Returns `true` for a list, read-only ones included. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
