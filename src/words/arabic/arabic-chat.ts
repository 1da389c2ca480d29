import { isInOtherPage } from '../../conversation/state/page-id.js';
import { kindOfRefused } from '../../protocol/base/serialize-error.js';
import { type DecidedBy, labelPeople } from '../../protocol/decided-by.js';
import type { CapabilityTerms, LifetimeTerms, ScopeTerms } from '../english/grants.js';
import type { CountersignStrings } from '../strings.js';
import { andOthers, ar, nouns } from './arabic-words.js';

function whyNoAnswer(status: number | undefined): string {
  if (status === undefined) return 'لم يُجب النموذج.';
  return status === 429 ? 'النموذج مشغول (429).' : `تعذّر على النموذج أن يجيب (${status}).`;
}

/** The chat: messages, calls, composer. */
export const chat: CountersignStrings['chat'] = {
  message: 'رسالة',
  placeholder: 'اطلب ما تريد',
  send: 'إرسال',
  stop: 'إيقاف',
  hint: 'اضغط Enter للإرسال، وShift+Enter لسطر جديد',
  hintNewLine: 'اضغط Ctrl+Enter للإرسال، وEnter لسطر جديد',
  toAnswer: (needYou) => `${needYou}: ↑ للمراجعة`,
  toAnswerSpoken: 'اضغط مفتاح السهم لأعلى في الرسالة الفارغة للمراجعة.',
  attach: 'إرفاق ملفات',
  attachments: 'الملفات المرفقة',
  removeAttachment: (name) => `إزالة ${name}`,
  reading: 'قيد القراءة…',
  drop: 'أفلت الملفات هنا لإرفاقها',
  attachmentProblem: {
    type: (name, limit) => `لم يُرفق ${name}: الأنواع المقبولة هي ${limit} فقط.`,
    image: (name) => `لم يُرفق ${name}: لا تستطيع النماذج قراءة هذا النوع من الصور. احفظ الصورة أولًا بصيغة JPEG أو PNG.`,
    size: (name, limit) => `لم يُرفق ${name}: حجمه أكبر من ${limit}.`,
    count: (name, limit) => `لم يُرفق ${name}: الحد الأقصى لعدد الملفات في الرسالة ${limit}.`,
    unreadable: (name) => `لم يُرفق ${name}: تعذّرت قراءته. هل هو مجلد، أم نُقل من مكانه؟`,
  },
  sendAndEnd: 'إرسال واستبعاد المؤجَّل',
  sendingEnds: (actions) =>
    ar.plural(actions, {
      one: 'يوجد إجراء واحد مؤجَّل. أرسل مرة أخرى لاستبعاده: لن يُنفَّذ، ولن يمكنك الرد عليه بعد ذلك.',
      two: 'يوجد إجراءان مؤجَّلان. أرسل مرة أخرى لاستبعادهما: لن يُنفَّذا، ولن يمكنك الرد عليهما بعد ذلك.',
      few: 'توجد # إجراءات مؤجَّلة. أرسل مرة أخرى لاستبعادها: لن تُنفَّذ، ولن يمكنك الرد عليها بعد ذلك.',
      many: 'يوجد # إجراءً مؤجَّلًا. أرسل مرة أخرى لاستبعادها: لن تُنفَّذ، ولن يمكنك الرد عليها بعد ذلك.',
      other: 'يوجد # إجراء مؤجَّل. أرسل مرة أخرى لاستبعادها: لن تُنفَّذ، ولن يمكنك الرد عليها بعد ذلك.',
    }),
  queued: (text, until) =>
    ({
      batch: `ستُرسل «${text}» بعد أن ترد.`,
      run: `ستُرسل «${text}» بعد أن ينتهي الوكيل.`,
      held: `«${text}» قيد الانتظار لأن الوكيل لم ينهِ عمله.`,
      parked: `«${text}» بانتظار الإجراءات المؤجَّلة.`,
    })[until],
  queuedFiles: (files) => ar.plural(files, nouns.file),
  unqueue: 'عدم الإرسال',
  sendQueued: 'الإرسال الآن',
  sendWhenDone: 'الإرسال عند الانتهاء',
  steering: (text, until) => (until === 'batch' ? `ستُرسل «${text}» مع ردودك.` : `ستُرسل «${text}» بعد الخطوة الحالية.`),
  progress: (title) => `تقدّم ${title}`,
  tool: 'الأداة',
  input: 'المدخلات',
  editedInput: 'المدخلات بعد التعديل',
  originalInput: 'المدخلات كما كتبها النموذج',
  ranAs: 'المدخلات كما نفّذها الخادم',
  ranOtherwise: 'نفّذه الخادم بمدخلات أخرى',
  result: 'النتيجة',
  resultLines: (lines) => ar.plural(lines, nouns.line),
  resultItems: (items) => ar.plural(items, nouns.item),
  answeredBy: 'الرد من',
  by: decidedBy,
  conversation: 'المحادثة',
  you: 'أنت',
  agent: 'الوكيل',
  status: {
    idle: '',
    running: 'يعمل',
    waiting: 'بانتظارك',
    deferred: 'متوقف مؤقتًا: إجراءات مؤجَّلة',
    failed: 'فشل',
  },
  place: {
    opening: 'جارٍ الفتح…',
    elsewhere: 'مفتوحة في علامة تبويب أخرى',
  },
  useHere: 'المتابعة هنا',
  stopped: (reason) => (reason === undefined ? 'متوقف' : `متوقف: ${reason}`),
  tokens: (input, output) => `الرموز: ${input} ← ${output}`,
  steps: (steps) => ar.plural(steps, nouns.step),
  retryIn: (wait, status) => `${whyNoAnswer(status)} ستُعاد المحاولة بعد ${wait}.`,
  attachment: 'مرفق',
  download: (name) => `تنزيل ${name}`,
  sources: 'المصادر',
  reasoning: 'التفكير',
  thinking: 'يفكر',
  jump: 'الانتقال إلى الأحدث',
  suggestions: 'اقتراحات',
  copyMessage: 'نسخ الرسالة',
  copyCode: 'نسخ الشيفرة',
  copyInput: 'نسخ المدخلات',
  picture: (alt) => (alt === '' ? 'صورة' : `صورة: ${alt}`),
  table: 'جدول',
  task: (state) => ({ open: 'لم تُنجز', done: 'أُنجزت' })[state],
  edit: 'تعديل',
  editLabel: 'رسالتك. إعادة إرسالها تحلّ محل كل ما بعدها.',
  editSend: 'إعادة الإرسال',
  cancel: 'إلغاء',
  unsent: 'لم تُرسل',
  regenerate: 'إعادة المحاولة',
  regenerateAnyway: 'إعادة المحاولة على أي حال',
  cutOff: (reason) =>
    ({
      length: 'انقطعت الإجابة عند الحد الأقصى للطول',
      'content-filter': 'أوقفها مرشّح المحتوى',
      error: 'انقطعت بسبب خطأ في النموذج',
    })[reason],
  continueAnswer: 'متابعة',
  continuePrompt: 'تابع من حيث توقفت.',
  refused: (refused) => {
    const what = { user: 'رسالتك', assistant: 'إجابة', result: 'نتيجة', tool: 'الأداة' }[kindOfRefused(refused)];
    return refused.basis === 'named'
      ? `لا يقبل مزوّد النموذج ${what}`
      : `لم يذكر مزوّد النموذج ما لم يقبله. أحدث محتوى هو ${what}`;
  },
  removeRefused: (refused) =>
    ({
      user: 'إزالة هذه الرسالة والمتابعة',
      assistant: 'إزالة هذه الإجابة والمتابعة',
      result: 'إزالة هذه النتيجة والمتابعة',
      tool: 'المتابعة من دون هذه الأداة',
    })[kindOfRefused(refused)],
  alreadyRan: (actions) =>
    ar.plural(actions, {
      one: 'نُفِّذ إجراء واحد من هذه الإجابة بالفعل، وسيبقى أثره.',
      two: 'نُفِّذ إجراءان من هذه الإجابة بالفعل، وسيبقى أثرهما.',
      few: 'نُفِّذت # إجراءات من هذه الإجابة بالفعل، وسيبقى أثرها.',
      many: 'نُفِّذ # إجراءً من هذه الإجابة بالفعل، وسيبقى أثرها.',
      other: 'نُفِّذ # إجراء من هذه الإجابة بالفعل، وسيبقى أثرها.',
    }),
};

/** Returns the name of the person or rule that decided. */
export function decidedBy(by: DecidedBy): string {
  switch (by.type) {
    case 'person':
      return by.name ?? by.id ?? (isInOtherPage(by) ? 'شخص في علامة تبويب أخرى' : 'شخص');
    case 'people':
      return ar.list(labelPeople(by.people));
    case 'page':
      return 'هذه الصفحة';
    case 'handler':
      return by.name ?? 'التطبيق';
    case 'rule':
      return by.rule === undefined ? `السياسة ${by.policy}` : `السياسة ${by.policy}، القاعدة ${by.rule}`;
    case 'grant':
      return 'قرار محفوظ';
    case 'expiry':
      return 'لا أحد، فقد انتهت المهلة';
    default:
      return by satisfies never;
  }
}

/** The fill level of the context window, and the cost. */
export const meter: CountersignStrings['meter'] = {
  context: 'السياق',
  used: (tokens, window) => (window === undefined ? `الرموز: ${tokens}` : `الرموز: ${tokens} من ${window}`),
  level: { high: 'يكاد يمتلئ', full: 'ممتلئ' },
  cost: 'التكلفة',
};

/** A list of conversations. */
export const conversations: CountersignStrings['conversations'] = {
  title: 'المحادثات',
  untitled: 'محادثة جديدة',
  start: 'محادثة جديدة',
  since: (moment) => `منذ ${moment}`,
  elsewhere: 'في محادثات أخرى',
  actions: (title) => `خيارات «${title}»`,
  rename: 'إعادة التسمية…',
  renameNamed: (title) => `إعادة تسمية «${title}»`,
  newTitle: 'العنوان',
  noTitle: 'يجب أن يتضمن العنوان حرفًا أو رقمًا على الأقل.',
  save: 'حفظ',
  cancel: 'إلغاء',
  delete: 'حذف…',
  deleteNamed: (title) => `حذف «${title}»`,
  deleteAsk: (title) => `هل تريد حذف «${title}»؟`,
  deleteLoses: 'ستُحذف رسائلها وسجلّها نهائيًا.',
  deleteWhile: {
    running: 'هي تعمل الآن، وستُوقف.',
    waiting: 'هي بانتظار موافقتك، ولن تُنفَّذ إجراءاتها.',
    deferred: 'فيها إجراءات مؤجَّلة، ولن تُنفَّذ.',
  },
  deleteYes: 'حذف',
  deleteNot: 'الاحتفاظ بها',
  export: 'تصدير',
  exportNamed: (title) => `تصدير «${title}» إلى ملف`,
  import: 'استيراد…',
  notImported: (file) => `الملف «${file}» ليس محادثة مصدَّرة، أو هو تالف. لم يُستورد شيء.`,
  done: {
    renamed: (title) => `تغيّر العنوان إلى «${title}».`,
    deleted: (title) => `حُذفت «${title}».`,
    exported: (file) => `حُفظت باسم «${file}».`,
    imported: (file) => `استُوردت من «${file}».`,
  },
  gone: 'حُذفت هذه المحادثة.',
  undone: (message) => `لم ينجح ذلك: ${message}`,
};

/** The decision record. */
export const decisions: CountersignStrings['decisions'] = {
  title: 'القرارات',
  decided: (by, when) => `${by}، ${when}`,
  told: (message) => `يقرأ النموذج: ${message}`,
  because: (reason) => `السبب: ${reason}`,
  fingerprint: 'بصمة الإجراء',
  input: 'المدخلات',
  filter: 'تصفية القرارات',
  group: { all: 'الكل', approved: 'الموافَق عليها', refused: 'المرفوضة', automatic: 'من دون شخص' },
  search: 'البحث في القرارات',
  export: 'تصدير',
  empty: 'لا توجد قرارات بعد.',
  noMatch: 'لا يوجد قرار مطابق.',
  problem: (message) => `تعذّرت قراءة القرارات. ${message}`,
};

/** Remembered answers. */
export const grants: CountersignStrings['grants'] = {
  scope,
  sentence: (effect, what, lifetime) => {
    const [verb, always] = effect === 'allow' ? ['السماح', 'السماح دائمًا'] : ['الرفض', 'الرفض دائمًا'];
    return `${lifetime.type === 'always' ? always : verb}: ${what} — ${lasting(lifetime)}.`;
  },
  scopeChoice: (what) => what,
  lifetimeChoice: (lifetime) => (lifetime.type === 'always' ? 'دائمًا، حتى تُبطله' : lasting(lifetime)),
  remember: 'تذكّر القرار',
  once: 'هذه المرة فقط',
  lifetime: 'المدة',
  onceWords: 'ستُسأل من جديد في المرة القادمة.',
  alsoAsks: (what) => `يتطلب مثل هذا الإجراء أيضًا ${ar.list(what)}، لذلك ستظل تُسأل عنه.`,
  onlyForUnnamed: 'للوكيل الذي طلب ذلك فقط.',
  onlyFor: (path) => `للوكيل ${path.join(' › ')} فقط.`,
  panel: 'القرارات المحفوظة',
  empty: 'لا توجد قرارات محفوظة. ستُسأل في كل مرة.',
  given: (when, by) => (by === undefined ? `اتُّخذ في ${when}` : `اتُّخذ في ${when} بواسطة ${by}`),
  told: (message) => `يقرأ النموذج: ${message}`,
  revoke: 'إبطال',
  revokeNamed: (sentence) => `إبطال: ${sentence}`,
  revoked: 'أُبطل',
  nowRevoked: (sentence) => `أُبطل: ${sentence}`,
};

function scope(terms: ScopeTerms): string {
  switch (terms.type) {
    case 'input':
      return `«${terms.toolName}» بهذه المدخلات تحديدًا`;
    case 'tool':
      return `أي استخدام لـ«${terms.toolName}»`;
    case 'predicate':
      return terms.toolName === undefined ? terms.name : `«${terms.toolName}»: ${terms.name}`;
    case 'capability':
      return capability(terms.capability);
    default:
      return terms satisfies never;
  }
}

/** The action, what joins its object, and its object if nothing restricts it. */
const doing: Readonly<Record<string, readonly [verb: string, join: string, anything: string]>> = {
  'fs.read': ['قراءة', '', 'أي ملف'],
  'fs.write': ['كتابة', '', 'أي ملف'],
  'fs.delete': ['حذف', '', 'أي ملف'],
  'net.egress': ['الاتصال', 'ب', 'أي مضيف'],
  'proc.exec': ['تنفيذ', '', 'أي أمر'],
};

/** Returns the words for a capability; one without words is shown as it is written. */
function capability({ name, where, target }: CapabilityTerms): string {
  const [verb, join, anything] = (Object.hasOwn(doing, name) ? doing[name] : undefined) ?? [`«${name}»`, '', ''];
  const text = /^(?:fs|net)\./.test(name) ? target : `«${target}»`;
  const object = {
    every: anything,
    exactly: join === '' ? text : `ـ ${text}`,
    under: name.startsWith('net.') ? `أي نطاق فرعي من ${text}` : `أي شيء داخل ${text}`,
    pattern: `ما يطابق ${text}`,
  }[where];
  return object === '' ? verb : `${verb} ${join}${object}`;
}

function lasting(lifetime: LifetimeTerms): string {
  if (lifetime.type === 'until') return `حتى ${lifetime.at}`;
  return { run: 'حتى ينتهي الوكيل', session: 'حتى إغلاق هذه الصفحة', always: 'حتى تُبطله' }[lifetime.type];
}

/** The inbox. */
export const inbox: CountersignStrings['inbox'] = {
  title: 'بانتظارك',
  waiting: (actions) => ar.plural(actions, nouns.action),
  more: (more) => `ويليها ${ar.number(more)}`,
  connecting: 'جارٍ تحميل طلباتك…',
  empty: 'لا شيء يحتاج إلى موافقتك.',
  problem: (message) => `تعذّر تحميل طلباتك، وستُعاد المحاولة. ${message}`,
  tryAgain: 'إعادة المحاولة',
  asked: (name, when) => `بطلب من ${name}، ${when}`,
  list: {
    title: 'الطلبات',
    filter: 'عرض',
    group: { all: 'الكل', risky: 'خطورة عالية', due: 'لها مهلة' },
    search: 'البحث في الطلبات',
    noMatch: 'لا يوجد طلب مطابق.',
    others: (more) => andOthers(more).trim(),
    back: 'كل الطلبات',
  },
  pages: { label: 'عرض', waiting: 'بانتظارك', decided: 'قراراتك' },
  decided: {
    title: 'قراراتك',
    empty: 'لم تتخذ أي قرار بعد.',
    problem: (message) => `تعذّر تحميل قراراتك. ${message}`,
    at: (verdict, when) => `${verdict}، ${when}`,
    asked: (name) => `الطلب من ${name}`,
    missing: (missing) =>
      ar.plural(missing, {
        one: 'تلزم موافقة أخرى',
        two: 'تلزم موافقتان أخريان',
        few: 'تلزم # موافقات أخرى',
        many: 'تلزم # موافقة أخرى',
        other: 'تلزم # موافقة أخرى',
      }),
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
  news: 'المستجدات',
  counted: (title, missing) =>
    `${title}: لقد وافقت. ${ar.plural(missing, {
      one: 'تلزم موافقة أخرى.',
      two: 'تلزم موافقتان أخريان.',
      few: 'تلزم # موافقات أخرى.',
      many: 'تلزم # موافقة أخرى.',
      other: 'تلزم # موافقة أخرى.',
    })}`,
  stands: {
    approved: (title, by) => `${title}: تمت الموافقة عليه، ${by}.`,
    denied: (title, by) => `${title}: مرفوض، ${by}.`,
    expired: (title) => `${title}: لم يرد أحد في الوقت المحدد.`,
    answered: (title, by) => `${title}: تم الرد عليه، ${by}.`,
  },
  late: (stands) => `${stands} وصل ردّك بعد ذلك فلم يُستخدم.`,
  refused: (title, message) => `${title}: لم يُقبل ردّك. ${message}`,
  over: (title) => `${title}: لم يعد مطلوبًا، فقد أُوقف.`,
  history: 'السجل',
  historyEmpty: 'لم يكتمل شيء بعد.',
  historyLoading: 'جارٍ التحميل…',
  outcome: { completed: 'تم', deferred: 'مؤجَّل', aborted: 'أُوقف', failed: 'فشل' },
};
