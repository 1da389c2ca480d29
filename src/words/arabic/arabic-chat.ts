import { isInOtherPage } from '../../conversation/state/page-id.js';
import { kindOfRefused } from '../../protocol/base/serialize-error.js';
import { type DecidedBy, labelPeople } from '../../protocol/decided-by.js';
import type { CapabilityTerms, LifetimeTerms, ScopeTerms } from '../english/grants.js';
import type { CountersignStrings } from '../strings.js';
import { count, list, nouns } from './arabic-words.js';

/** The chat: messages, calls, composer. */
export const chat: CountersignStrings['chat'] = {
  message: 'رسالة',
  placeholder: 'اطلب شيئًا',
  send: 'إرسال',
  stop: 'إيقاف',
  hint: 'مفتاح الإدخال يرسل، ومع مفتاح العالي يبدأ سطرًا جديدًا.',
  hintNewLine: 'مفتاح الإدخال يبدأ سطرًا جديدًا. أرسل بالزر أو بمفتاحي التحكم والإدخال.',
  toAnswer: (calls) => `${count(calls, nouns.call)} بانتظارك: ↑ للإجابة`,
  toAnswerSpoken: 'اضغط السهم لأعلى في الرسالة الفارغة للإجابة.',
  attach: 'إرفاق ملفات',
  attachments: 'الملفات المرفقة',
  removeAttachment: (name) => `إزالة ${name}`,
  reading: 'قيد القراءة…',
  drop: 'أفلت الملفات هنا لإرفاقها',
  attachmentProblem: {
    type: (name, limit) => `لم يُرفق ${name}: لا تُقبل إلا هذه الأنواع: ${limit}.`,
    image: (name) => `لم يُرفق ${name}: لا تستطيع النماذج قراءة هذا النوع من الصور. احفظه أولًا بصيغة JPEG أو PNG.`,
    size: (name, limit) => `لم يُرفق ${name}: حجمه أكبر من ${limit}.`,
    count: (name, limit) => `لم يُرفق ${name}: أقصى عدد من الملفات في الرسالة ${limit}.`,
    unreadable: (name) => `لم يُرفق ${name}: تعذّرت قراءته. أهو مجلد، أم نُقل؟`,
  },
  sendAndEnd: 'إرسال وإنهاء المتروك',
  sendingEnds: (calls) =>
    `متروك مفتوحًا: ${count(calls, nouns.call)}. إرسال هذه الرسالة ينهي ذلك: لن يُنفَّذ ولن تمكن الإجابة عنه بعدها. أرسل مرة أخرى إن كنت تقصد هذا.`,
  queued: (text, until) =>
    ({
      batch: `تُرسل «${text}» عند الإجابة عن هذه المجموعة.`,
      run: `تُرسل «${text}» عند اكتمال التشغيل.`,
      held: `«${text}» تنتظر، لأن التشغيل لم يكتمل.`,
      parked: `«${text}» تنتظر الطلبات المتروكة مفتوحة.`,
    })[until],
  queuedFiles: (files) => count(files, nouns.file),
  unqueue: 'عدم الإرسال',
  sendQueued: 'الإرسال الآن',
  progress: (title) => `تقدّم ${title}`,
  tool: 'الأداة',
  input: 'المدخلات',
  editedInput: 'المدخلات بعد التعديل',
  originalInput: 'المدخلات كما كتبها النموذج',
  result: 'النتيجة',
  ranAs: 'المدخل كما نفّذه الخادم',
  ranOtherwise: 'نفّذه الخادم بمدخل آخر',
  answeredBy: 'أجاب',
  by: decidedBy,
  conversation: 'المحادثة',
  you: 'أنت',
  agent: 'الوكيل',
  status: {
    idle: '',
    running: 'يعمل',
    waiting: 'بانتظارك',
    deferred: 'انتهى وبقيت طلبات مفتوحة',
    failed: 'فشل',
  },
  place: {
    opening: 'جارٍ الفتح…',
    elsewhere: 'مفتوحة في تبويب آخر',
  },
  useHere: 'المتابعة هنا',
  stopped: (reason) => (reason === undefined ? 'أُوقف' : `أُوقف: ${reason}`),
  tokens: (input, output) => `${input} ← ${output} رمزًا`,
  steps: (steps) => count(steps, nouns.step),
  retryIn: (wait, status) => {
    const why =
      status === undefined
        ? 'لم يُجب النموذج.'
        : status === 429
          ? 'لا يقبل المزوّد طلبات أخرى الآن (429).'
          : `تعذّرت الإجابة على المزوّد (${status}).`;
    return `${why} محاولة أخرى خلال ${wait}.`;
  },
  attachment: 'مرفق',
  download: (name) => `تنزيل ${name}`,
  sources: 'المصادر',
  reasoning: 'التفكير',
  thinking: 'يفكر',
  jump: 'إلى الأحدث',
  jumpToWaiting: (calls) => `${count(calls, nouns.call)} بانتظار موافقتك`,
  suggestions: 'اقتراحات',
  copyMessage: 'نسخ الرسالة',
  copyCode: 'نسخ الشيفرة',
  copyInput: 'نسخ المدخلات',
  picture: (alt) => (alt === '' ? 'صورة' : `صورة: ${alt}`),
  table: 'جدول',
  task: (state) => ({ open: 'لم يُنجز', done: 'أُنجز' })[state],
  edit: 'تعديل',
  editLabel: 'رسالتك. إرسالها من جديد يحلّ محل ما بعدها.',
  editSend: 'إرسال من جديد',
  cancel: 'إلغاء',
  unsent: 'لم تُرسل',
  regenerate: 'إعادة المحاولة',
  regenerateAnyway: 'إعادة المحاولة على أي حال',
  cutOff: (reason) =>
    ({
      length: 'انقطعت الإجابة عند حد الطول',
      'content-filter': 'أوقفها مرشح المحتوى',
      error: 'قطعها خطأ في النموذج',
    })[reason],
  continueAnswer: 'متابعة',
  continuePrompt: 'تابع من حيث توقفت.',
  refused: (refused) => {
    const what = { user: 'رسالتك', assistant: 'إجابة', result: 'نتيجة', tool: 'الأداة' }[kindOfRefused(refused)];
    return refused.basis === 'named'
      ? `مزوّد النموذج لا يقبل ${what}`
      : `لم يذكر مزوّد النموذج ما لم يقبله. أحدث محتوى هو ${what}`;
  },
  removeRefused: (refused) =>
    ({
      user: 'إزالة هذه الرسالة والمتابعة',
      assistant: 'إزالة هذه الإجابة والمتابعة',
      result: 'إزالة هذه النتيجة والمتابعة',
      tool: 'المتابعة من دون هذه الأداة',
    })[kindOfRefused(refused)],
  alreadyRan: (calls) => `نُفّذ من هذه الإجابة: ${count(calls, nouns.call)}. ما فُعل يبقى.`,
};

/** Returns the name of the person or rule that decided. */
export function decidedBy(by: DecidedBy): string {
  switch (by.type) {
    case 'person':
      return by.name ?? by.id ?? (isInOtherPage(by) ? 'شخص في علامة تبويب أخرى' : 'شخص');
    case 'people':
      return list(labelPeople(by.people));
    case 'page':
      return 'هذه الصفحة';
    case 'handler':
      return by.name ?? 'التطبيق';
    case 'rule':
      return by.rule === undefined ? `السياسة ${by.policy}` : `السياسة ${by.policy}، القاعدة ${by.rule}`;
    case 'grant':
      return 'إجابة محفوظة';
    case 'expiry':
      return 'لا أحد، انتهت المهلة';
    default:
      return by satisfies never;
  }
}

/** The fill level of the context window, and the cost. */
export const meter: CountersignStrings['meter'] = {
  context: 'السياق',
  used: (tokens, window) => (window === undefined ? `${tokens} رمزًا` : `${tokens} من ${window} رمزًا`),
  level: { high: 'يكاد يمتلئ', full: 'ممتلئ' },
  cost: 'التكلفة',
};

/** A list of conversations. */
export const conversations: CountersignStrings['conversations'] = {
  title: 'المحادثات',
  untitled: 'محادثة جديدة',
  start: 'بدء محادثة أخرى',
  since: (moment) => `منذ ${moment}`,
  elsewhere: 'في مكان آخر',
  actions: (title) => `إجراءات «${title}»`,
  rename: 'إعادة تسمية…',
  renameNamed: (title) => `إعادة تسمية «${title}»`,
  newTitle: 'العنوان',
  noTitle: 'لا بدّ في العنوان من حرف أو رقم على الأقل.',
  save: 'حفظ',
  cancel: 'إلغاء',
  delete: 'حذف…',
  deleteNamed: (title) => `حذف «${title}»`,
  deleteAsk: (title) => `أتُحذف «${title}»؟`,
  deleteLoses: 'تضيع رسائلها وكل ما حُفظ مما جرى فيها، بلا رجعة.',
  deleteWhile: {
    running: 'هي تعمل الآن، ولن تمضي بعد ذلك.',
    waiting: 'هي في انتظار إجابة. وما تطلبه لن يُنفَّذ.',
    deferred: 'تُركت وفيها طلبات مفتوحة. ولن تُنفَّذ.',
  },
  deleteYes: 'حذف',
  deleteNot: 'إبقاؤها',
  export: 'تصدير',
  exportNamed: (title) => `تصدير «${title}» في ملف`,
  import: 'استيراد…',
  notImported: (file) => `ليس في «${file}» محادثة مصدَّرة، أو أن الملف تالف. لم يؤخذ منه شيء.`,
  done: {
    renamed: (title) => `صار العنوان «${title}».`,
    deleted: (title) => `حُذفت «${title}».`,
    exported: (file) => `حُفظت في «${file}».`,
    imported: (file) => `استُوردت من «${file}».`,
  },
  gone: 'لم تعد موجودة.',
  undone: (message) => `تعذّر ذلك: ${message}`,
};

/** The decision record. */
export const decisions: CountersignStrings['decisions'] = {
  title: 'القرارات',
  decided: (by, when) => `${by}، ${when}`,
  told: (message) => `قيل للنموذج: ${message}`,
  because: (reason) => `السبب: ${reason}`,
  fingerprint: 'بصمة الطلب',
  input: 'المطلوب',
  filter: 'أي قرارات',
  group: { all: 'الكل', approved: 'ما ووفق عليه', refused: 'ما رُفض', automatic: 'بلا شخص' },
  search: 'بحث في القرارات',
  export: 'تصدير',
  empty: 'لم يُتخذ أي قرار بعد.',
  noMatch: 'لا قرار كهذا.',
  problem: (message) => `تعذّرت قراءة القرارات. ${message}`,
};

/** Grants. */
export const grants: CountersignStrings['grants'] = {
  scope,
  sentence: (effect, what, lifetime) => {
    const [verb, always] = effect === 'allow' ? ['السماح', 'السماح دائمًا'] : ['الرفض', 'الرفض دائمًا'];
    return `${lifetime.type === 'always' ? always : verb}: ${what} — ${lasting(lifetime)}.`;
  },
  scopeChoice: (what) => what,
  lifetimeChoice: (lifetime) => (lifetime.type === 'always' ? 'دائمًا، إلى أن تسحبه' : lasting(lifetime)),
  remember: 'تذكّر',
  once: 'هذه المرة فقط',
  lifetime: 'إلى متى',
  onceWords: 'ستُسأل من جديد في المرة القادمة.',
  alsoAsks: (what) => `يحتاج مثل هذا الطلب أيضًا إلى ${list(what)}، فستُسأل عنه مع ذلك.`,
  onlyForUnnamed: 'لأجل الوكيل الذي طلب هذا فقط.',
  onlyFor: (path) => `لأجل ${path.join(' ‹ ')} فقط.`,
  panel: 'القرارات المحفوظة',
  empty: 'لا شيء محفوظ. تُسأل كل مرة.',
  given: (when, by) => (by === undefined ? `أُعطي في ${when}` : `أعطاه ${by} في ${when}`),
  call: (toolCallId) => `عند الطلب ${toolCallId}`,
  told: (message) => `يُقال للنموذج: ${message}`,
  revoke: 'سحب',
  revokeNamed: (sentence) => `سحب: ${sentence}`,
  revoked: 'سُحب',
  nowRevoked: (sentence) => `سُحب: ${sentence}`,
};

function scope(terms: ScopeTerms): string {
  switch (terms.type) {
    case 'input':
      return `«${terms.toolName}» بهذه المدخلات بعينها`;
    case 'tool':
      return `كل استدعاء لـ«${terms.toolName}»`;
    case 'predicate':
      return terms.toolName === undefined ? terms.name : `«${terms.toolName}»: ${terms.name}`;
    case 'capability':
      return capability(terms.capability);
    default:
      return terms satisfies never;
  }
}

const doing: Readonly<Record<string, readonly [verb: string, anything: string]>> = {
  'fs.read': ['قراءة', 'أي ملف'],
  'fs.write': ['كتابة', 'أي ملف'],
  'fs.delete': ['حذف', 'أي ملف'],
  'net.egress': ['الاتصال بـ', 'أي مضيف'],
  'proc.exec': ['تشغيل', 'أي أمر'],
};

/** Returns the words for a capability; one without words is shown as it is written. */
function capability({ name, where, target }: CapabilityTerms): string {
  const [verb, anything] = (Object.hasOwn(doing, name) ? doing[name] : undefined) ?? [`«${name}»`, ''];
  const object = {
    every: anything,
    exactly: target,
    under: name.startsWith('net.') ? `أي نطاق فرعي من ${target}` : `ما تحت ${target}`,
    pattern: `ما يطابق ${target}`,
  }[where];
  return object === '' ? verb : `${verb} ${object}`;
}

function lasting(lifetime: LifetimeTerms): string {
  if (lifetime.type === 'until') return `حتى ${lifetime.at}`;
  const words = { run: 'لبقية هذا التشغيل', session: 'إلى أن تُغلق هذه الصفحة', always: 'إلى أن تسحبه' };
  return words[lifetime.type];
}

/** `CountersignStrings['inbox']` in Arabic. */
export const inbox: CountersignStrings['inbox'] = {
  title: 'ينتظر جوابك',
  waiting: (calls) => count(calls, nouns.call),
  more: (questions) => `يليها ${questions}`,
  connecting: 'يُسأل الخادم عما ينتظر جوابك…',
  empty: 'لا شيء ينتظر جوابك.',
  problem: (message) => `تعذّرت قراءة ما ينتظر جوابك، وستُعاد المحاولة. ${message}`,
  tryAgain: 'أعد المحاولة',
  asked: (name, when) => `طُلب من أجل ${name}، ${when}`,
  list: {
    title: 'الطلبات',
    filter: 'عرض',
    group: { all: 'الكل', risky: 'عالية الخطورة', due: 'لها مهلة' },
    search: 'البحث في الطلبات',
    noMatch: 'لا يوجد طلب مطابق.',
    others: (count) => `+${count} أخرى`,
    back: 'كل الطلبات',
  },
  pages: { label: 'عرض', waiting: 'بانتظارك', decided: 'قراراتك' },
  decided: {
    title: 'قراراتك',
    empty: 'لم تتخذ أي قرار بعد.',
    problem: (message) => `تعذّر تحميل قراراتك. ${message}`,
    at: (verdict, when) => `${verdict}، ${when}`,
    asked: (name) => `الطلب من ${name}`,
    missing: (missing) => `ما زالت تلزم ${count(missing, nouns.answer)}`,
    overruled: {
      approved: (by) => `لم يُستخدم: تمت الموافقة، ${by}`,
      denied: (by) => `لم يُستخدم: رُفض، ${by}`,
      expired: () => 'لم يُستخدم: انتهى الوقت',
      answered: (by) => `لم يُستخدم: أُجيب عنه، ${by}`,
    },
    withdrawn: 'لم يُستخدم: أُوقف التشغيل',
  },
  inChat: 'أجب عنه في المحادثة',
  link: {
    refused: 'انتهت صلاحية هذا الرابط أو سبق استخدامه.',
    again: 'اطلب رابطًا جديدًا ممن أرسله إليك.',
    unknown: 'لم يعد هذا الطلب موجودًا، أو لا يحق لك أن تجيب عنه.',
    answered: 'تمت الإجابة عن هذا الطلب.',
    withdrawn: 'لم يعد هذا الطلب مطلوبًا، فقد أُوقف.',
    used: 'أُرسلت إجابتك. لا يمكن استخدام هذا الرابط مرة أخرى.',
  },
  signIn: 'سجّل الدخول لرؤية طلباتك.',
  news: 'ما آل إليه',
  counted: (title, missing) => `${title}: حُسبت موافقتك. ما زالت تلزم ${count(missing, nouns.answer)}.`,
  stands: {
    approved: (title, by) => `${title}: تمت الموافقة، ${by}.`,
    denied: (title, by) => `${title}: رُفض، ${by}.`,
    expired: (title) => `${title}: لم يجب أحد في الوقت المحدد.`,
    answered: (title, by) => `${title}: أُجيب عنه، ${by}.`,
  },
  late: (stands) => `${stands} وصلت إجابتك بعد ذلك، ولا تُحسب.`,
  refused: (title, message) => `${title}: لم تُقبل إجابتك. ${message}`,
  over: (title) => `${title}: لم يعد مطلوبًا، فقد أُوقف تشغيله.`,
  history: 'ما انتهى',
  historyEmpty: 'لم ينته أي تشغيل لك بعد.',
  historyLoading: 'جارٍ القراءة…',
  outcome: { completed: 'تم', deferred: 'تُرك مفتوحًا', aborted: 'أُوقف', failed: 'فشل' },
};
