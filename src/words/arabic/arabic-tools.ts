import type { CountersignStrings } from '../strings.js';
import { countOf, nouns } from './arabic-words.js';

/** The client tools of the package. */
export const tools: CountersignStrings['tools'] = {
  submit: 'إرسال الإجابة',
  sending: 'جارٍ الإرسال…',
  sendAgain: 'إعادة الإرسال',
  retry: 'إعادة المحاولة',
  decline: 'ليس الآن',
  tellDeclined: 'لم يرغب المستخدم في الإجابة.',
  wholeResult: 'الإجابة',
  confirm: { yes: 'نعم', no: 'لا', reason: 'السبب (اختياري)' },
  files: {
    choose: (isMany) => (isMany ? 'اختر ملفات…' : 'اختر ملفًا…'),
    chooseMore: 'إضافة المزيد…',
    chooseOther: 'اختيار ملف آخر…',
    drop: (isMany) => (isMany ? 'أو أفلتها هنا' : 'أو أفلته هنا'),
    limits: ({ accept, maxFiles, maxBytes }) => {
      const kind = accept === '' ? 'أي نوع من الملفات' : `الملفات من النوع ${accept}`;
      return maxFiles === '1'
        ? `${kind}، حتى ${maxBytes}.`
        : `${kind}، الحد الأقصى للعدد ${maxFiles}، وحتى ${maxBytes} لكل ملف.`;
    },
    tooBig: (name, size, limit) => `حجم «${name}» ${size}، والحد الأقصى ${limit}.`,
    wrongKind: (name, accept) => `«${name}» ليس من النوع ${accept}.`,
    tooMany: (name, limit) => `لم يُضَف «${name}»: الحد الأقصى للعدد ${limit}.`,
    notText: (name) => `«${name}» ليس ملفًا نصيًا.`,
    unreadable: (name) => `تعذّرت قراءة «${name}». ربما نُقل أو تغيّر، فاختره من جديد.`,
    reading: 'جارٍ القراءة…',
    chosen: (files, size) => `تم اختيار ${countOf(files, nouns.file)}، ${size}`,
    list: 'الملفات المختارة',
    remove: 'إزالة',
    removeNamed: (name) => `إزالة ${name}`,
    send: (files) => `إرسال ${countOf(files, nouns.file)}`,
    noneYet: 'إرسال',
    tellDeclined: 'لم يختر المستخدم ملفًا.',
  },
  location: {
    reason: 'يسأل النموذج عن موقعك.',
    precision: 'ما مدى الدقة؟',
    exact: 'دقيق',
    rounded: 'تقريبي',
    roundedHint: 'بدقة كيلومتر تقريبًا',
    share: 'مشاركة موقعي',
    asking: 'يحدّد متصفحك موقعك. قد يطلب إذنك أولًا.',
    problems: {
      denied: 'لم يسمح المتصفح بذلك. اسمح لهذه الصفحة بمعرفة موقعك من إعدادات المتصفح، ثم أعد المحاولة.',
      unavailable: 'تعذّر على جهازك تحديد موقعه.',
      timeout: 'استغرق تحديد موقعك وقتًا طويلًا.',
      unsupported: 'لا يستطيع هذا المتصفح تحديد الموقع، أو لا يستطيع ذلك في هذه الصفحة.',
    },
    unavailable: 'الإجابة بأنه غير متاح',
    tellUnavailable: {
      denied: 'موقع المستخدم غير متاح: رُفض الإذن.',
      unavailable: 'موقع المستخدم غير متاح: تعذّر على الجهاز تحديده.',
      timeout: 'موقع المستخدم غير متاح: استغرق تحديده وقتًا طويلًا.',
      unsupported: 'موقع المستخدم غير متاح: لا يستطيع هذا المتصفح تحديده.',
    },
    tellDeclined: 'لم يرغب المستخدم في مشاركة موقعه.',
  },
  task: {
    running: 'جارٍ العمل…',
    progress: 'التقدم',
    percent: (percent) => `اكتمل ${percent}`,
    done: 'تم.',
    failed: (message) => `فشل: ${message}`,
    stopped: 'أُوقف قبل أن يكتمل.',
    cancel: 'إلغاء',
    tellCancelled: 'ألغى المستخدم هذا.',
    giveUp: 'الإجابة بأنه فشل',
    tellFailed: (message) => `فشل: ${message}`,
  },
  form: { send: 'إرسال الإجابة', answer: 'الإجابة', loading: 'جارٍ تحضير الاستمارة…' },
};

/** Strings shown in place of a view that is still loading. */
export const lazy: CountersignStrings['lazy'] = {
  loading: 'جارٍ التحميل…',
  failed: 'تعذّر تحميل هذا الجزء من الصفحة. تحقق من اتصالك، أو أعد تحميل الصفحة، فربما حُدِّثت.',
  retry: 'إعادة المحاولة',
};

/** Interrupted calls. */
export const interrupted: CountersignStrings['interrupted'] = {
  cutOff: (moment) =>
    `${moment === undefined ? 'بدأ هذا سابقًا' : `بدأ هذا في ${moment}`} ثم انقطع. ربما حدث بالفعل، ولا يمكن لهذه الصفحة أن تعرف.`,
  happened: 'لقد حدث…',
  happenedLabel: 'ما نتيجته، نصًّا أو بصيغة JSON؟ سيقرأ النموذج ما تكتبه، ويمكن ترك الحقل فارغًا.',
  happenedWith: 'لقد حدث',
  notJson: 'يبدأ هذا مثل JSON لكنه غير مكتمل. صحّحه أو اكتبه نصًّا.',
  runAgain: 'إعادة التنفيذ',
  twice: 'إن كان قد حدث، فستجعله إعادة التنفيذ يحدث مرتين.',
  confirm: 'اضغط مرة أخرى للتنفيذ',
  confirmNote: 'لم يُعَد التنفيذ بعد: لا يمكن التراجع عن هذا، وربما حدث بالفعل. اضغط مرة أخرى لإعادة التنفيذ.',
  failed: 'لقد فشل…',
  failedLabel: 'ما الخطأ الذي حدث؟ سيقرأ النموذج ما تكتبه.',
  failedWith: 'لقد فشل',
  failedDefault: 'انقطع استدعاء الأداة وفشل.',
  late: {
    cancelled: 'أُوقف الوكيل قبل ذلك. لم يُستخدم ردّك.',
    expired: 'انتهت المهلة. لم يُستخدم ردّك.',
  },
};

/** MCP elicitations. */
export const elicitation: CountersignStrings['elicitation'] = {
  send: 'إرسال الإجابة',
  decline: 'رفض',
  cancel: 'إلغاء',
  leadsTo: 'الصفحة موجودة على',
  open: 'فتح في علامة تبويب جديدة',
  opened: 'عُد إلى هنا عندما تنتهي هناك. ما تُدخله في تلك الصفحة لا يظهر هنا.',
  done: 'انتهيت',
  noPage: 'لا يمكن فتح هذا العنوان بأمان:',
};
