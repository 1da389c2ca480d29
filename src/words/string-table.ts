/** The strings of a family, and the group under which they are replaced. */
export interface StringTable<GROUP extends string, WORDS> {
  readonly group: GROUP;
  readonly english: WORDS;
}
