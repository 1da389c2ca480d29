import type { StringTable } from './string-table.js';

/** The intersection of several sets of strings. */
type Joined<WORDS> = (WORDS extends unknown ? (words: WORDS) => void : never) extends (words: infer ALL) => void
  ? ALL
  : never;

/** Joins the strings of a whole group. A component imports only its own tables, so that a page loads no others. */
export function joinStrings<TABLES extends readonly StringTable<string, object>[]>(
  ...tables: TABLES
): Joined<TABLES[number]['english']> {
  return Object.assign({}, ...tables.map(({ english }) => english)); // their intersection
}
