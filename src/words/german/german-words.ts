const rules = new Intl.PluralRules('de');
const numbers = new Intl.NumberFormat('de');
const lists = new Intl.ListFormat('de');

/** Formats a number in German. */
export function germanNumber(value: number): string {
  return numbers.format(value);
}

/** Joins words by “und”. */
export function germanList(words: readonly string[]): string {
  return lists.format(words);
}

/** The singular and the plural of a noun. */
export type GermanNoun = readonly [one: string, other: string];

/** Returns a count with its noun. `written` is the number in the reader's locale. */
export function germanCount(value: number, [one, other]: GermanNoun, written: string = germanNumber(value)): string {
  return `${written} ${rules.select(value) === 'one' ? one : other}`;
}

/** Returns a count of actions. */
export function germanActions(value: number): string {
  return germanCount(value, ['Aktion', 'Aktionen']);
}
