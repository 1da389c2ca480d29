/**
 * Whether a file is of a kind that an `accept` text names, such as `.csv,text/*`; an empty one names all. The browser's dialog lets people
 * choose others, and neither pasting nor dropping asks it.
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
