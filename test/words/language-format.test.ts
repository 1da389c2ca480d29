import { describe, expect, it } from 'vitest';
import { createLanguageFormat } from '../../src/words/language-format.js';
import { readSources } from '../setup/source-files.js';

describe('the format of a language', () => {
  it('chooses the form by the plural category, and writes the number in its place', () => {
    const { plural } = createLanguageFormat('en');
    const forms = { one: '# file, # change', other: '# files' };

    expect([0, 1, 2, 1500].map((count) => plural(count, forms))).toEqual([
      '0 files',
      '1 file, 1 change',
      '2 files',
      '1,500 files',
    ]);
  });

  it('uses the last form where a language has more categories than there are forms', () => {
    const { plural } = createLanguageFormat('ar');

    expect([1, 2, 3].map((count) => plural(count, { one: 'واحد', other: 'كثير' }))).toEqual(['واحد', 'كثير', 'كثير']);
  });

  it('writes the number of the reader instead of its own', () => {
    expect(createLanguageFormat('de').plural(1500, { one: '# Zeile', other: '# Zeilen' }, '1’500')).toBe(
      '1’500 Zeilen',
    );
  });

  it('writes small fractions with all their digits', () => {
    expect(createLanguageFormat('en').number(0.0001)).toBe('0.0001');
    expect(createLanguageFormat('de').number(1234.5)).toBe('1.234,5');
  });

  it('joins words by “and” and by “or”', () => {
    const { list, either } = createLanguageFormat('de');

    expect(list(['a', 'b', 'c'])).toBe('a, b und c');
    expect(either(['a', 'b', 'c'])).toBe('a, b oder c');
  });
});

describe('the sources of the strings', () => {
  it('choose no plural by hand', () => {
    const byHand = [...readSources('src/words')].flatMap(([path, source]) =>
      [...source.matchAll(/.*(?:=== 1\s*\?|toLocaleString|new Intl\.).*/g)].map(([line]) => `${path}: ${line.trim()}`),
    );

    // A step of 1 is not worth a word. One title follows a colon, the first of several follows a sentence.
    const allowed = /language-format\.ts|step === 1 \?|count === 1 \? ': '/;
    expect(byHand.filter((line) => !allowed.test(line))).toEqual([]);
    expect(byHand.some((line) => allowed.test(line))).toBe(true);
  });
});
