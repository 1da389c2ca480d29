import { arabicStrings } from 'countersign/languages/ar';
import { describe, expect, it } from 'vitest';
import { defaultStrings } from '../../src/components/index.js';
import { textsOf } from './texts-of.js';

const { approval, batch, tools, inbox, grants } = arabicStrings;

/** Returns a count with the digits of the language, which depend on the version of `Intl`. */
function written(count: number): string {
  return new Intl.NumberFormat('ar').format(count);
}

describe('the Arabic table', () => {
  it('has the groups of the English one, and leaves no string untranslated', () => {
    const english = new Map(textsOf(defaultStrings));

    const same = textsOf(arabicStrings).filter(([path, text]) => text !== '' && english.get(path) === text);

    expect(Object.keys(arabicStrings).sort()).toEqual(Object.keys(defaultStrings).sort());
    expect(same).toEqual([]);
  });

  it.each([
    [0, '# إجراء بانتظار موافقتك'],
    [1, 'إجراء واحد بانتظار موافقتك'],
    [2, 'إجراءان بانتظار موافقتك'],
    [3, '# إجراءات بانتظار موافقتك'],
    [11, '# إجراءً بانتظار موافقتك'],
    [100, '# إجراء بانتظار موافقتك'],
  ])('counts %i as the language does', (count, words) => {
    expect(approval.callsNeedYou(count)).toBe(words.replace('#', written(count)));
  });

  it('declines the dual: after a preposition or another noun it ends otherwise than as a subject', () => {
    expect(tools.files.send(2)).toBe('إرسال ملفين');
    expect(batch.submit(2)).toBe('إرسال ردّين');
    expect(batch.parked(2)).toBe('إجراءان مؤجَّلان');
    expect(batch.stillOpen(2)).toBe('بقي إجراءان.');
  });

  it('makes verbs and adjectives agree with the count', () => {
    expect([1, 2, 3, 11].map((count) => arabicStrings.form.problems(count))).toEqual([
      'حقل واحد يحتاج إلى مراجعة',
      'حقلان يحتاجان إلى مراجعة',
      `${written(3)} حقول تحتاج إلى مراجعة`,
      `${written(11)} حقلًا يحتاج إلى مراجعة`,
    ]);
    expect([1, 2, 5].map(inbox.list.others)).toEqual(['وإجراء آخر', 'وإجراءان آخران', `و${written(5)} إجراءات أخرى`]);
  });

  it('says exactly what a grant covers', () => {
    const scopes = [
      { name: 'fs.write', where: 'under', target: '/drafts' },
      { name: 'fs.read', where: 'every', target: '' },
      { name: 'net.egress', where: 'every', target: '' },
      { name: 'net.egress', where: 'exactly', target: 'example.com' },
      { name: 'net.egress', where: 'under', target: 'example.com' },
      { name: 'proc.exec', where: 'exactly', target: 'npm test' },
    ] as const;

    expect(scopes.map((capability) => grants.scope({ type: 'capability', capability }))).toEqual([
      'كتابة أي شيء داخل /drafts',
      'قراءة أي ملف',
      'الاتصال بأي مضيف',
      'الاتصال بـ example.com',
      'الاتصال بأي نطاق فرعي من example.com',
      'تنفيذ «npm test»',
    ]);
    expect(grants.sentence('allow', 'قراءة أي ملف', { type: 'session' })).toBe(
      'السماح: قراءة أي ملف — حتى إغلاق هذه الصفحة.',
    );
  });
});
