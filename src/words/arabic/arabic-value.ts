import type { CountersignStrings } from '../strings.js';
import { type ArabicNoun, count, list, nouns, number } from './arabic-words.js';

const units = { characters: nouns.character, items: nouns.item, fields: nouns.field } as const;
const more = (shown: number, left: number, noun: ArabicNoun): string =>
  shown >= left ? `عرض ما بقي: ${count(left, noun)}` : `عرض ${number(shown)} أخرى، والباقي ${count(left, noun)}`;

/** Values. */
export const value: CountersignStrings['value'] = {
  empty: 'فارغ',
  none: 'لا مدخلات',
  raw: 'المدخلات بصيغتها الأصلية',
  effectiveInput: 'سيُنفَّذ على هذا النحو',
  madeWhenRun: 'يُصنع عند التنفيذ',
  notAsItIs: (kind) => `لا تستطيع JSON أن تعرضه كما هو (${kind}).`,
  unchecked: 'لم يُتحقق من المدخلات: لا تأتي هذه الأداة بوصف يمكن التحقق به هنا.',
  showAll: (lines, characters) =>
    `عرض الكل: ${lines > 1 ? count(lines, nouns.line) : count(characters, nouns.character)}`,
  showLess: 'عرض أقل',
  showMore: (shown, left, unit) => more(shown, left, units[unit]),
  foldedMarks: (places) => `في الأسفل ما يستوقف: ${count(places, nouns.place)}`,
  yes: 'نعم',
  no: 'لا',
  nothing: 'بلا قيمة',
  absent: 'غير مذكور',
  emptyList: 'قائمة فارغة',
  emptyObject: 'بلا حقول',
  onlyBlanks: (blanks) => count(blanks, nouns.blank),
  list: (items) => `قائمة: ${count(items, nouns.item)}`,
  object: (fields) => count(fields, nouns.field),
  asWritten: (literal) => `كما كُتب: ${literal}`,
  writing: 'ما زال النموذج يكتب هذا.',
  copy: 'نسخ',
  copyJson: 'نسخ الصيغة الأصلية',
  copied: 'نُسخ',
  copyFailed: 'تعذّر النسخ: لم يسمح به المتصفح.',
  hidden: {
    gap: 'محجوب',
    chip: ({ hidden, unit }) => `محجوب، ${count(hidden, units[unit])}`,
    reason: {
      key: 'محجوب بسبب اسمه.',
      'secret-text': 'محجوب لأنه يشبه سرًا.',
      tool: 'محجوب بطلب من الأداة.',
      'too-deep': 'محجوب لأنه في العمق.',
    },
    show: 'عرض',
    showNamed: (name) => `عرض القيمة المحجوبة: ${name}`,
    showAll: (values) => (values === 1 ? 'عرض القيمة المحجوبة' : `عرض القيم المحجوبة كلها (${number(values)})`),
    nowShown: (name) => `معروض الآن: ${name}`,
    nowHidden: (name) => `حُجب من جديد: ${name}`,
    all: 'كل القيم المحجوبة',
    unnamed: 'هذه القيمة',
    note: (values) => `محجوب هنا فقط: ${count(values, nouns.value)}. تُنفَّذ المدخلات كاملة، وفيها ما حُجب.`,
    jsonNote: 'القيم المحجوبة مكتوبة هنا «[redacted]». تُنفَّذ المدخلات كاملة.',
  },
};

/** Deceptive text. */
export const deceptive: CountersignStrings['deceptive'] = {
  title: 'دقّق النظر.',
  quoted: (text) => `«${text}»`,
  explain: {
    'bidi-control': ({ label }) => `حرف خفي (${label}) يقلب الترتيب الذي يظهر به النص.`,
    invisible: ({ label, hidden }) =>
      hidden === undefined ? `هنا حروف لا تُرى (${label}).` : `حروف لا تُرى (${label}) تخفي النص ${hidden}.`,
    control: ({ label }) => `هنا حرف تحكم (${label}) قد تتصرف به شاشة أو طرفية.`,
    stacked: ({ label }) => `علامات كثيرة متراكبة على حرف واحد (${label}) قد تغطي الأسطر حولها.`,
    'look-alike': ({ text, label, looksLike }) => `‏${text} (${label}) يشبه ${looksLike} وليس هو.`,
    'mixed-script': ({ text, scripts }) => `‏${text} يخلط حروفًا من ${list(scripts)}، وبعضها متشابه.`,
    punycode: ({ ascii, decoded, looksLike }) =>
      decoded === undefined
        ? `يدّعي اسم المضيف ${ascii} أنه يقوم مقام حروف أخرى، ولا يقوم مقام شيء.`
        : `اسم المضيف ${decoded} هو ${ascii}${looksLike === undefined ? '' : `، وليس ${looksLike}`}.`,
    userinfo: ({ text, host }) => `‏${text} ليس ما يقود إليه هذا العنوان. إنه يقود إلى ${host}.`,
    'numeric-host': ({ text, host }) => `المضيف ${text} هو العنوان ${host}.`,
    scheme: ({ text }) => `‏${text} لا يقود إلى أي مكان: ما يُنفَّذ أو يُعرض مكتوب في هذا العنوان نفسه.`,
    extension: ({ extension }) => `ينتهي الاسم بالامتداد ${extension} الذي يُنفَّذ، خلف امتداد مستند.`,
    traversal: ({ resolved }) => `يخرج المسار من مجلد يسمّيه. إنه يقود إلى ${resolved}.`,
    location: ({ text, place }) =>
      `‏${text} يقود إلى ${place === 'computer' ? 'حاسوب آخر' : place === 'device' ? 'جهاز خارج نظام الملفات' : 'المجلد الرئيسي لأحد المستخدمين'}.`,
    stream: ({ text }) => `‏${text} محتوى ثانٍ خفي لهذا الملف أو المجلد في ويندوز.`,
    padding: ({ text }) => `${count(text.length, nouns.blank)} قد تدفع ما بعدها خارج النظر.`,
    long: ({ limit }) => `النص أطول من ${count(limit, nouns.character)}؛ لم يُعرض كله.`,
  },
  label: {
    blanks: (blanks) => count(blanks, nouns.blank),
    notTheHost: 'ليس المضيف',
    program: 'ليس عنوانًا',
    runs: 'يُنفَّذ',
    location: { computer: 'حاسوب آخر', device: 'مسار جهاز', home: 'مجلد رئيسي' },
    stream: 'محتوى خفي',
    unreadable: 'لا يقوم مقام شيء',
    long: 'يتبع',
  },
  inName: (path) => `الاسم ${path}`,
  times: (sentence, times) => `${sentence} (${count(times, nouns.time)})`,
  more: (places) => `وفي غير ذلك: ${count(places, nouns.place)}.`,
};

/** Previews. */
export const preview: CountersignStrings['preview'] = {
  title: { diff: 'ما سيتغير', table: 'ما يتعلق به', image: 'صورة', json: 'ما يتعلق به', text: 'ما يتعلق به' },
  loading: 'جارٍ تحضير المعاينة…',
  whole: 'عرض المعاينة كاملة',
  failed: (message) => `تعذّرت المعاينة: ${message} يمكنك أن تقرر دونها.`,
  retry: 'إعادة المحاولة',
  openBeside: 'فتح بجانب المحادثة',
  closeBeside: 'إغلاق',
  diff: {
    layout: 'التخطيط',
    unified: 'عمود واحد',
    split: 'جنبًا إلى جنب',
    counts: (added, removed) => `أُضيف: ${count(added, nouns.line)}، أُزيل: ${count(removed, nouns.line)}`,
    created: (lines) => `جديد، ${count(lines, nouns.line)}`,
    emptied: (lines) => `أُفرغ، أُزيل: ${count(lines, nouns.line)}`,
    same: 'لا يتغير شيء: ما قبل وما بعد سواء.',
    before: 'قبل',
    after: 'بعد',
    removed: (line) => `أُزيل، السطر ${number(line)}:`,
    added: (line) => `أُضيف، السطر ${number(line)}:`,
    unchanged: (lines) => `عرض ما لم يتغير: ${count(lines, nouns.line)}`,
    showMore: (shown, left) => more(shown, left, nouns.line),
    lineEndings: 'تتغير نهايات الأسطر أيضًا: في بعض الأسطر لا يتغير غيرها.',
    finalNewline: { added: 'يُضاف سطر جديد في النهاية.', removed: 'يُزال السطر الجديد في النهاية.' },
    hidden: 'محجوب',
    showHidden: (values) => (values === 1 ? 'عرض القيمة المحجوبة' : `عرض القيم المحجوبة (${number(values)})`),
    hiddenNote: {
      written: 'الأسرار محجوبة هنا فقط. يُكتب النص كاملًا.',
      removed: 'الأسرار في الأسطر المُزالة محجوبة هنا فقط.',
    },
    cut: (characters) => `والباقي: ${count(characters, nouns.character)}`,
    coarse: 'النصان مختلفان إلى حد لا تصلح معه المقارنة سطرًا بسطر.',
    plain: 'تعذّرت مقارنة الأسطر هنا: هذا النص كله قبل وبعد.',
  },
  table: {
    size: (rows, columns) => `${count(rows, nouns.row)}، ${count(columns, nouns.column)}`,
    showMore: (shown, left) => more(shown, left, nouns.row),
    noRows: 'لا صفوف',
  },
  image: {
    remote: (host) => `تأتي هذه الصورة من ${host}. تحميلها يخبر ذلك المضيف أن أحدًا ينظر إليها.`,
    load: 'تحميل الصورة',
    failed: 'تعذّر تحميل الصورة.',
  },
};
