import { describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: a script of the repository, which runs as it is
import { checkLanguage, checkProject } from '../../scripts/lint-language.mjs';

/** The number of findings of each kind in src that are allowed. `npm run lint:language -- <path>` lists them. */
const limits = { 'relative-clause': 0, phrase: 0, 'long-line': 0, 'banned-name': 0 };

type Kind = keyof typeof limits;

describe('the language of the project', () => {
  it('has no findings in src', { timeout: 60_000 }, () => {
    const { findings, docComments } = checkProject();
    const count = (kind: Kind): number =>
      findings.filter((found) => found.kind === kind && found.path.startsWith('src/')).length;

    expect(docComments).toBeGreaterThan(5_000);
    for (const kind of ['relative-clause', 'phrase', 'long-line', 'banned-name'] as const)
      expect([kind, count(kind)]).toEqual([kind, expect.toSatisfy((found: number) => found <= limits[kind])]);
  });
});

describe('the check', () => {
  const kindsIn = (text: string, banned: ReadonlySet<string> = new Set()): readonly string[] =>
    checkLanguage('src/a.ts', text, banned).findings.map(({ kind }) => kind);

  it.each([
    ['a relative clause', '/** What a card shows. */\nexport const a = 1;', 'relative-clause'],
    ['an evasion', '/** Tells whether it runs. */\nexport const a = 1;', 'relative-clause'],
    ['a phrase', '// This is no list.\nexport const a = 1;', 'phrase'],
    ['a long line', `// ${'word '.repeat(30)}\nexport const a = 1;`, 'long-line'],
    ['a banned name', 'interface A { readonly putDown: 1 }', 'banned-name'],
  ])('finds %s', (_, text, kind) => {
    expect(kindsIn(text, new Set(['putDown']))).toEqual([kind]);
  });

  it('passes plain English', () => {
    expect(kindsIn('/** Returns the pending batch. */\nexport const a = 1; // no longer than this')).toEqual([]);
  });
});
