/** Ids or names as a list in an error message. */
export function named(ids: readonly string[]): string {
  return ids.length === 0 ? 'none' : ids.map((id) => `'${id}'`).join(', ');
}
