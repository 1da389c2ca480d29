/** Where a value stands in another: names of members and positions in lists. Empty: the whole value. */
export type JSONPath = readonly (string | number)[];

/** A path as one text, a JSON pointer: `['a/b', 0]` is `/a~1b/0`, the whole value is the empty text. */
export function pathKey(path: JSONPath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
