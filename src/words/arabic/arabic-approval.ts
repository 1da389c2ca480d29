import type { DefinitionPart } from '../../protocol/base/definition.js';
import { toTitle } from '../../protocol/base/words.js';
import { runsOtherwise, serverAsks } from '../../protocol/effective-input.js';
import { plainName } from '../english/approval.js';
import type { CountersignStrings } from '../strings.js';
import { andOthers, ar, countOf, nouns } from './arabic-words.js';

const definitionWords: Readonly<Record<DefinitionPart, string>> = {
  server: 'الخادم',
  description: 'الوصف',
  inputSchema: 'مخطط المدخلات',
  annotations: 'إرشادات الأمان',
};

/** The card and its answers. */
export const approval: CountersignStrings['approval'] = {
  callsNeedYou: ({ approvals, answers, others }) =>
    [
      [approvals, 'بانتظار موافقتك'] as const,
      [answers, 'بانتظار إجابتك'] as const,
      [others, 'بانتظار موافقة غيرك'] as const,
    ]
      .filter(([actions], at) => actions > 0 || (at === 0 && answers + others === 0))
      .map(([actions, what]) => `${ar.plural(actions, nouns.action)} ${what}`)
      .join('، و'),
  allDecided: (actions) => `${ar.plural(actions, nouns.action)}: حُسم كل شيء`,
  callsRunHere: (actions) => `${ar.plural(actions, nouns.action)} قيد التنفيذ في هذه الصفحة`,
  decided: (done, all) => `حُسم ${ar.number(done)} من ${ar.number(all)}`,
  askedAgain: (round) => `الجولة ${ar.number(round)}: إجراء سبقت الموافقة عليه يطلب الموافقة من جديد`,
  expires: (moment) => `تنتهي المهلة في ${moment}`,
  together: 'تُرسل الردود معًا بعد اكتمالها',
  approveAll: 'الموافقة على الكل',
  approveOthers: (actions) =>
    ar.plural(actions, {
      one: 'الموافقة على الإجراء الآخر',
      two: 'الموافقة على الإجراءين الآخرين',
      other: 'الموافقة على الإجراءات الأخرى (#)',
    }),
  denyAll: 'رفض الكل…',
  denyAllWith: 'رفض الكل لهذا السبب',
  bulkProblem: (answers) =>
    `${ar.plural(answers, {
      one: 'لم يُقبل رد واحد',
      two: 'لم يُقبل ردّان',
      few: 'لم تُقبل # ردود',
      many: 'لم يُقبل # ردًّا',
      other: 'لم يُقبل # رد',
    })}. راجع البطاقات.`,
  risk: { low: 'خطورة منخفضة', medium: 'خطورة متوسطة', high: 'خطورة عالية', destructive: 'لا رجعة فيه' },
  reasons: {
    protected: 'الموافقة مطلوبة لأن هذا محمي.',
    [runsOtherwise]: 'الموافقة مطلوبة من جديد: تغيّر ما سيُنفَّذ منذ أن رأيته.',
    [serverAsks]: 'الخادم يطلب موافقتك.',
  },
  askedBecause: (reason) => `سبب طلب الموافقة: ${reason}`,
  askedAlways: 'هذه الأداة تحتاج دائمًا إلى موافقتك.',
  definitionChanged: (parts) =>
    `الموافقة مطلوبة من جديد، فقد تغيّر في هذه الأداة منذ أن سمحت بها: ${ar.list(parts.map((part) => definitionWords[part]))}.`,
  needsPeople: ({ approvals, from = [], notRequester }) => {
    const who = from.length === 0 ? '' : ` من ${ar.either(from.map(plainName))}`;
    const other = notRequester === true ? ' (من غير صاحب الطلب)' : '';
    return `تلزم ${ar.plural(approvals, nouns.approval)}${who}${other}`;
  },
  you: 'أنت',
  hasApproved: 'وافق:',
  isMissing: 'بانتظار:',
  missingPeople: ({ from, count, isYou }) => {
    const who = from.map(plainName).join(' أو ');
    const one = who === '' ? 'شخص آخر' : `شخص من ${who}`;
    const more = who === '' ? `موافقات أخرى: ${ar.number(count)}` : `موافقات أخرى من ${who}: ${ar.number(count)}`;
    return ar.plural(count, { one: isYou ? `أنت أو ${one}` : one, two: more, few: more, many: more, other: more });
  },
  waitsForPeople: (approved, missing) => {
    const before = approved.length === 0 ? '' : `وافق: ${ar.list(approved)}. `;
    return `${before}بانتظار ${missing.length === 0 ? 'شخص آخر' : ar.list(missing)}`;
  },
  approvedByYou: 'وافقتَ',
  youApproved: (missing) => {
    const more = 'تمت موافقتك. عدد الموافقات المتبقية: #.';
    const one = 'تمت موافقتك. بانتظار موافقة أخرى.';
    return ar.plural(missing, { one, two: more, few: more, many: more, other: more });
  },
  lastApproval: 'موافقتك هي الأخيرة المتبقية.',
  cannotApprove: {
    requester: 'أنت من بدأ هذا، فيجب أن يوافق عليه شخص آخر.',
    other: 'لا يوافق على هذا إلا المذكورون أعلاه.',
  },
  serverWants: (server) => `الخادم «${server}» يريد:`,
  requestedBy: (path) => `بطلب من ${path.join(' › ')}.`,
  approve: 'موافقة',
  approveRemember: 'موافقة مع تذكّر القرار',
  edit: 'تعديل',
  deny: 'رفض…',
  back: 'رجوع',
  approveEdited: 'موافقة مع التعديلات',
  willRun: 'أنت توافق على:',
  propose: 'رفض مع هذا الاقتراح',
  fixedBy: {
    provider: 'ينفّذ المزوّد هذا الإجراء بمدخلات النموذج. تُعاد تعديلاتك إليه على سبيل الاقتراح.',
    server: 'ينفّذ الخادم هذا الإجراء بمدخلات نموذجه. تُعاد تعديلاتك إليه على سبيل الاقتراح.',
  },
  issue: (path, message) => `${path}: ${message}`,
  wholeInput: 'المدخلات',
  denyLabel: 'ما سبب الرفض؟ سيقرأ النموذج ما تكتبه.',
  reasonPlaceholder: 'اختياري',
  denyWith: 'رفض لهذا السبب',
  denyPlain: 'رفض',
  checking: 'جارٍ التحقق…',
  late: {
    answered: 'سبقك شخص آخر إلى الرد، فلم يُستخدم ردّك.',
    cancelled: 'أُوقف الوكيل قبل ذلك. لم يُستخدم ردّك، ولم يُنفَّذ شيء.',
    expired: 'انتهت المهلة. لم يُستخدم ردّك، ولم يُنفَّذ شيء.',
  },
  rejected: (message) => `لم يُقبل ردّك: ${message}`,
};

/** The state of a card. */
export const card: CountersignStrings['card'] = {
  states: {
    writing: 'قيد الكتابة',
    called: 'طُلب تنفيذه',
    waiting: 'بانتظار الرد',
    arming: 'بانتظار الرد',
    editing: 'قيد التعديل',
    denying: 'قيد الرفض',
    chosen: 'اختير الرد ولم يُرسل بعد',
    checking: 'قيد التحقق',
    approved: 'تمت الموافقة عليه',
    'approved-with-edits': 'تمت الموافقة عليه مع تعديلات',
    'run-again': 'سيُعاد تنفيذه',
    parked: 'مؤجَّل إلى وقت لاحق',
    'answered-elsewhere': 'تم الرد عليه في مكان آخر',
    sent: 'تمت الموافقة عليه، وأُرسل إلى الخادم الذي ينفّذه',
    running: 'قيد التنفيذ',
    returned: 'تم',
    failed: 'فشل',
    retry: 'أُعيد لتصحيحه',
    denied: 'مرفوض',
    blocked: 'حظرته سياسة',
    expired: 'انتهت المهلة دون رد',
    cancelled: 'أُلغي',
    skipped: 'تم تخطّيه، فقد سبقته إجابة نهائية',
    interrupted: 'انقطع دون نتيجة',
    unknown: 'انقطع، ولا يُعرف هل كان له أثر',
  },
  interrupted: {
    waiting: 'ربما نُفِّذ، بانتظار الرد',
    arming: 'ربما نُفِّذ، بانتظار الرد',
    returned: 'أُفيد بأنه حدث',
    failed: 'أُفيد بأنه فشل',
    parked: 'ربما نُفِّذ، مؤجَّل إلى وقت لاحق',
  },
  withEdits: (state) => `${state}، مع تعديلات`,
  because: (state, message) => `${state}: ${message}`,
  formerTitle: (title) => `سابقًا: ${title}`,
  askedFor: (what) => `سبب طلب الموافقة: ${ar.list(what)}.`,
  defer: 'لاحقًا',
  confirm: 'اضغط مرة أخرى للموافقة',
  confirmNote: 'لم تتم الموافقة بعد: لا يمكن التراجع عن هذا. اضغط مرة أخرى للموافقة.',
  ignoredLetter: {
    early: () => 'لم يحدث شيء بعد: وصل التركيز إلى البطاقة للتو. اضغط مرة أخرى.',
    destructive: (keys) => `لم تتم الموافقة: لا يمكن التراجع عن هذا. اضغط ${keys} للموافقة.`,
  },
  editForm: (title) => `تعديل المدخلات: ${title}`,
  input: 'المدخلات',
  touches: {
    'fs.read': 'يقرأ ملفات',
    'fs.write': 'يغيّر ملفات',
    'fs.delete': 'يحذف ملفات',
    'net.egress': 'يتصل بجهة خارجية',
    'proc.exec': 'ينفّذ أوامر',
  },
  cannotBeUndone: 'لا يمكن التراجع عنه',
  canBeUndone: (moment) => `يمكن التراجع عنه حتى ${moment}`,
  saidByRisk: {
    low: [],
    medium: [],
    high: [],
    destructive: ['لا رجعة فيه', 'لا يمكن التراجع عنه', 'لا يمكن التراجع عن هذا', 'لا يمكن استعادته'],
  },
  saidByVerb: {
    'fs.read': ['قراءة', 'فتح'],
    'fs.write': ['كتابة', 'تفريغ', 'إفراغ', 'تعديل', 'إنشاء', 'تغيير', 'حفظ', 'استبدال'],
    'fs.delete': ['حذف', 'إزالة'],
    'net.egress': ['إرسال', 'رفع', 'تنزيل', 'اتصال'],
    'proc.exec': ['تشغيل', 'تنفيذ'],
  },
  failed: 'تعذّر عرض بطاقة هذا الإجراء. هذه بطاقة مبسّطة بدلًا منها.',
};

/** The batch: review, bulk answers, keys. */
export const batch: CountersignStrings['batch'] = {
  owner: (path) => `لصالح ${path.join(' › ')}`,
  progress: 'ما حُسم',
  chosenProgress: 'ما اختير',
  chosenOf: (done, all) => `اختير ${ar.number(done)} من ${ar.number(all)}`,
  expiresIn: (time) => `تنتهي المهلة خلال ${time}`,
  overdue: 'انتهت المهلة',
  extend: (time) => `تمديد المهلة ${time}`,
  nthAlike: (title, place) => `${title} (${ar.number(place)})`,
  plan: (actions) =>
    ar.plural(actions, {
      two: 'الإجراءان بالترتيب الذي اقتُرحا به',
      other: 'كل الإجراءات (#) بالترتيب الذي اقتُرحت به',
    }),
  planOpen: 'بلا قرار',
  approveLowRisk: (actions) =>
    ar.plural(actions, {
      one: 'الموافقة على الإجراء المنخفض الخطورة',
      two: 'الموافقة على الإجراءين المنخفضي الخطورة',
      other: 'الموافقة على الإجراءات المنخفضة الخطورة (#)',
    }),
  showLowRisk: (actions) =>
    ar.plural(actions, {
      one: 'الموافقة على إجراء واحد منخفض الخطورة…',
      two: 'الموافقة على إجراءين منخفضي الخطورة…',
      few: 'الموافقة على # إجراءات منخفضة الخطورة…',
      many: 'الموافقة على # إجراءً منخفض الخطورة…',
      other: 'الموافقة على # إجراء منخفض الخطورة…',
    }),
  showToApprove: (actions) => `الموافقة على ${countOf(actions, nouns.action)}…`,
  approveShown: (actions) =>
    ar.plural(actions, {
      one: 'الموافقة على هذا الإجراء',
      two: 'الموافقة على هذين الإجراءين',
      other: 'الموافقة على هذه الإجراءات (#)',
    }),
  showNext: (left) => ar.plural(left, { one: 'عرض الأخير', other: 'عرض التالي من #' }),
  shownBelow: (actions) =>
    ar.plural(actions, {
      one: 'الإجراء مفتوح في الأسفل مع مدخلاته. اضغط مرة أخرى للموافقة عليه.',
      two: 'الإجراءان مفتوحان في الأسفل مع مدخلاتهما. بعد أن يظهرا على الشاشة، اضغط مرة أخرى للموافقة عليهما.',
      other: 'الإجراءات (#) مفتوحة في الأسفل مع مدخلاتها. بعد أن تظهر كلها على الشاشة، اضغط مرة أخرى للموافقة عليها.',
    }),
  endReview: 'إلغاء',
  reviewed: (titles, more) => `ستوافق على: ${titles}${andOthers(more)}.`,
  more: 'خيارات أخرى',
  lookClosely: 'دقّق النظر',
  deferAll: 'تأجيل الكل',
  left: (titles, more) => `عليك أن تقرر كلًّا منها على حدة: ${titles}${andOthers(more)}.`,
  denyAllLabel: 'ما سبب رفضها كلها؟ سيقرأ النموذج ما تكتبه مع كل إجراء.',
  summary: ({ approve, edit, deny, defer, open }) =>
    [
      approve > 0 ? `للموافقة: ${ar.number(approve)}` : '',
      edit > 0 ? `للموافقة مع تعديلات: ${ar.number(edit)}` : '',
      deny > 0 ? `للرفض: ${ar.number(deny)}` : '',
      defer > 0 ? `للتأجيل: ${ar.number(defer)}` : '',
      open > 0 ? `بلا قرار: ${ar.number(open)}` : '',
    ]
      .filter((part) => part !== '')
      .join('، '),
  submit: (answers) => (answers === 0 ? 'إرسال' : `إرسال ${countOf(answers, nouns.answer)}`),
  submitHint: 'لا يُرسل شيء قبل أن تضغط على زر الإرسال. حتى ذلك الحين يمكنك تغيير أي رد.',
  submitting: 'جارٍ الإرسال…',
  chosen: {
    approve: 'ستتم الموافقة عليه',
    edit: 'ستتم الموافقة عليه مع تعديلات',
    deny: (message) => `سيُرفض: ${message}`,
    defer: 'سيؤجَّل إلى وقت لاحق',
    change: 'تغيير',
  },
  details: 'التفاصيل',
  sendsIn: (time) => `الإرسال خلال ${time}`,
  sendsInSpoken: (time) => `الإرسال خلال ${time}. حتى ذلك الحين يمكنك تغيير ردودك.`,
  undo: 'تراجع',
  sendNow: 'الإرسال الآن',
  refused: (why) => `لم تُقبل ردودك. لم يُنفَّذ شيء، وردودك محفوظة.${why === undefined ? '' : ` ${why}`}`,
  sendAgain: 'إعادة الإرسال',
  parked: (actions) => ar.plural(actions, nouns.parked),
  asked: ({ needYou, count, title, risk }) =>
    `${needYou}${count === 1 ? ': ' : '. الأول: '}${title}${risk === undefined ? '' : `، ${risk}`}.`,
  told: (title, state) => `${title}: ${state}.`,
  toldSeveral: (actions, state) => `${ar.plural(actions, nouns.action)}: ${state}.`,
  openAgain: 'بانتظار الرد من جديد',
  stillOpen: (actions) =>
    actions === 0
      ? 'لم يبقَ شيء.'
      : ar.plural(actions, {
          one: 'بقي إجراء واحد.',
          two: 'بقي إجراءان.',
          few: 'بقيت # إجراءات.',
          many: 'بقي # إجراءً.',
          other: 'بقي # إجراء.',
        }),
  parkedAnswer: 'الرد',
  parkedGiveUp: 'استبعاد…',
  parkedWarning: (actions) =>
    ar.plural(actions, {
      one: 'لن يُنفَّذ، وسيقرأ الوكيل أنك تركته دون رد، ولن يمكنك الرد عليه بعد ذلك.',
      two: 'لن يُنفَّذا، وسيقرأ الوكيل أنك تركتهما دون رد، ولن يمكنك الرد عليهما بعد ذلك.',
      other: 'لن تُنفَّذ، وسيقرأ الوكيل أنك تركتها دون رد، ولن يمكنك الرد عليها بعد ذلك.',
    }),
  parkedEnd: (actions) =>
    ar.plural(actions, {
      one: 'استبعاد هذا الإجراء',
      two: 'استبعاد إجراءين',
      few: 'استبعاد # إجراءات',
      many: 'استبعاد # إجراءً',
      other: 'استبعاد # إجراء',
    }),
  parkedKeep: 'مواصلة التأجيل',
  help: 'المفاتيح',
  helpTitle: 'اختصارات لوحة المفاتيح',
  helpNote: 'تعمل الحروف بعد نصف ثانية من وصول التركيز إلى إجراء أو إلى أزراره، ولا تعمل أبدًا أثناء الكتابة.',
  helpClose: 'إغلاق',
  keys: {
    enter: 'الانتقال إلى أول إجراء بلا قرار، من رسالة فارغة',
    back: 'العودة إلى حيث كنت',
    next: 'الانتقال إلى الإجراء التالي',
    previous: 'الانتقال إلى الإجراء السابق',
    approve: 'الموافقة، إلا إذا كان الإجراء لا رجعة فيه',
    'approve-destructive': 'الموافقة على إجراء لا رجعة فيه',
    edit: 'التعديل قبل الموافقة',
    deny: 'الرفض مع ذكر السبب',
    defer: 'التأجيل إلى وقت لاحق',
    submit: 'إرسال الردود المختارة',
    undo: 'التراجع عن ردودك قبل إرسالها',
    help: 'عرض هذه المفاتيح',
  },
};

/** Ignored presses. */
export const arming: CountersignStrings['arming'] = {
  ignored: {
    new: 'لم تتم الموافقة بعد: ظهر الزر للتو. اضغط مرة أخرى.',
    hidden: 'لم تتم الموافقة بعد: كان الزر خارج الشاشة. اضغط مرة أخرى.',
    moved: 'لم تتم الموافقة بعد: تحرّك الزر للتو. اضغط مرة أخرى.',
    covered: 'لم تتم الموافقة بعد: كان شيء ما يغطي الزر قبل لحظة. اضغط مرة أخرى.',
    faint: 'لم تتم الموافقة بعد: الزر أصغر أو أبهت من أن يُرى.',
    elsewhere: 'لم تتم الموافقة بعد: بدأت الضغطة على شيء آخر. اضغط مرة أخرى.',
  },
};

/** Title, notification and tray. */
export const attention: CountersignStrings['attention'] = {
  title: (actions, title) => (title === '' ? `(${ar.number(actions)})` : `(${ar.number(actions)}) ${title}`),
  notice: (titles, more) => [...titles, ...(more > 0 ? [andOthers(more).trim()] : [])].join('\n'),
  waiting: (_, written) => `بانتظارك: ${written}`,
  nothing: 'لا شيء بانتظارك',
  tray: 'بانتظارك',
  empty: 'لا شيء يحتاج إلى موافقتك.',
  owner: (path) => path.join(' › '),
  calls: (actions, written) => ar.plural(actions, nouns.action, written),
  yours: 'مطلوب منك إدخال',
  left: (time) => `بقي ${time}`,
  over: 'انتهت المهلة',
};

/** Client tools in the queue. */
export const outlet: CountersignStrings['outlet'] = {
  working: 'جارٍ العمل في هذه الصفحة…',
  missing: (toolName) => `لا شيء في هذه الصفحة يرد على «${toTitle(toolName)}» بعد، لذلك ينتظر الوكيل.`,
  crashed: (message) => `تعطّل مكوّن هذه الأداة: ${message}`,
  retry: 'إعادة المحاولة',
  fail: 'تسجيله فاشلًا…',
  failLabel: 'ما الذي حدث؟ سيقرأ النموذج ما تكتبه.',
  failWith: 'تسجيله فاشلًا',
  failDefault: 'تعذّر تنفيذ استدعاء الأداة.',
};
