import type { CountersignStrings } from '../strings.js';
import { type ArabicNoun, ar, countOf, nouns } from './arabic-words.js';

const units = { characters: nouns.character, items: nouns.item, fields: nouns.field } as const;
const more = (shown: number, left: number, noun: ArabicNoun): string =>
  shown >= left
    ? `عرض الباقي (${ar.plural(left, noun)})`
    : `عرض ${ar.number(shown)} أخرى (الباقي: ${ar.plural(left, noun)})`;

/** Values. */
export const value: CountersignStrings['value'] = {
  empty: 'فارغ',
  none: 'بلا مدخلات',
  raw: 'المدخلات بصيغة JSON',
  effectiveInput: 'سيُنفَّذ هكذا',
  madeWhenRun: 'يُنشأ عند التنفيذ',
  notAsItIs: (kind) => `لا يمكن لصيغة JSON أن تعرضه كما هو (${kind}).`,
  unchecked: 'لم يجرِ التحقق من المدخلات: ليس لهذه الأداة مخطط يمكن التحقق به هنا.',
  showAll: (lines, characters) =>
    `عرض الكل (${lines > 1 ? ar.plural(lines, nouns.line) : ar.plural(characters, nouns.character)})`,
  showLess: 'عرض أقل',
  showMore: (shown, left, unit) => more(shown, left, units[unit]),
  foldedMarks: (places) =>
    ar.plural(places, {
      one: 'موضع واحد مُعلَّم في الأسفل',
      two: 'موضعان مُعلَّمان في الأسفل',
      few: '# مواضع مُعلَّمة في الأسفل',
      many: '# موضعًا مُعلَّمًا في الأسفل',
      other: '# موضع مُعلَّم في الأسفل',
    }),
  yes: 'نعم',
  no: 'لا',
  nothing: 'بلا قيمة',
  absent: 'غير مذكور',
  emptyList: 'قائمة فارغة',
  emptyObject: 'بلا حقول',
  onlyBlanks: (blanks) => ar.plural(blanks, nouns.space),
  list: (items) => `قائمة من ${countOf(items, nouns.item)}`,
  object: (fields) => ar.plural(fields, nouns.field),
  asWritten: (literal) => `كما كُتبت: ${literal}`,
  writing: 'ما زال النموذج يكتب هذا.',
  copy: 'نسخ',
  copyJson: 'نسخ JSON',
  copied: 'تم النسخ',
  copyFailed: 'تعذّر النسخ: لم يسمح به المتصفح.',
  hidden: {
    gap: 'محجوب',
    chip: ({ hidden, unit }) => `محجوب، ${ar.plural(hidden, units[unit])}`,
    reason: {
      key: 'محجوب بسبب اسمه.',
      'secret-text': 'محجوب لأنه يبدو سرًّا.',
      tool: 'محجوب بطلب من الأداة.',
      'too-deep': 'محجوب لأنه متداخل بعمق كبير.',
    },
    show: 'إظهار',
    showNamed: (name) => `إظهار القيمة المحجوبة: ${name}`,
    showAll: (values) =>
      ar.plural(values, {
        one: 'إظهار القيمة المحجوبة',
        two: 'إظهار القيمتين المحجوبتين',
        other: 'إظهار كل القيم المحجوبة (#)',
      }),
    nowShown: (name) => `ظاهر الآن: ${name}`,
    nowHidden: (name) => `حُجب من جديد: ${name}`,
    all: 'كل القيم المحجوبة',
    unnamed: 'هذه القيمة',
    note: (values) =>
      `${ar.plural(values, {
        one: 'قيمة واحدة محجوبة هنا فقط',
        two: 'قيمتان محجوبتان هنا فقط',
        few: '# قيم محجوبة هنا فقط',
        many: '# قيمة محجوبة هنا فقط',
        other: '# قيمة محجوبة هنا فقط',
      })}. تُنفَّذ المدخلات كاملة، ومنها القيم المحجوبة.`,
    jsonNote: 'تظهر القيم المحجوبة هنا على شكل «[redacted]». تُنفَّذ المدخلات كاملة.',
  },
};

/** Deceptive text. */
export const deceptive: CountersignStrings['deceptive'] = {
  title: 'دقّق النظر.',
  quoted: (text) => `«${text}»`,
  explain: {
    'bidi-control': ({ label }) => `حرف مخفي (${label}) يعكس ترتيب ظهور النص.`,
    invisible: ({ label, hidden }) =>
      hidden === undefined ? `توجد هنا حروف غير مرئية (${label}).` : `حروف غير مرئية (${label}) تخفي النص ${hidden}.`,
    control: ({ label }) => `يوجد هنا حرف تحكم (${label}) قد تستجيب له شاشة أو نافذة أوامر.`,
    stacked: ({ label }) => `علامات كثيرة متراكبة على حرف واحد (${label}) قد تغطي الأسطر المجاورة.`,
    'look-alike': ({ text, label, looksLike }) => `‏${text} (${label}) يشبه ${looksLike} لكنه ليس هو.`,
    'mixed-script': ({ text, scripts }) => `‏${text} يخلط حروفًا من ${ar.list(scripts)}، وبعضها متشابه الشكل.`,
    punycode: ({ ascii, decoded, looksLike }) =>
      decoded === undefined
        ? `يدّعي اسم المضيف ${ascii} أنه يمثّل حروفًا أخرى، لكنه لا يمثّل أي حرف.`
        : `اسم المضيف ${decoded} هو ${ascii}${looksLike === undefined ? '' : `، وليس ${looksLike}`}.`,
    userinfo: ({ text, host }) => `‏${text} ليس وجهة هذا العنوان. إنه يقود إلى ${host}.`,
    'numeric-host': ({ text, host }) => `المضيف ${text} هو العنوان ${host}.`,
    scheme: ({ text }) => `‏${text} لا يقود إلى أي مكان: ما يُنفَّذ أو يُعرض مكتوب في هذا العنوان نفسه.`,
    extension: ({ extension }) => `ينتهي الاسم بالامتداد ${extension} القابل للتنفيذ، بعد امتداد مستند.`,
    traversal: ({ resolved }) => `يخرج المسار من مجلد مذكور فيه. إنه يقود إلى ${resolved}.`,
    location: ({ text, place }) =>
      `‏${text} يقود إلى ${place === 'computer' ? 'حاسوب آخر' : place === 'device' ? 'ما هو خارج نظام الملفات' : 'المجلد الشخصي لأحد المستخدمين'}.`,
    stream: ({ text }) => `‏${text} محتوى ثانٍ مخفي لهذا الملف أو المجلد في ويندوز.`,
    padding: ({ text }) =>
      ar.plural(text.length, {
        one: 'مسافة واحدة قد تدفع ما بعدها خارج مجال الرؤية.',
        two: 'مسافتان قد تدفعان ما بعدهما خارج مجال الرؤية.',
        few: '# مسافات قد تدفع ما بعدها خارج مجال الرؤية.',
        many: '# مسافة قد تدفع ما بعدها خارج مجال الرؤية.',
        other: '# مسافة قد تدفع ما بعدها خارج مجال الرؤية.',
      }),
    long: ({ limit }) => `النص أطول من ${countOf(limit, nouns.character)}، ولم يُعرض كله.`,
  },
  label: {
    blanks: (blanks) => ar.plural(blanks, nouns.space),
    notTheHost: 'ليس المضيف',
    program: 'بلا عنوان',
    runs: 'يُنفَّذ',
    location: { computer: 'حاسوب آخر', device: 'مسار جهاز', home: 'مجلد شخصي' },
    stream: 'محتوى مخفي',
    unreadable: 'لا يمثّل شيئًا',
    long: 'يتبع',
  },
  inName: (path) => `الاسم ${path}`,
  times: (sentence, times) =>
    `${sentence} (${ar.plural(times, { one: 'مرة واحدة', two: 'مرتين', few: '# مرات', many: '# مرة', other: '# مرة' })})`,
  more: (places) =>
    ar.plural(places, {
      one: 'وموضع آخر.',
      two: 'وموضعان آخران.',
      few: 'و# مواضع أخرى.',
      many: 'و# موضعًا آخر.',
      other: 'و# موضع آخر.',
    }),
};

/** Previews. */
export const preview: CountersignStrings['preview'] = {
  title: { diff: 'ما سيتغير', table: 'التفاصيل', image: 'صورة', json: 'التفاصيل', text: 'التفاصيل' },
  loading: 'جارٍ تحميل المعاينة…',
  whole: 'عرض المعاينة كاملة',
  failed: (message) => `تعذّرت المعاينة: ${message} يمكنك أن تقرر من دونها.`,
  retry: 'إعادة المحاولة',
  openBeside: 'فتح بجانب المحادثة',
  closeBeside: 'إغلاق',
  diff: {
    layout: 'طريقة العرض',
    unified: 'عمود واحد',
    split: 'جنبًا إلى جنب',
    counts: (added, removed) => `أُضيف: ${ar.plural(added, nouns.line)}، أُزيل: ${ar.plural(removed, nouns.line)}`,
    created: (lines) => `جديد، ${ar.plural(lines, nouns.line)}`,
    emptied: (lines) => `أُفرغ، أُزيل: ${ar.plural(lines, nouns.line)}`,
    same: 'لا يتغير شيء: النص هو نفسه قبل التغيير وبعده.',
    before: 'قبل',
    after: 'بعد',
    removed: (line) => `أُزيل، السطر ${ar.number(line)}:`,
    added: (line) => `أُضيف، السطر ${ar.number(line)}:`,
    unchanged: (lines) => `عرض ${countOf(lines, nouns.line)} دون تغيير`,
    showMore: (shown, left) => more(shown, left, nouns.line),
    lineEndings: 'تتغير نهايات الأسطر أيضًا: في بعض الأسطر لا يتغير سواها.',
    finalNewline: { added: 'يُضاف فاصل أسطر في النهاية.', removed: 'يُزال فاصل الأسطر في النهاية.' },
    hidden: 'محجوب',
    showHidden: (values) =>
      ar.plural(values, {
        one: 'إظهار القيمة المحجوبة',
        two: 'إظهار قيمتين محجوبتين',
        few: 'إظهار # قيم محجوبة',
        many: 'إظهار # قيمة محجوبة',
        other: 'إظهار # قيمة محجوبة',
      }),
    hiddenNote: {
      written: 'الأسرار محجوبة هنا فقط. يُكتب النص كاملًا.',
      removed: 'الأسرار في الأسطر المُزالة محجوبة هنا فقط.',
    },
    cut: (characters) =>
      ar.plural(characters, {
        one: 'وحرف آخر',
        two: 'وحرفان آخران',
        few: 'و# أحرف أخرى',
        many: 'و# حرفًا آخر',
        other: 'و# حرف آخر',
      }),
    coarse: 'النصان مختلفان إلى حد يمنع مقارنتهما سطرًا بسطر.',
    plain: 'تعذّرت مقارنة الأسطر هنا: هذا هو النص كله قبل وبعد.',
  },
  table: {
    size: (rows, columns) => `${ar.plural(rows, nouns.row)}، ${ar.plural(columns, nouns.column)}`,
    showMore: (shown, left) => more(shown, left, nouns.row),
    noRows: 'لا توجد صفوف',
  },
  image: {
    remote: (host) => `هذه الصورة من ${host}. تحميلها يُعلم ذلك المضيف بأن شخصًا ما يشاهدها.`,
    load: 'تحميل الصورة',
    failed: 'تعذّر تحميل الصورة.',
  },
};
