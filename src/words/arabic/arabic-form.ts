import type { FieldProblem } from '../../form/check-fields.js';
import type { FieldNode } from '../../form/field-node.js';
import type { CountersignStrings } from '../strings.js';
import { ar, countOf, nouns } from './arabic-words.js';

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
  item: (position) => `العنصر ${ar.number(position)}`,
  path: (path) => path.map((part) => (typeof part === 'number' ? `العنصر ${ar.number(part + 1)}` : part)).join(' › '),
  optional: 'اختياري',
  notSet: 'غير محدد',
  notSetRequired: 'لم يُحدد بعد',
  isNull: 'محدد بلا قيمة',
  empty: 'فارغ',
  preset: (value) => `القيمة عند تركه: ${value}.`,
  fixed: 'هذه القيمة دائمًا',
  choose: 'اختر…',
  notAllowed: (value) => `${value} (ليس من الخيارات)`,
  findChoice: (label) => `البحث عن خيار: ${label}`,
  findChoiceShort: (choices) => `البحث في ${countOf(choices, nouns.choice)}`,
  choicesFound: (shown, found) =>
    shown < found
      ? `أول ${ar.number(shown)} من ${countOf(found, nouns.choice)}. اكتب للعثور على غيرها.`
      : found === 0
        ? 'لا يوجد خيار يتضمن هذا النص.'
        : ar.plural(found, nouns.choice),
  yes: 'نعم',
  no: 'لا',
  hint,
  offset: (label) => `المنطقة الزمنية: ${label}`,
  noOffset: 'بلا منطقة زمنية',
  kind: (label) => `نوع ${label}`,
  kindShort: 'النوع',
  type: typeNames,
  actions: {
    leaveOut: 'عدم التحديد',
    setNull: 'تعيين بلا قيمة',
    setValue: 'إدخال قيمة',
    add: 'إضافة',
    addItem: 'إضافة عنصر',
    remove: 'إزالة',
    up: 'لأعلى',
    down: 'لأسفل',
    reset: 'إعادة التعيين',
    resetAll: 'إعادة تعيين الكل',
    asFields: 'التعديل في حقول',
    discardText: 'تجاهل هذا النص',
    at: (action, label) => `${action}: ${label}`,
  },
  extraName: (label) => `الاسم في ${label}`,
  newName: 'اسم',
  nameTaken: (name) => `الاسم «${name}» مستخدم بالفعل. اختر اسمًا آخر.`,
  addMore: (label) => `إضافة حقل إلى ${label}`,
  addMoreShort: 'إضافة حقل…',
  json: (label) => `${label}، بصيغة JSON`,
  jsonReason: {
    schema: 'لا يمكن عرض هذا في استمارة: اكتبه بصيغة JSON.',
    value: 'القيمة ليست من النوع المتوقع هنا، لذلك تُعرض كما هي.',
    size: 'أكبر من أن يُعرض في حقول: اكتبه بصيغة JSON.',
    chosen: '',
  },
  fields: 'الحقول',
  asJson: 'نص JSON',
  view: 'طريقة التعديل',
  mendFirst: 'صحّح نص JSON أولًا، أو تجاهله.',
  problem: fieldProblemWords,
  problems: (fields) =>
    ar.plural(fields, {
      one: 'حقل واحد يحتاج إلى مراجعة',
      two: 'حقلان يحتاجان إلى مراجعة',
      few: '# حقول تحتاج إلى مراجعة',
      many: '# حقلًا يحتاج إلى مراجعة',
      other: '# حقل يحتاج إلى مراجعة',
    }),
  problemAt: (label, message) => `${label}: ${message}`,
  uncheckable: (message) => `تعذّر التحقق منه: ${message}`,
  checking: 'جارٍ التحقق…',
  submit: 'إرسال',
  failed: (message) => `لم ينجح ذلك: ${message}`,
  changes: {
    title: (changes) => ar.plural(changes, nouns.change),
    none: 'لا توجد تغييرات',
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
  if (maxLength !== undefined) {
    return minLength > 0
      ? `من ${ar.number(minLength)} إلى ${countOf(maxLength, nouns.character)}.`
      : `${ar.plural(maxLength, nouns.character)} على الأكثر.`;
  }
  return minLength > 1 ? `${ar.plural(minLength, nouns.character)} على الأقل.` : '';
}

function numberHint({ limits: { min, max, step }, isWhole }: Extract<FieldNode, { kind: 'number' }>): string {
  // Schema libraries add the limits of the type, which tell users nothing.
  const isTelling = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  const from = isTelling(min) ? ` من ${ar.number(min)}${isTelling(max) ? '' : ' فأكثر'}` : '';
  const to = isTelling(max) ? ` ${isTelling(min) ? 'إلى' : 'لا يتجاوز'} ${ar.number(max)}` : '';
  const steps = step === undefined || step === 1 ? '' : ` بخطوات مقدارها ${ar.number(step)}`;
  const parts = `${from}${to}${steps}`;
  return parts === '' && !isWhole ? '' : `${isWhole ? 'عدد صحيح' : 'عدد'}${parts}.`;
}

function fieldProblemWords(problem: FieldProblem): string {
  switch (problem.code) {
    case 'required':
      return 'مطلوب';
    case 'not-allowed':
      return 'لا تعرف الأداة هذا الحقل. أزله.';
    case 'not-an-option':
      return 'اختر واحدًا من الخيارات.';
    case 'not-a-number':
      return 'هذا ليس عددًا بعد. احتُفظ بآخر عدد صالح.';
    case 'inexact':
      return 'في هذا العدد أرقام أكثر مما يمكن حفظه بدقة.';
    case 'ambiguous':
      return 'قد تعني الفاصلة الآلاف أو الكسور. احذفها، أو اكتب نقطة للكسور.';
    case 'not-whole':
      return 'يجب أن يكون عددًا صحيحًا.';
    case 'incomplete':
      return 'هذا التاريخ أو الوقت غير مكتمل. احتُفظ بآخر قيمة مكتملة.';
    case 'wrong-type':
      return `النوع المتوقع: ${typeNames[problem.type] ?? 'قيمة من نوع آخر'}.`;
    case 'wrong-json': {
      const { line, column, found } = problem.error;
      const what = found === '' ? 'ينتهي النص قبل اكتماله' : `لا مكان هنا لـ ${found}`;
      return `نص JSON غير صالح في السطر ${ar.number(line)}، العمود ${ar.number(column)}: ${what}. احتُفظ بآخر قيمة صالحة.`;
    }
    default:
      return limitWords(problem.code, problem.limit);
  }
}

function limitWords(code: Extract<FieldProblem, { limit: number }>['code'], limit: number): string {
  const words = {
    'too-short': `قصير جدًا: ${ar.plural(limit, nouns.character)} على الأقل.`,
    'too-long': `طويل جدًا: ${ar.plural(limit, nouns.character)} على الأكثر.`,
    'too-small': `صغير جدًا: الحد الأدنى ${ar.number(limit)}.`,
    'too-large': `كبير جدًا: الحد الأقصى ${ar.number(limit)}.`,
    'off-step': `يجب أن يكون من مضاعفات ${ar.number(limit)}.`,
    'too-few': `${ar.plural(limit, nouns.item)} على الأقل.`,
    'too-many': `${ar.plural(limit, nouns.item)} على الأكثر.`,
  };
  return words[code];
}
