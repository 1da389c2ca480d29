import type { DefinitionPart } from '../../protocol/base/definition.js';
import { toTitle } from '../../protocol/base/words.js';
import { runsOtherwise, serverAsks } from '../../protocol/effective-input.js';
import { plainName } from '../english/approval.js';
import type { CountersignStrings } from '../strings.js';
import { count, list, nouns, number } from './arabic-words.js';

const definitionWords: Readonly<Record<DefinitionPart, string>> = {
  server: 'الخادم',
  description: 'الوصف',
  inputSchema: 'مخطط المدخلات',
  annotations: 'إشارات الأمان',
};

/** The card and its answers. */
export const approval: CountersignStrings['approval'] = {
  callsNeedYou: ({ approvals, answers, others }) =>
    [[approvals, 'بانتظار قرارك'] as const, [answers, 'بانتظار إجابتك'] as const, [others, 'بانتظار غيرك'] as const]
      .filter(([calls]) => calls > 0)
      .map(([calls, what]) => `${count(calls, nouns.call)} ${what}`)
      .join('، و'),
  allDecided: (calls) => `${count(calls, nouns.call)}: تقرّر كل شيء`,
  callsRunHere: (calls) => `${count(calls, nouns.call)} قيد التنفيذ في هذه الصفحة`,
  decided: (done, all) => `تقرّر ${number(done)} من ${number(all)}`,
  askedAgain: (round) => `الجولة ${number(round)}: طلب موافَق عليه يسأل من جديد`,
  expires: (time) => `تنتهي المهلة في ${time}`,
  together: 'تُرسل الإجابات كلها معًا، في تشغيل واحد',
  approveAll: 'الموافقة على الكل',
  approveOthers: (calls) => (calls === 1 ? 'الموافقة على الطلب الآخر' : `الموافقة على البقية (${number(calls)})`),
  denyAll: 'رفض الكل…',
  denyAllWith: 'رفض الكل لهذا السبب',
  bulkProblem: (answers) => `لم تُقبل: ${count(answers, nouns.answer)}. انظر البطاقات.`,
  risk: { low: 'خطر منخفض', medium: 'خطر متوسط', high: 'خطر مرتفع', destructive: 'لا رجعة فيه' },
  reasons: {
    protected: 'تُسأل لأن هذا محمي.',
    [runsOtherwise]: 'تُسأل من جديد: تغيّر ما سيُنفَّذ منذ أن عُرض.',
    [serverAsks]: 'تُسأل لأن الخادم يسأل.',
  },
  askedBecause: (reason) => `تُسأل بسبب: ${reason}`,
  askedAlways: 'تُسأل لأن هذه الأداة تحتاج إليك دائمًا.',
  definitionChanged: (parts) =>
    `تُسأل من جديد: تغيّر في هذه الأداة منذ أن سمحتَ بها: ${list(parts.map((part) => definitionWords[part]))}.`,
  needsPeople: ({ approvals, from = [], notRequester }) => {
    const who = from.length === 0 ? '' : ` من ${from.map(plainName).join(' أو ')}`;
    const other = notRequester === true ? '، ولا تُحسب موافقة من بدأ التشغيل' : '';
    return approvals === 1
      ? `تلزم موافقة${who || ' شخص ما'}${other}.`
      : `عدد الموافقات اللازمة ${number(approvals)}${who}${other}.`;
  },
  you: 'أنت',
  hasApproved: 'وافق:',
  isMissing: 'بانتظار:',
  missingPeople: ({ from, count: people, isYou }) => {
    const who = from.map(plainName).join(' أو ');
    const one = who === '' ? 'شخص آخر' : `شخص من ${who}`;
    if (people === 1) return isYou ? `أنت أو ${one}` : one;
    return who === '' ? `موافقات أخرى: ${number(people)}` : `موافقات أخرى من ${who}: ${number(people)}`;
  },
  approvedByYou: 'وافقتَ',
  youApproved: (missing) =>
    missing === 0
      ? 'تمت موافقتك.'
      : missing === 1
        ? 'تمت موافقتك. بانتظار موافقة أخرى.'
        : `تمت موافقتك. عدد الموافقات المتبقية: ${number(missing)}.`,
  lastApproval: 'موافقتك هي الأخيرة المتبقية.',
  cannotApprove: {
    requester: 'أنت من بدأ هذا، فيجب أن يوافق عليه شخص آخر.',
    other: 'لا يوافق على هذا إلا المذكورون أعلاه.',
  },
  requestedBy: (path) => `بطلب من ${path.join(' ‹ ')}.`,
  approve: 'موافقة',
  approveRemember: 'موافقة مع الحفظ',
  edit: 'تعديل',
  deny: 'رفض…',
  back: 'رجوع',
  approveEdited: 'موافقة مع التعديلات',
  willRun: 'ستوافق على:',
  propose: 'رفض مع هذا الاقتراح',
  fixedBy: {
    provider: 'ينفّذ المزوّد هذا الطلب بمدخلات النموذج. يُرسل ما تغيّره إليه اقتراحًا.',
    server: 'ينفّذ الخادم هذا الطلب بمدخلات نموذجه. يُرسل ما تغيّره إليه اقتراحًا.',
  },
  issue: (path, message) => `${path}: ${message}`,
  wholeInput: 'المدخلات',
  denyLabel: 'لمَ لا؟ يقرأ النموذج ما تكتبه.',
  reasonPlaceholder: 'اختياري',
  denyWith: 'رفض لهذا السبب',
  denyPlain: 'رفض',
  checking: 'جارٍ التحقق…',
  late: {
    answered: 'أُجيب عن هذا الطلب في مكان آخر أولًا. لم تُستخدم إجابتك.',
    cancelled: 'أُوقف التشغيل أولًا. لم تُستخدم إجابتك ولم يُنفَّذ شيء.',
    expired: 'انتهت المهلة. لم تُستخدم إجابتك ولم يُنفَّذ شيء.',
  },
  rejected: (message) => `تعذّر قبول إجابتك: ${message}`,
};

/** The state of a card. */
export const card: CountersignStrings['card'] = {
  states: {
    writing: 'قيد الكتابة',
    called: 'طُلب',
    waiting: 'ينتظر إجابة',
    arming: 'ينتظر إجابة',
    editing: 'قيد التعديل',
    denying: 'قيد الرفض',
    chosen: 'مختار ولم يُرسل بعد',
    checking: 'قيد التحقق',
    approved: 'تمت الموافقة',
    'approved-with-edits': 'تمت الموافقة مع تعديلات',
    'run-again': 'سيُنفَّذ مرة أخرى',
    parked: 'تُرك مفتوحًا لوقت لاحق',
    'answered-elsewhere': 'أُجيب عنه في مكان آخر',
    sent: 'تمت الموافقة، وأُرسلت إلى الخادم الذي ينفّذه',
    running: 'قيد التنفيذ',
    returned: 'تم',
    failed: 'فشل',
    retry: 'أُعيد لتصحيحه',
    denied: 'مرفوض',
    blocked: 'منعته سياسة',
    expired: 'انتهت المهلة ولم يُجب أحد',
    cancelled: 'ملغى',
    skipped: 'تُجوّز، سبقته إجابة نهائية',
    interrupted: 'انقطع دون نتيجة',
    unknown: 'انقطع، ولا يُعرف هل كان له أثر',
  },
  interrupted: {
    waiting: 'ربما نُفِّذ، ينتظر إجابة',
    arming: 'ربما نُفِّذ، ينتظر إجابة',
    returned: 'قيل إنه حدث',
    failed: 'قيل إنه فشل',
    parked: 'ربما نُفِّذ، تُرك مفتوحًا لوقت لاحق',
  },
  withEdits: (state) => `${state}، مع تعديلات`,
  because: (state, message) => `${state}: ${message}`,
  formerTitle: (title) => `كان: ${title}`,
  askedFor: (what) => `تُسأل بسبب ${list(what)}.`,
  defer: 'لاحقًا',
  confirm: 'اضغط ثانية للموافقة',
  confirmNote: 'لم تتم الموافقة بعد: لا يمكن التراجع عن هذا. اضغط مرة أخرى للموافقة.',
  ignoredLetter: {
    early: () => 'لم تُحتسب هذه الضغطة: وصل التركيز إلى هنا للتو. اضغط مرة أخرى.',
    destructive: (keys) => `لم تتم الموافقة: لا يمكن التراجع عن هذا. اضغط ${keys} للموافقة.`,
  },
  editForm: (title) => `تعديل المدخلات: ${title}`,
  input: 'المدخلات',
  touches: {
    'fs.read': 'يقرأ ملفات',
    'fs.write': 'يغيّر ملفات',
    'fs.delete': 'يحذف ملفات',
    'net.egress': 'يتصل بالخارج',
    'proc.exec': 'يشغّل أوامر',
  },
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
  failed: 'تعذّر عرض بطاقة هذا الطلب. هذه بطاقة بسيطة بدلًا منها.',
};

/** The calls of one response. */
export const batch: CountersignStrings['batch'] = {
  owner: (path) => `من أجل ${path.join(' ‹ ')}`,
  progress: 'ما تقرّر',
  chosenProgress: 'ما اختير',
  chosenOf: (done, all) => `اختير ${number(done)} من ${number(all)}`,
  expiresIn: (time) => `تنتهي المهلة خلال ${time}`,
  overdue: 'انتهت المهلة',
  extend: (time) => `تمديد ${time}`,
  nthAlike: (title, place) => `${title} (${number(place)})`,
  plan: (calls) => `الطلبات كلها (${number(calls)}) بالترتيب الذي اقتُرحت به`,
  planOpen: 'مفتوح',
  approveLowRisk: (calls) => `الموافقة على منخفض الخطر (${number(calls)})`,
  showLowRisk: (calls) => `الموافقة على ${number(calls)} من منخفض الخطر…`,
  showToApprove: (calls) => `الموافقة على ${number(calls)}…`,
  approveShown: (calls) => `الموافقة على هذه (${number(calls)})`,
  showNext: (left) => (left === 1 ? 'عرض الأخير' : `عرض التالي من ${number(left)}`),
  shownBelow: (calls) =>
    `فُتح ${count(calls, nouns.call)} في الأسفل مع المدخلات. ضغطة أخرى توافق عليها، بعد أن تظهر كلها على الشاشة.`,
  endReview: 'إلغاء',
  reviewed: (titles, more) => `للموافقة: ${titles}${more > 0 ? ` و${count(more, nouns.call)} غيرها` : ''}.`,
  more: 'إجراءات أخرى',
  lookClosely: 'دقّق النظر',
  deferAll: 'ترك الكل لوقت لاحق',
  left: (titles, more) => `يبقى لك، واحدًا واحدًا: ${titles}${more > 0 ? ` و${count(more, nouns.call)} غيرها` : ''}.`,
  denyAllLabel: 'لمَ لا يُقبل أي منها؟ يقرأ النموذج هذا لكل طلب.',
  summary: ({ approve, edit, deny, defer, open }) =>
    [
      approve > 0 ? `للموافقة: ${number(approve)}` : '',
      edit > 0 ? `للموافقة مع تعديلات: ${number(edit)}` : '',
      deny > 0 ? `للرفض: ${number(deny)}` : '',
      defer > 0 ? `لوقت لاحق: ${number(defer)}` : '',
      open > 0 ? `ما زال مفتوحًا: ${number(open)}` : '',
    ]
      .filter((part) => part !== '')
      .join('، '),
  submit: (answers) => (answers === 0 ? 'إرسال' : `إرسال الإجابات (${number(answers)})`),
  submitHint: 'لا يُرسل شيء قبل أن ترسله أنت. حتى ذلك الحين يمكنك تغيير كل إجابة.',
  submitting: 'جارٍ الإرسال…',
  chosen: {
    approve: 'للموافقة',
    edit: 'للموافقة مع تعديلات',
    deny: (message) => `للرفض: ${message}`,
    defer: 'يُترك مفتوحًا لوقت لاحق',
    change: 'تغيير',
  },
  sendsIn: (time) => `أُجيب عن الكل. يُرسل خلال ${time}، وحتى ذلك الحين يمكنك تغيير كل إجابة.`,
  sendNow: 'الإرسال الآن',
  refused: (why) => `لم تُقبل إجاباتك. لم يُنفَّذ شيء، وقد حُفظت الإجابات.${why === undefined ? '' : ` ${why}`}`,
  sendAgain: 'الإرسال مجددًا',
  parked: (calls) => `متروك مفتوحًا: ${count(calls, nouns.call)}`,
  asked: ({ needYou, count: calls, title, risk }) =>
    `${needYou}${calls === 1 ? ': ' : '. الأول: '}${title}${risk === undefined ? '' : `، ${risk}`}.`,
  told: (title, state) => `${title}: ${state}.`,
  toldSeveral: (calls, state) => `${count(calls, nouns.call)}: ${state}.`,
  openAgain: 'مفتوح من جديد',
  stillOpen: (calls) => (calls === 0 ? 'لم يبق شيء.' : `بقي ${count(calls, nouns.call)}.`),
  parkedAnswer: 'الإجابة',
  parkedGiveUp: 'التخلي…',
  parkedWarning: () => 'لن يُنفَّذ ما تُرك مفتوحًا، ويقرأ النموذج أنك تركته، ولن تمكن الإجابة عنه بعدها.',
  parkedEnd: (calls) => `إنهاء ${count(calls, nouns.call)}`,
  parkedKeep: 'إبقاؤه مفتوحًا',
  help: 'المفاتيح',
  helpTitle: 'مفاتيح الطلبات التي تنتظرك',
  helpNote: 'تعمل الحروف بعد نصف ثانية من نقلك التركيز إلى طلب أو إلى أزراره، ولا تعمل أبدًا وأنت تكتب.',
  helpClose: 'إغلاق',
  keys: {
    enter: 'إلى أول طلب مفتوح، من رسالة فارغة',
    back: 'عودة إلى حيث كنت',
    next: 'إلى الطلب التالي',
    previous: 'إلى الطلب السابق',
    approve: 'موافقة، إلا على ما لا رجعة فيه',
    'approve-destructive': 'موافقة على ما لا رجعة فيه',
    edit: 'تعديل قبل الموافقة',
    deny: 'رفض مع ذكر السبب',
    defer: 'ترك مفتوحًا لوقت لاحق',
    submit: 'إرسال الإجابات المختارة',
    help: 'عرض هذه المفاتيح',
  },
};

/** Ignored presses. */
export const arming: CountersignStrings['arming'] = {
  ignored: {
    new: 'لم تُحتسب الضغطة: ظهر الزر للتوّ. اضغط مرة أخرى.',
    hidden: 'لم تُحتسب الضغطة: كان الزر خارج مجال الرؤية. هو الآن ظاهر: اضغط مرة أخرى.',
    moved: 'لم تُحتسب الضغطة: تحرك الزر للتوّ. اضغط مرة أخرى.',
    covered: 'لم تُحتسب الضغطة: كان شيء ما يغطي الزر قبل لحظة. اضغط مرة أخرى.',
    faint: 'لم تُحتسب الضغطة: الزر أصغر أو أبهت من أن يُرى.',
    elsewhere: 'لم تُحتسب الضغطة: كانت النقرة الأولى على شيء آخر. اضغط مرة أخرى.',
  },
};

/** Title, notification and tray. */
export const attention: CountersignStrings['attention'] = {
  title: (calls, title) => (title === '' ? `(${number(calls)})` : `(${number(calls)}) ${title}`),
  notice: (titles, more) => [...titles, ...(more > 0 ? [`و${count(more, nouns.call)} أخرى`] : [])].join('\n'),
  waiting: (_, written) => `بالانتظار: ${written}`,
  nothing: 'لا شيء بالانتظار',
  tray: 'ما ينتظرك',
  empty: 'لا شيء ينتظرك.',
  owner: (path) => path.join(' ‹ '),
  calls: (calls, written) => count(calls, nouns.call, written),
  yours: 'عليك إنجازه',
  left: (time) => `بقي ${time}`,
  over: 'انتهت المهلة',
};

/** External calls. */
export const outlet: CountersignStrings['outlet'] = {
  working: 'جارٍ العمل في هذه الصفحة…',
  missing: (toolName) => `لا شيء في هذه الصفحة يجيب بعدُ عن «${toTitle(toolName)}»، فالتشغيل ينتظر.`,
  crashed: (message) => `فشل مكوّن هذه الأداة: ${message}`,
  retry: 'إعادة المحاولة',
  fail: 'عدّه فاشلًا…',
  failLabel: 'ما الذي حدث؟ يقرأ النموذج ما تكتبه.',
  failWith: 'عدّه فاشلًا',
  failDefault: 'تعذّر تنفيذ استدعاء الأداة.',
};
