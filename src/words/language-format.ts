/** The forms of a string by the plural category of its count. `#` stands for the number. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Numbers, plurals and lists as a language writes them. */
export interface LanguageFormat {
  readonly number: (value: number) => string;
  /**
   * Returns the form for a count. `written` is the number in the reader's locale. Append names and titles to the
   * result: a `#` in them would be replaced, too.
   */
  readonly plural: (count: number, forms: PluralForms, written?: string) => string;
  /** Joins words by “and”. */
  readonly list: (words: readonly string[]) => string;
  /** Joins words by “or”. */
  readonly either: (words: readonly string[]) => string;
}

/** Returns the format of a language. */
export function createLanguageFormat(language: string): LanguageFormat {
  const rules = new Intl.PluralRules(language);
  // All digits of a fraction: a limit of 0.0001 would read 0 otherwise.
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  const number = (value: number): string => numbers.format(value);
  const join = (type: Intl.ListFormatType, words: readonly string[]): string =>
    new Intl.ListFormat(language, { type }).format(words);
  return {
    number,
    plural: (count, forms, written = number(count)) =>
      (forms[rules.select(count)] ?? forms.other).replaceAll('#', written),
    list: (words) => join('conjunction', words),
    either: (words) => join('disjunction', words),
  };
}
