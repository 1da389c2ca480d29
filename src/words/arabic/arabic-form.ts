import type { FieldProblem } from '../../form/check-fields.js';
import type { FieldNode } from '../../form/field-node.js';
import type { CountersignStrings } from '../strings.js';
import { count, nouns, number } from './arabic-words.js';

const typeNames: Readonly<Record<string, string>> = {
  string: 'نص',
  number: 'عدد',
  integer: 'عدد صحيح',
  boolean: 'نعم أو لا',
  object: 'مجموعة حقول',
  array: 'قائمة',
  null: 'بلا قيمة',
  any: 'أي قيمة',
};

/** Forms. */
export const form: CountersignStrings['form'] = {
  form: 'المدخلات',
  whole: 'القيمة',
  item: (position) => `العنصر ${number(position)}`,
  path: (path) => path.map((part) => (typeof part === 'number' ? `العنصر ${number(part + 1)}` : part)).join(' ‹ '),
  optional: 'اختياري',
  notSet: 'غير محدد',
  notSetRequired: 'لم يُحدد بعد',
  isNull: 'محدد، بلا قيمة',
  empty: 'فارغ',
  preset: (value) => `إن تُرك فهو ${value}.`,
  fixed: 'هذه القيمة دائمًا',
  choose: 'اختر…',
  notAllowed: (value) => `${value} (ليس من الخيارات)`,
  findChoice: (label) => `بحث عن خيار: ${label}`,
  findChoiceShort: (choices) => `بحث في ${count(choices, nouns.choice)}`,
  choicesFound: (shown, found) =>
    shown < found
      ? `أول ${number(shown)} من ${count(found, nouns.choice)}. اكتب لتجد غيرها.`
      : found === 0
        ? 'لا خيار فيه هذا النص.'
        : count(found, nouns.choice),
  yes: 'نعم',
  no: 'لا',
  hint,
  offset: (label) => `المنطقة الزمنية: ${label}`,
  noOffset: 'بلا',
  kind: (label) => `نوع ${label}`,
  kindShort: 'النوع',
  type: typeNames,
  actions: {
    leaveOut: 'ترك',
    setNull: 'جعله بلا قيمة',
    setValue: 'إعطاء قيمة',
    add: 'إضافة',
    addItem: 'إضافة عنصر',
    remove: 'إزالة',
    up: 'إلى أعلى',
    down: 'إلى أسفل',
    reset: 'استعادة',
    resetAll: 'استعادة الكل',
    asFields: 'تعديل بالحقول',
    discardText: 'تجاهل هذا النص',
    at: (action, label) => `${action}: ${label}`,
  },
  extraName: (label) => `اسم في ${label}`,
  newName: 'اسم',
  nameTaken: (name) => `«${name}» موجود من قبل. اختر اسمًا آخر.`,
  addMore: (label) => `إضافة حقل إلى ${label}`,
  addMoreShort: 'إضافة حقل…',
  json: (label) => `${label}، نصًا`,
  jsonReason: {
    schema: 'لا نموذج يصف ما يجوز هنا: اكتبه نصًا.',
    value: 'القيمة ليست من النوع الذي يليق هنا، فهي معروضة كما هي.',
    size: 'أكبر من أن يُعرض بالحقول: اكتبه نصًا.',
    chosen: '',
  },
  fields: 'الحقول',
  asJson: 'النص',
  view: 'التعديل بـ',
  mendFirst: 'أصلح النص أولًا، أو تجاهله.',
  problem: fieldProblemWords,
  problems: (fields) => `يحتاج إلى انتباه: ${count(fields, nouns.field)}`,
  problemAt: (label, message) => `${label}: ${message}`,
  uncheckable: (message) => `تعذّر التحقق منه: ${message}`,
  checking: 'جارٍ التحقق…',
  submit: 'إرسال',
  failed: (message) => `لم ينجح هذا: ${message}`,
  changes: {
    title: (changes) => count(changes, nouns.change),
    none: 'لا تغييرات',
    kind: { added: 'أُضيف', removed: 'أُزيل', changed: 'تغيّر' },
    before: 'قبل',
    after: 'بعد',
    value: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  },
};

function hint(node: FieldNode): string {
  if (node.kind === 'number') return numberHint(node);
  if (node.kind !== 'text') return '';
  if (node.schema.format === 'date-time' && node.format === 'text') return 'تاريخ ووقت مثل 2026-01-31T09:30:00Z.';
  if (node.schema.format === 'date' && node.format === 'text') return 'تاريخ مثل 2026-01-31.';
  if (node.schema.format === 'time' && node.format === 'text') return 'وقت مثل 09:30:00.';
  const { minLength = 0, maxLength } = node;
  const least = `${count(minLength, nouns.character)} على الأقل`;
  if (maxLength !== undefined) {
    return `${minLength > 0 ? `${least}، و` : ''}${count(maxLength, nouns.character)} على الأكثر.`;
  }
  return minLength > 1 ? `${least}.` : '';
}

function numberHint({ limits: { min, max, step }, isWhole }: Extract<FieldNode, { kind: 'number' }>): string {
  // Schema libraries add the limits of the type, which tell users nothing.
  const isTelling = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  const parts = [
    isTelling(min) ? ` من ${number(min)}` : '',
    isTelling(max) ? ` حتى ${number(max)}` : '',
    step === undefined || step === 1 ? '' : ` بخطوات من ${number(step)}`,
  ].join('');
  return parts === '' && !isWhole ? '' : `${isWhole ? 'عدد صحيح' : 'عدد'}${parts}.`;
}

function fieldProblemWords(problem: FieldProblem): string {
  switch (problem.code) {
    case 'required':
      return 'هذا مطلوب.';
    case 'not-allowed':
      return 'لا تعرف الأداة حقلًا كهذا. أزله.';
    case 'not-an-option':
      return 'اختر واحدًا من الخيارات.';
    case 'not-a-number':
      return 'ليس هذا عددًا بعد. بقي آخر عدد صالح.';
    case 'inexact':
      return 'في هذا العدد أرقام أكثر مما يُحفظ بدقة.';
    case 'ambiguous':
      return 'قد تعني الفاصلة الآلاف أو الكسور. احذفها، أو اكتب نقطة للكسور.';
    case 'not-whole':
      return 'يجب أن يكون عددًا صحيحًا.';
    case 'incomplete':
      return 'هذا التاريخ أو الوقت غير كامل. بقي آخر ما كان كاملًا.';
    case 'wrong-type':
      return `ينبغي أن يكون: ${typeNames[problem.type] ?? 'قيمة من نوع آخر'}.`;
    case 'wrong-json': {
      const { line, column, found } = problem.error;
      const what = found === '' ? 'ينتهي النص قبل أوانه' : `لا يجوز هنا ${found}`;
      return `نص غير صالح في السطر ${number(line)}، العمود ${number(column)}: ${what}. بقيت آخر قيمة صالحة.`;
    }
    default:
      return limitWords(problem.code, problem.limit);
  }
}

function limitWords(code: Extract<FieldProblem, { limit: number }>['code'], limit: number): string {
  const words = {
    'too-short': `أقصر مما ينبغي: ${count(limit, nouns.character)} على الأقل.`,
    'too-long': `أطول مما ينبغي: ${count(limit, nouns.character)} على الأكثر.`,
    'too-small': `أصغر مما ينبغي: الحد ${number(limit)}.`,
    'too-large': `أكبر مما ينبغي: الحد ${number(limit)}.`,
    'off-step': `يجب أن يكون من مضاعفات ${number(limit)}.`,
    'too-few': `${count(limit, nouns.item)} على الأقل.`,
    'too-many': `${count(limit, nouns.item)} على الأكثر.`,
  };
  return words[code];
}
