import { createLanguageFormat, type LanguageFormat, type PluralForms } from '../language-format.js';

/** Arabic numbers, plurals and lists. */
export const ar: LanguageFormat = createLanguageFormat('ar');

/**
 * The forms of a counted noun as the subject of a sentence. One and two are words of their own. `few` is for 3 to 10,
 * `many` for 11 to 99, `other` for zero and full hundreds.
 */
export type ArabicNoun = Readonly<Record<'one' | 'two' | 'few' | 'many' | 'other', string>>;

/** Returns a count with its noun after a preposition, or after another noun: the dual ends otherwise there. */
export function countOf(value: number, noun: ArabicNoun, written?: string): string {
  return ar.plural(value, { ...noun, two: noun.two.replace(/ان(?=$|\s)/g, 'ين') }, written);
}

/** Returns the number of other actions after a list of titles; nothing for 0. */
export function andOthers(more: number): string {
  return more > 0 ? ` و${ar.plural(more, otherActions)}` : '';
}

const otherActions: PluralForms = {
  one: 'إجراء آخر',
  two: 'إجراءان آخران',
  few: '# إجراءات أخرى',
  many: '# إجراءً آخر',
  other: '# إجراء آخر',
};

type NounName =
  | 'action'
  | 'parked'
  | 'approval'
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
  | 'space'
  | 'choice'
  | 'change';

/** The counted nouns. */
export const nouns: Readonly<Record<NounName, ArabicNoun>> = {
  action: { one: 'إجراء واحد', two: 'إجراءان', few: '# إجراءات', many: '# إجراءً', other: '# إجراء' },
  parked: {
    one: 'إجراء واحد مؤجَّل',
    two: 'إجراءان مؤجَّلان',
    few: '# إجراءات مؤجَّلة',
    many: '# إجراءً مؤجَّلًا',
    other: '# إجراء مؤجَّل',
  },
  approval: { one: 'موافقة واحدة', two: 'موافقتان', few: '# موافقات', many: '# موافقة', other: '# موافقة' },
  answer: { one: 'رد واحد', two: 'ردّان', few: '# ردود', many: '# ردًّا', other: '# رد' },
  line: { one: 'سطر واحد', two: 'سطران', few: '# أسطر', many: '# سطرًا', other: '# سطر' },
  row: { one: 'صف واحد', two: 'صفان', few: '# صفوف', many: '# صفًّا', other: '# صف' },
  column: { one: 'عمود واحد', two: 'عمودان', few: '# أعمدة', many: '# عمودًا', other: '# عمود' },
  character: { one: 'حرف واحد', two: 'حرفان', few: '# أحرف', many: '# حرفًا', other: '# حرف' },
  item: { one: 'عنصر واحد', two: 'عنصران', few: '# عناصر', many: '# عنصرًا', other: '# عنصر' },
  field: { one: 'حقل واحد', two: 'حقلان', few: '# حقول', many: '# حقلًا', other: '# حقل' },
  file: { one: 'ملف واحد', two: 'ملفان', few: '# ملفات', many: '# ملفًا', other: '# ملف' },
  step: { one: 'خطوة واحدة', two: 'خطوتان', few: '# خطوات', many: '# خطوة', other: '# خطوة' },
  event: { one: 'حدث واحد', two: 'حدثان', few: '# أحداث', many: '# حدثًا', other: '# حدث' },
  space: { one: 'مسافة واحدة', two: 'مسافتان', few: '# مسافات', many: '# مسافة', other: '# مسافة' },
  choice: { one: 'خيار واحد', two: 'خياران', few: '# خيارات', many: '# خيارًا', other: '# خيار' },
  change: { one: 'تغيير واحد', two: 'تغييران', few: '# تغييرات', many: '# تغييرًا', other: '# تغيير' },
};
