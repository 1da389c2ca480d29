import { describe, expect, it } from 'vitest';
import { findSharedNames, functionNames } from './setup/function-names.js';
import { readSources } from './setup/source-files.js';

describe('the sources', () => {
  it('give each function at the top of a file a name of its own', () => {
    const sources = readSources('src');

    expect([...sources].flatMap(([path, source]) => functionNames(path, source))).toContain('runAgent');
    expect(findSharedNames(sources)).toEqual([]);
  });
});

function check(files: Record<string, string>): string[] {
  return findSharedNames(new Map(Object.entries(files)));
}

describe('the check of names', () => {
  it.each([
    ['functions', 'function a() {}', 'export async function a() {}'],
    ['a function and a constant', 'function a() {}', 'export const a = (): number => 1;'],
    ['constants', 'const b = 1, a = function () {};', 'const a = async () => {};'],
  ])('finds two %s', (_, one, other) => {
    const problems = check({ 'src/one.ts': one, 'src/other.tsx': other });

    expect(problems).toEqual([expect.stringContaining('a is a function of src/one.ts and of src/other.tsx')]);
  });

  it('passes what is no function at the top of two files', () => {
    const problems = check({
      'src/one.ts': 'export function a(b: string): void;\nexport function a(b: number): void;\nexport function a() {}',
      'src/other.ts': 'const b = 1; class C { a() { const a = () => 1; return a; } } export type a = C;',
      'src/third.ts': "export { a } from './one.js';",
    });

    expect(problems).toEqual([]);
  });

  it.each([
    ['the English words and those of another language', ['words/english/form.ts', 'words/arabic/a.ts'], 0],
    ['the same words of two other languages', ['words/english/f.ts', 'words/arabic/a.ts', 'words/german/a.ts'], 0],
    ['two files of one language', ['words/english/f.ts', 'words/arabic/a.ts', 'words/arabic/b.ts'], 1],
    ['a language and what is no words', ['protocol/count.ts', 'words/arabic/a.ts'], 1],
    ['English words twice', ['words/english/f.ts', 'words/english/g.ts', 'words/arabic/a.ts'], 1],
  ])('sees %s', (_, paths, count) => {
    const problems = check(Object.fromEntries(paths.map((path) => [`src/${path}`, 'function a() {}'])));

    expect(problems).toHaveLength(count);
  });
});
