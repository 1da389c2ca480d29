import { germanStrings } from 'countersign/languages/de';
import { describe, expect, it } from 'vitest';
import { defaultStrings } from '../../src/components/index.js';
import { textsOf } from './texts-of.js';

/** Words that are the same in both languages. */
const shared = new Set(['', 'Agent', 'JSON', 'Filter', 'Text', 'live', 'null', 'name', 'Tokens']);

describe('the German table', () => {
  it('has the groups of the English one, and leaves no string untranslated', () => {
    const english = new Map(textsOf(defaultStrings));

    const same = textsOf(germanStrings).filter(([path, text]) => !shared.has(text) && english.get(path) === text);

    expect(Object.keys(germanStrings).sort()).toEqual(Object.keys(defaultStrings).sort());
    expect(same).toEqual([]);
  });

  it.each([
    [1, '1 Aktion braucht Ihre Freigabe'],
    [2, '2 Aktionen brauchen Ihre Freigabe'],
    [1200, '1.200 Aktionen brauchen Ihre Freigabe'],
  ])('counts %i as the language does', (calls, words) => {
    expect(germanStrings.approval.callsNeedYou(calls)).toBe(words);
  });

  it('says exactly what a grant covers', () => {
    const capability = { name: 'fs.write', where: 'under', target: '/drafts' } as const;
    const what = germanStrings.grants.scope({ type: 'capability', capability });

    expect(germanStrings.grants.sentence('allow', what, { type: 'session' })).toBe(
      'Erlaubt: Schreiben von allem unter /drafts — bis diese Seite geschlossen wird.',
    );
  });
});
