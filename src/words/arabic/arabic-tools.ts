import type { CountersignStrings } from '../strings.js';
import { count, nouns } from './arabic-words.js';

/** The client tools of the package. */
export const tools: CountersignStrings['tools'] = {
  submit: 'إرسال الإجابة',
  sending: 'جارٍ الإرسال…',
  sendAgain: 'إرسال من جديد',
  retry: 'إعادة المحاولة',
  decline: 'ليس الآن',
  tellDeclined: 'لم يرد المستخدم أن يجيب.',
  wholeResult: 'الإجابة',
  confirm: { yes: 'نعم', no: 'لا', reason: 'السبب (اختياري)' },
  files: {
    choose: (isMany) => (isMany ? 'اختر ملفات…' : 'اختر ملفًا…'),
    chooseMore: 'إضافة المزيد…',
    chooseOther: 'اختيار غيره…',
    drop: (isMany) => (isMany ? 'أو أفلتها هنا' : 'أو أفلته هنا'),
    limits: ({ accept, maxFiles, maxBytes }) => {
      const kind = accept === '' ? 'أي نوع من الملفات' : `ملفات من النوع ${accept}`;
      return maxFiles === '1'
        ? `${kind}، حتى ${maxBytes}.`
        : `${kind}، العدد حتى ${maxFiles}، وكل منها حتى ${maxBytes}.`;
    },
    tooBig: (name, size, limit) => `حجم «${name}» ${size}؛ الحد ${limit}.`,
    wrongKind: (name, accept) => `«${name}» ليس من النوع ${accept}.`,
    tooMany: (name, limit) => `تُرك «${name}»: الحد ${limit}.`,
    notText: (name) => `«${name}» ليس ملفًا نصيًا.`,
    unreadable: (name) => `تعذّرت قراءة «${name}». ربما نُقل أو تغيّر؛ اختره من جديد.`,
    reading: 'قيد القراءة…',
    chosen: (files, size) => `اختير: ${count(files, nouns.file)}، ${size}`,
    list: 'الملفات المختارة',
    remove: 'إزالة',
    removeNamed: (name) => `إزالة ${name}`,
    send: (files) => `إرسال ${count(files, nouns.file)}`,
    noneYet: 'إرسال',
    tellDeclined: 'لم يختر المستخدم ملفًا.',
  },
  location: {
    reason: 'يسأل النموذج أين أنت.',
    precision: 'بأي دقة؟',
    exact: 'دقيق',
    rounded: 'مقرّب',
    roundedHint: 'إلى نحو كيلومتر',
    share: 'مشاركة موقعي',
    asking: 'يبحث متصفحك عن موقعك. قد يسألك أولًا.',
    problems: {
      denied: 'لم يسمح المتصفح بذلك. اسمح لهذه الصفحة بمعرفة موقعك في إعدادات المتصفح ثم أعد المحاولة.',
      unavailable: 'لم يستطع جهازك معرفة موقعه.',
      timeout: 'طال البحث عن موقعك.',
      unsupported: 'لا يستطيع هذا المتصفح معرفة موقعه، أو ليس في هذه الصفحة.',
    },
    unavailable: 'الإجابة بأنه غير متاح',
    tellUnavailable: {
      denied: 'موقع المستخدم غير متاح: رُفض الإذن.',
      unavailable: 'موقع المستخدم غير متاح: لم يستطع الجهاز معرفته.',
      timeout: 'موقع المستخدم غير متاح: طال البحث عنه.',
      unsupported: 'موقع المستخدم غير متاح: لا يستطيع هذا المتصفح معرفته.',
    },
    tellDeclined: 'لم يرد المستخدم مشاركة موقعه.',
  },
  task: {
    running: 'يعمل…',
    progress: 'التقدم',
    percent: (percent) => `تم ${percent}`,
    done: 'تم.',
    failed: (message) => `فشل: ${message}`,
    stopped: 'أُوقف قبل أن يتم.',
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
  failed: 'تعذّر تحميل هذا الجزء من الصفحة. تحقق من الاتصال، أو أعد تحميل الصفحة: ربما حُدِّثت.',
  retry: 'إعادة المحاولة',
};

/** Interrupted calls. */
export const interrupted: CountersignStrings['interrupted'] = {
  cutOff: (moment) =>
    `${moment === undefined ? 'بدأ هذا من قبل' : `بدأ هذا في ${moment}`} ثم انقطع. ربما حدث، ولا أحد هنا يعلم.`,
  happened: 'لقد حدث…',
  happenedNote: 'يقرأ الوكيل ما نتج عنه، ولا يُنفَّذ شيء مرة أخرى.',
  failedNote: 'يقرأ الوكيل ما حدث من خطأ، ولا يُنفَّذ شيء مرة أخرى.',
  laterNote: 'تقرر لاحقًا، ويتوقف الوكيل حتى ذلك الحين.',
  happenedLabel: 'ما نتيجته، نصًّا أو JSON؟ يقرأ النموذج ما تكتبه، ويجوز ترك الحقل فارغًا.',
  happenedWith: 'لقد حدث',
  notJson: 'يبدأ هذا مثل JSON لكنه غير مكتمل. أصلحه أو اكتبه نصًّا.',
  runAgain: 'تنفيذ مرة أخرى',
  twice: 'إن كان قد حدث، فسيحدث بالتنفيذ مرة أخرى مرتين.',
  confirm: 'اضغط ثانية للتنفيذ',
  confirmNote: 'لم يُنفَّذ مرة أخرى بعد: لا يمكن التراجع عن هذا، وربما حدث من قبل. اضغط مرة أخرى لإعادة تنفيذه.',
  failed: 'لقد فشل…',
  failedLabel: 'ما الخطأ الذي حدث؟ يقرأ النموذج ما تكتبه.',
  failedWith: 'لقد فشل',
  failedDefault: 'انقطع استدعاء الأداة وفشل.',
  late: {
    cancelled: 'أُوقف التشغيل أولًا. لم تُستخدم إجابتك.',
    expired: 'انتهت المهلة. لم تُستخدم إجابتك.',
  },
};

/** MCP elicitations. */
export const elicitation: CountersignStrings['elicitation'] = {
  send: 'إرسال الإجابة',
  decline: 'رفض',
  cancel: 'إلغاء',
  leadsTo: 'الصفحة على',
  open: 'فتح في لسان جديد',
  opened: 'عد إلى هنا عندما تنتهي هناك. ما تدخله في تلك الصفحة لا يُرى هنا.',
  done: 'انتهيت',
  noPage: 'هذا ليس عنوانًا يمكن فتحه بأمان:',
};
