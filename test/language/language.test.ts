import { describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: an unbuilt script of this repository
import { checkLanguage, checkProject } from '../../scripts/lint-language.mjs';

const none = { 'relative-clause': 0, phrase: 0, 'title-phrase': 0, 'long-line': 0, 'banned-name': 0 };

type Kind = keyof typeof none;

/** The allowed findings by folder. `npm run lint:language -- <path>` lists them. These limits only go down. */
const limits: Readonly<Record<string, Readonly<Record<Kind, number>>>> = {
  src: none,
  stories: none,
  '.storybook': none,
  demo: none,
  examples: none,
  bench: none,
  scripts: none,
  test: { ...none, 'title-phrase': 63 },
};

describe('the language of the project', () => {
  const { findings, docComments } = checkProject();

  it('is read from all doc comments of src', () => {
    expect(docComments).toBeGreaterThan(5_000);
  });

  it.each(Object.entries(limits))('has no more findings in %s than its limits', (folder, allowed) => {
    const below = findings.filter(({ path }) => path.startsWith(`${folder}/`));
    const excess = below.filter(({ kind }) => below.filter((other) => other.kind === kind).length > allowed[kind]);

    expect(excess).toEqual([]);
  });
});

describe('the check', () => {
  const kindsIn = (text: string, banned: ReadonlySet<string> = new Set()): readonly string[] =>
    checkLanguage('src/a.ts', text, banned).findings.map(({ kind }) => kind);

  it.each([
    ['a relative clause', '/** What a card shows. */\nexport const a = 1;', 'relative-clause'],
    ['an evasion', '/** Tells whether it runs. */\nexport const a = 1;', 'relative-clause'],
    ['a phrase', '// This is no list.\nexport const a = 1;', 'phrase'],
    ['a phrase in a title', "it('goes on', () => {});", 'title-phrase'],
    ['a long line', `// ${'word '.repeat(30)}\nexport const a = 1;`, 'long-line'],
    ['a banned name', 'interface A { readonly putDown: 1 }', 'banned-name'],
  ])('finds %s', (_, text, kind) => {
    expect(kindsIn(text, new Set(['putDown']))).toEqual([kind]);
  });

  it('passes plain English', () => {
    expect(kindsIn('/** Returns the pending batch. */\nexport const a = 1; // no longer than this')).toEqual([]);
  });
});
