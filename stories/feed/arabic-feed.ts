import type { StringOverrides } from 'countersign/components';

/** The words of the feed that a reader sees first, in Arabic. */
export const arabicFeed: NonNullable<StringOverrides['feed']> = {
  title: 'الأحداث',
  run: 'بدأ التشغيل',
  runEnd: {
    completed: 'اكتمل التشغيل',
    deferred: 'انتهى التشغيل دون جواب',
    aborted: 'أوقف التشغيل',
    failed: 'فشل التشغيل',
  },
  step: (step) => `الخطوة ${step}`,
  model: 'استدعاء النموذج',
  text: 'نص',
  tokens: (input, output) => `${input} ← ${output} رمز`,
  call: (toolName, state) => `${toolName}: ${state}`,
  filter: 'تصفية',
  follow: 'متابعة',
  latest: 'إلى الأحدث',
  export: 'تصدير',
  search: 'بحث في الأحداث',
  count: (_, written) => `${written} سطرًا`,
  totals: {
    steps: 'الخطوات',
    calls: 'الاستدعاءات',
    tokens: 'الرموز',
    retries: 'الإعادات',
    problems: 'المشكلات',
    time: 'المدة',
  },
};
