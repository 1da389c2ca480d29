/**
 * The forms of a counted noun, by the plural of the language. One and two are words of their own; the others follow a
 * number.
 */
export interface ArabicNoun {
  readonly one: string;
  readonly two: string;
  /** From 3 to 10. */
  readonly few: string;
  /** From 11 to 99. */
  readonly many: string;
  /** Zero, and full hundreds. */
  readonly other: string;
}

const rules = new Intl.PluralRules('ar');
const numbers = new Intl.NumberFormat('ar');
const lists = new Intl.ListFormat('ar');

/** Formats a number in Arabic. */
export function number(value: number): string {
  return numbers.format(value);
}

/** Joins words by “and”. */
export function list(words: readonly string[]): string {
  return lists.format(words);
}

/** Returns a count with its noun. `written` is the number in the reader's locale. */
export function count(value: number, noun: ArabicNoun, written: string = number(value)): string {
  const category = rules.select(value);
  if (category === 'one' || category === 'two') return noun[category];
  return `${written} ${noun[category === 'zero' ? 'other' : category]}`;
}

type NounName =
  | 'call'
  | 'answer'
  | 'line'
  | 'row'
  | 'column'
  | 'character'
  | 'item'
  | 'field'
  | 'file'
  | 'step'
  | 'event'
  | 'place'
  | 'blank'
  | 'value'
  | 'choice'
  | 'change'
  | 'time';

/** The counted nouns. */
export const nouns: Readonly<Record<NounName, ArabicNoun>> = {
  call: { one: 'طلب واحد', two: 'طلبان', few: 'طلبات', many: 'طلبًا', other: 'طلب' },
  answer: { one: 'إجابة واحدة', two: 'إجابتان', few: 'إجابات', many: 'إجابة', other: 'إجابة' },
  line: { one: 'سطر واحد', two: 'سطران', few: 'أسطر', many: 'سطرًا', other: 'سطر' },
  row: { one: 'صف واحد', two: 'صفان', few: 'صفوف', many: 'صفًا', other: 'صف' },
  column: { one: 'عمود واحد', two: 'عمودان', few: 'أعمدة', many: 'عمودًا', other: 'عمود' },
  character: { one: 'حرف واحد', two: 'حرفان', few: 'أحرف', many: 'حرفًا', other: 'حرف' },
  item: { one: 'عنصر واحد', two: 'عنصران', few: 'عناصر', many: 'عنصرًا', other: 'عنصر' },
  field: { one: 'حقل واحد', two: 'حقلان', few: 'حقول', many: 'حقلًا', other: 'حقل' },
  file: { one: 'ملف واحد', two: 'ملفان', few: 'ملفات', many: 'ملفًا', other: 'ملف' },
  step: { one: 'خطوة واحدة', two: 'خطوتان', few: 'خطوات', many: 'خطوة', other: 'خطوة' },
  event: { one: 'حدث واحد', two: 'حدثان', few: 'أحداث', many: 'حدثًا', other: 'حدث' },
  place: { one: 'موضع واحد', two: 'موضعان', few: 'مواضع', many: 'موضعًا', other: 'موضع' },
  blank: { one: 'فراغ واحد', two: 'فراغان', few: 'فراغات', many: 'فراغًا', other: 'فراغ' },
  value: { one: 'قيمة واحدة', two: 'قيمتان', few: 'قيم', many: 'قيمة', other: 'قيمة' },
  choice: { one: 'خيار واحد', two: 'خياران', few: 'خيارات', many: 'خيارًا', other: 'خيار' },
  change: { one: 'تغيير واحد', two: 'تغييران', few: 'تغييرات', many: 'تغييرًا', other: 'تغيير' },
  time: { one: 'مرة واحدة', two: 'مرتان', few: 'مرات', many: 'مرة', other: 'مرة' },
};
