/** Returns every string of a table that is not a function, by its path. */
export function textsOf(table: object, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(table).flatMap(([key, value]): readonly (readonly [string, string])[] => {
    if (typeof value === 'string') return [[`${path}${key}`, value]];
    return typeof value === 'object' && value !== null ? textsOf(value, `${path}${key}.`) : [];
  });
}
