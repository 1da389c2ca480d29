const copying = ['concat', 'filter', 'flatMap', 'map', 'slice', 'with', Symbol.iterator] as const;

/**
 * Counts the elements that go through copies of arrays, until it is stopped: what copying costs on any machine. With
 * names of more members, what goes through those too.
 */
export function countElements(more: readonly string[] = []): () => number {
  const prototype = Array.prototype as unknown as Record<PropertyKey, (...args: unknown[]) => unknown>; // to replace members by name
  const originals = [...copying, ...more].map((name) => [name, prototype[name]] as const);
  let count = 0;
  for (const [name, original] of originals) {
    prototype[name] = function (this: unknown[], ...args) {
      const made = original?.apply(this, args);
      // A part of a list costs what the part holds; whatever looks at all members costs all of them.
      count += name === 'slice' ? (made as unknown[]).length : this.length;
      return made;
    };
  }
  return () => {
    for (const [name, original] of originals) if (original !== undefined) prototype[name] = original;
    return count;
  };
}
