import { createLanguageFormat, type LanguageFormat } from '../language-format.js';

/** German numbers, plurals and lists. */
export const de: LanguageFormat = createLanguageFormat('de');

/** Returns a count of actions. `written` is the number in the reader's locale. */
export function germanActions(count: number, written?: string): string {
  return de.plural(count, { one: '# Aktion', other: '# Aktionen' }, written);
}
