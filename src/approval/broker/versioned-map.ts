/**
 * An immutable map with a fixed set of keys, whose changed copy takes constant time. All versions share one `Map`,
 * which holds the entries of the version that was read last; each other version stores the entry in which it differs
 * from its neighbour.
 */
export class VersionedMap<V> {
  readonly #entries: Map<string, V>;
  /** `undefined` for the version that the shared map holds. */
  #difference: { readonly from: VersionedMap<V>; readonly key: string; readonly value: V } | undefined;

  constructor(entries: Map<string, V>) {
    this.#entries = entries;
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  keys(): Iterable<string> {
    return this.#entries.keys();
  }

  get(key: string): V | undefined {
    return this.#current().get(key);
  }

  values(): Iterable<V> {
    return this.#current().values();
  }

  list(): readonly V[] {
    return Array.from(this.values());
  }

  /** Returns the next version, with another value of a key that is there. */
  with(key: string, value: V): VersionedMap<V> {
    const entries = this.#current();
    const next = new VersionedMap(entries);
    const before = entries.get(key);
    if (before === undefined) return this;
    this.#difference = { from: next, key, value: before };
    entries.set(key, value);
    return next;
  }

  /** Makes the shared map hold the entries of this version. */
  #current(): Map<string, V> {
    const path: VersionedMap<V>[] = [];
    for (let at: VersionedMap<V> = this; at.#difference !== undefined; at = at.#difference.from) path.push(at);
    for (const version of path.reverse()) {
      const { from, key, value } = version.#difference ?? {};
      const before = key === undefined ? undefined : this.#entries.get(key);
      if (from === undefined || key === undefined || value === undefined || before === undefined) continue;
      from.#difference = { from: version, key, value: before };
      version.#difference = undefined;
      this.#entries.set(key, value);
    }
    return this.#entries;
  }
}
