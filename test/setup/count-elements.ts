const copying = ['concat', 'filter', 'flatMap', 'map', 'slice', 'with', Symbol.iterator] as const;

/**
 * Counts the elements that array copies process, until stopped: a measure of copying that is the same on every
 * machine. `more` names further array methods to count.
 */
export function countElements(more: readonly string[] = []): () => number {
  const prototype = Array.prototype as unknown as Record<PropertyKey, (...args: unknown[]) => unknown>; // replaces methods by name
  const originals = [...copying, ...more].map((name) => [name, prototype[name]] as const);
  let count = 0;
  for (const [name, original] of originals) {
    prototype[name] = function (this: unknown[], ...args) {
      const made = original?.apply(this, args);
      // `slice` costs its result; every other method visits the whole array.
      count += name === 'slice' ? (made as unknown[]).length : this.length;
      return made;
    };
  }
  return () => {
    for (const [name, original] of originals) if (original !== undefined) prototype[name] = original;
    return count;
  };
}
