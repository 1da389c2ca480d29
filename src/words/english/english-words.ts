import { createLanguageFormat, type LanguageFormat } from '../language-format.js';

/** English numbers, plurals and lists. */
export const en: LanguageFormat = createLanguageFormat('en');

/** Returns a count of actions. `written` is the number in the reader's locale. */
export function actionCount(count: number, written?: string): string {
  return en.plural(count, { one: '# action', other: '# actions' }, written);
}
