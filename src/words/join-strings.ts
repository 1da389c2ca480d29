import type { StringTable } from './string-table.js';

/** All of what several sets of words have. */
type Joined<WORDS> = (WORDS extends unknown ? (words: WORDS) => void : never) extends (words: infer ALL) => void
  ? ALL
  : never;

/**
 * The words of a whole group, for who asks for all of them. A component reads only the table of those that it says, so that a page
 * loads no others.
 */
export function joinStrings<TABLES extends readonly StringTable<string, object>[]>(
  ...tables: TABLES
): Joined<TABLES[number]['english']> {
  return Object.assign({}, ...tables.map(({ english }) => english)); // what they have together
}
