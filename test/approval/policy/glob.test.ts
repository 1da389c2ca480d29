import fc from 'fast-check';
// @ts-expect-error the package has no types
import untypedPicomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { globPath, globText, resolvePath } from '../../../src/approval/policy/glob.js';

const picomatch: (pattern: string, options: { dot: true }) => (path: string) => boolean = untypedPicomatch;

const segment = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.'), minLength: 1, maxLength: 3 });
const name = segment.filter((text) => !/^\.+$/.test(text));
const star = fc.constantFrom('*', 'a*', '*b', 'a*b', '*b*', '*a*');
const relative = (parts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(parts, { minLength: 1, maxLength: 5 }).map((all) => all.join('/'));

function fits(pattern: string, path: string): boolean {
  return globPath(resolvePath(pattern) ?? [], resolvePath(path) ?? []);
}

describe('a path glob', () => {
  it('agrees with picomatch', () => {
    // At the end, picomatch lets `a/**` match `a`, too, but not `*/**`; ours is in the table below.
    const patterns = relative(fc.oneof(name, star, fc.constant('**'))).filter((text) => !text.endsWith('/**'));
    let matches = 0;
    fc.assert(
      fc.property(patterns, relative(name), (pattern, path) => {
        const expected = picomatch(pattern, { dot: true })(path);
        if (expected) matches++;

        expect(fits(pattern, path)).toBe(expected);
      }),
      { numRuns: 5_000 },
    );
    expect(matches).toBeGreaterThan(100);
  });

  it.each([
    ['/a/**', '/a/b/c', true],
    ['/a/**', '/a', true],
    ['/*/**', '/a', true],
    ['/a/*', '/a/b/c', false],
    ['/a/*', '/a/.env', true],
    ['**/*.md', '/a/b.md', true],
    ['**/*.md', 'a/b.md', true],
    ['*/a', '/a', false],
    ['/a', 'a', false],
    ['/a/**/b', '/a/b', true],
    ['/a/**b', '/a/x/b', false],
    ['/[ab]', '/a', false],
    ['/?', '/a', false],
    ['/{a,b}', '/a', false],
    ['/(a|b)', '/a', false],
    ['/a.c', '/abc', false],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(fits(pattern, path)).toBe(expected);
  });

  it.each([
    ['**/'.repeat(5_000), 'a/'.repeat(5_000), true],
    [`${'**/a/'.repeat(2_000)}b`, 'a/'.repeat(5_000), false],
    [`${'**/*a*a*/'.repeat(1_000)}b`, `${'a'.repeat(10_000)}/`, false],
    [`/${'*a'.repeat(5_000)}b`, `/${'a'.repeat(10_000)}`, false],
    ['*'.repeat(10_000), 'a'.repeat(10_000), true],
  ])('finishes on hostile patterns (%#)', (pattern, path, expected) => {
    expect(fits(pattern, path)).toBe(expected);
  });
});

describe('a text glob', () => {
  it('agrees with the regular expression with .*', () => {
    const letters = (...units: string[]): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...units), maxLength: 8 });
    fc.assert(
      fc.property(letters('a', 'b', '*'), letters('a', 'b'), (pattern, text) => {
        const expected = new RegExp(`^${pattern.replaceAll(/\*+/g, '.*')}$`).test(text);

        expect(globText(pattern, text)).toBe(expected);
      }),
      { numRuns: 5_000 },
    );
  });

  it('does not let the ends of a pattern overlap', () => {
    expect(globText('ab*ba', 'aba')).toBe(false);
    expect(globText('a*a*a', 'aa')).toBe(false);
  });
});

describe('a resolved path', () => {
  it.each([
    ['/a/./b//c/', ['', 'a', 'b', 'c']],
    ['/a/../../b', ['', 'b']],
    ['a/../b', ['b']],
    ['a/../../b', undefined],
    ['..', undefined],
    ['/a/**/../b', undefined],
    ['/a/*/../b', ['', 'a', 'b']],
    ['/a/%2e%2e/b', ['', 'a', '%2e%2e', 'b']],
    ['/a/.../b', ['', 'a', '...', 'b']],
    ['/', ['']],
    ['', []],
  ])('%s', (path, expected) => {
    expect(resolvePath(path)).toEqual(expected);
  });
});
