/**
 * Returns `true` when a file matches an `accept` string, such as `.csv,text/*`; an empty one matches all. The browser's
 * dialog lets users choose others, and pasting and dropping ignore it.
 */
export function isAccepted({ name, type }: Pick<File, 'name' | 'type'>, accept: string): boolean {
  const kinds = accept
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .filter((kind) => kind !== '');
  const [main] = type.toLowerCase().split('/');
  const fits = (kind: string): boolean => {
    if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind);
    return kind === '*/*' || (main !== '' && (kind === `${main}/*` || kind === type.toLowerCase()));
  };
  return kinds.length === 0 || kinds.some(fits);
}
