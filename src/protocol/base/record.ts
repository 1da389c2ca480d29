/** Tells a JSON object (not an array, not `null`) from everything else. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells what JSON can hold, lists and plain objects, from instances of classes. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || prototype === Object.prototype;
}

/** The same with more members. Unlike a spread it asks no getter, so that what is made on demand is not made for nothing. */
export function extended<T extends object, MORE extends object>(target: T, more: MORE): T & MORE {
  const members = { ...Object.getOwnPropertyDescriptors(target), ...Object.getOwnPropertyDescriptors(more) };
  return Object.defineProperties({}, members) as T & MORE; // these are the members of both
}

/** Reads an own member, so that a hostile name such as `__proto__` or `constructor` finds nothing inherited. */
export function ownMember<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The members that are there: what is `undefined` was not given. */
export function given<T extends object>(members: T): { readonly [KEY in keyof T]?: Exclude<T[KEY], undefined> } {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { [KEY in keyof T]?: Exclude<T[KEY], undefined> }; // the others are gone
}

/** The same with another member; `null` takes it out. */
export function withMember<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  member: T | null,
): Readonly<Record<string, T>> {
  const others = Object.entries(record).filter(([name]) => name !== key);
  return Object.fromEntries(member === null ? others : [...others, [key, member]]);
}

/** Tells a list, also one that cannot be changed. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
