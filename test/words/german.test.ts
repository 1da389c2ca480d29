import { germanStrings } from 'countersign/languages/de';
import { describe, expect, it } from 'vitest';
import { defaultStrings } from '../../src/components/index.js';
import { textsOf } from './texts-of.js';

/** Words that are the same in both languages. */
const shared = new Set(['', 'Agent', 'JSON', 'Filter', 'Text', 'live', 'null', 'name', 'Tokens', 'Details']);

describe('the German table', () => {
  it('has the groups of the English one, and leaves no string untranslated', () => {
    const english = new Map(textsOf(defaultStrings));

    const same = textsOf(germanStrings).filter(([path, text]) => !shared.has(text) && english.get(path) === text);

    expect(Object.keys(germanStrings).sort()).toEqual(Object.keys(defaultStrings).sort());
    expect(same).toEqual([]);
  });

  it.each([
    [1, 0, '1 Aktion braucht Ihre Freigabe'],
    [2, 0, '2 Aktionen brauchen Ihre Freigabe'],
    [1200, 0, '1.200 Aktionen brauchen Ihre Freigabe'],
    [0, 1, '1 Aktion braucht Ihre Antwort'],
    [1, 1, '1 Aktion braucht Ihre Freigabe, 1 braucht Ihre Antwort'],
    [2, 3, '2 Aktionen brauchen Ihre Freigabe, 3 brauchen Ihre Antwort'],
  ])('counts %i and %i as the language does', (approvals, answers, words) => {
    expect(germanStrings.approval.callsNeedYou({ approvals, answers, others: 0 })).toBe(words);
  });

  it('says exactly what a grant covers', () => {
    const capability = { name: 'fs.write', where: 'under', target: '/drafts' } as const;
    const what = germanStrings.grants.scope({ type: 'capability', capability });

    expect(germanStrings.grants.sentence('allow', what, { type: 'session' })).toBe(
      'Erlaubt: Schreiben von allem unter /drafts — bis diese Seite geschlossen wird.',
    );
  });
});
