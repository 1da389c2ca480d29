import type { DecidedBy } from '../../protocol/decided-by.js';
import type { FeedLineStrings } from '../english/feed.js';
import type { CountersignStrings } from '../strings.js';
import { decidedBy } from './arabic-chat.js';
import { ar, countOf, nouns } from './arabic-words.js';

function who(by: DecidedBy): string {
  switch (by.type) {
    case 'handler':
      return by.name === undefined ? 'من التطبيق' : `من ${by.name}، وفق التطبيق`;
    case 'rule':
      return by.rule === undefined ? `بموجب السياسة ${by.policy}` : `بموجب القاعدة ${by.rule} من السياسة ${by.policy}`;
    case 'grant':
      return 'بقرار محفوظ';
    case 'expiry':
      return 'لانتهاء المهلة';
    default:
      return `من ${decidedBy(by)}`;
  }
}

const lines: FeedLineStrings = {
  run: 'بدأ الوكيل',
  runEnd: {
    completed: 'أنهى الوكيل عمله',
    deferred: 'توقف الوكيل مؤقتًا، وبقيت إجراءات مؤجَّلة',
    aborted: 'أُوقف الوكيل',
    failed: 'فشل الوكيل',
  },
  step: (step) => `الخطوة ${ar.number(step)}`,
  model: 'سُئل النموذج',
  retry: (attempt) => `لم يُجب النموذج، محاولة جديدة (${ar.number(attempt + 1)})`,
  tokens: (input, output) => `الرموز: ${input} ← ${output}`,
  text: 'نص',
  reasoning: 'تفكير',
  call: (title, state) => `${title}: ${state}`,
  characters: (characters) => ar.plural(characters, nouns.character),
  handed: (actions) => `سُئلت عن ${countOf(actions, nouns.action)}`,
  answered: (actions) => `تم الرد على ${countOf(actions, nouns.action)}`,
  declined: (actions) => ar.plural(actions, nouns.parked),
  refused: 'رفض الخادم الردود',
  takenBack: (title) => `سُحب الرد: ${title}`,
  extended: (title) => `مُدِّدت المهلة: ${title}`,
  until: (time) => `حتى ${time}`,
  late: 'أُهمل رد متأخر',
  lateReasons: { answered: 'تم الرد عليه في مكان آخر', cancelled: 'أُوقف الوكيل', expired: 'انتهت المهلة' },
  policy: {
    allow: (by, reason) => `سُمح به ${by}: ${reason}`,
    ask: (by, reason) => `طُلبت الموافقة عليه ${by}: ${reason}`,
    deny: (by, reason) => `رُفض ${by}: ${reason}`,
    block: (by, reason) => `حُظر ${by}: ${reason}`,
  },
  kept: (toolName) => `لا تُعرض الأداة ${toolName} على النموذج`,
  by: who,
};

const replay: CountersignStrings['feed']['replay'] = {
  title: 'إعادة العرض',
  position: 'الموضع في التسجيل',
  at: (position, all, time) => `الحدث ${position} من ${all}${time === undefined ? '' : `، ${time}`}`,
  first: 'إلى البداية',
  back: 'الحدث السابق',
  forward: 'الحدث التالي',
  last: 'إلى النهاية',
  readOnly: 'هذا تسجيل: لا يُرد على شيء ولا يُنفَّذ شيء.',
};

/** The event feed. */
export const feed: CountersignStrings['feed'] = {
  ...lines,
  title: 'الأحداث',
  open: 'عرض الأحداث',
  live: 'مباشر',
  count: (value, written) => ar.plural(value, nouns.line, written),
  found: (found, all, written) => `${found} من ${countOf(all, nouns.line, written)}`,
  empty: 'لم يحدث شيء بعد',
  noMatch: 'لا يوجد سطر مطابق',
  earlier: { none: 'هذا كل شيء', kept: 'توجد أحداث أقدم', dropped: 'لم تعد الأحداث الأقدم متاحة' },
  showEarlier: 'عرض الأقدم',
  kinds: {
    step: '',
    live: 'جارٍ',
    note: '',
    ok: 'تم',
    wait: 'ينتظر',
    no: 'مرفوض أو فاشل',
    warn: 'تنبيه',
  },
  filter: 'تصفية',
  topics: { model: 'النموذج', tools: 'الأدوات', people: 'الأشخاص', policy: 'السياسات', problems: 'المشكلات' },
  agents: 'الوكيل',
  allAgents: 'كل الوكلاء',
  search: 'البحث في الأحداث',
  follow: 'متابعة',
  latest: 'الانتقال إلى الأحدث',
  fold: 'طي',
  unfold: 'توسيع',
  events: (events) => ar.plural(events, nouns.event),
  cut: (events) =>
    `${ar.plural(events, {
      one: 'لم يُعرض هنا حدث واحد آخر',
      two: 'لم يُعرض هنا حدثان آخران',
      few: 'لم تُعرض هنا # أحداث أخرى',
      many: 'لم يُعرض هنا # حدثًا آخر',
      other: 'لم يُعرض هنا # حدث آخر',
    })}. التصدير يشمل كل الأحداث.`,
  copy: 'نسخ',
  copied: 'تم النسخ',
  copyFailed: 'تعذّر النسخ: لم يسمح به المتصفح.',
  reveal: 'إظهار المحجوب',
  raw: 'الأحداث الخام',
  facts: {
    began: 'البدء',
    took: 'المدة',
    tool: 'الأداة',
    input: 'المدخلات',
    edited: 'المدخلات المعدّلة',
    result: 'النتيجة',
    actions: 'الطلبات',
    text: 'النص',
  },
  export: 'تصدير',
  exportRedacted: 'تنزيل مع حجب الأسرار',
  exportRedactedHint: 'في كل سطر حدث واحد بصيغة JSON. يُستثنى كل ما يبدو سرًّا.',
  exportAll: 'تنزيل كل شيء',
  exportAllWarning:
    'يشمل هذا كلمات المرور والمفاتيح ومحتويات الملفات التي مرّت أثناء التنفيذ. كل من لديه الملف يمكنه قراءتها.',
  exportSaving: 'جارٍ الحفظ…',
  exportFailed: (problem) => `لم يُحفظ شيء: ${problem}`,
  totals: {
    steps: 'الخطوات',
    calls: 'الإجراءات',
    tokens: 'الرموز',
    retries: 'المحاولات المعادة',
    problems: 'المشكلات',
    time: 'المدة',
  },
  replay,
  dock: { corner: 'الزاوية', side: 'الجانب', bottom: 'الأسفل' },
  dockLabel: 'موضع اللوحة',
  close: 'إغلاق',
};
