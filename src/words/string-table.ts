/** A family's words, and the group that they are replaced under. */
export interface StringTable<GROUP extends string, WORDS> {
  readonly group: GROUP;
  readonly english: WORDS;
}
