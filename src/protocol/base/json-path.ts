/** The position of a value inside another: member names and list indexes. An empty path is the whole value. */
export type JSONPath = readonly (string | number)[];

/** Returns a path as a JSON pointer: `['a/b', 0]` is `/a~1b/0`, the whole value is the empty string. */
export function pathKey(path: JSONPath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
