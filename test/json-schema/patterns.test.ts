import type { JSONSchema7 } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonIssues as checkJsonSchema } from '../../src/json-schema/find-json-issues.js';
import { LinearPattern } from '../../src/json-schema/linear-pattern.js';
import { UnsupportedPattern } from '../../src/json-schema/parse-pattern.js';
import { WorkBudget, WorkLimitReached } from '../../src/json-schema/work-budget.js';
import { randomCases } from '../support/random-cases.js';
import { evilPatterns, honestPatterns } from './pattern-examples.js';

const long = 100_000;

describe('patterns of untrusted schemas', () => {
  it.each(honestPatterns)('C326 validates %s', (pattern, right, wrong) => {
    const schema: JSONSchema7 = { type: 'string', pattern };

    for (const text of right) expect(checkJsonSchema(schema, text), text).toEqual([]);
    for (const text of wrong) expect(checkJsonSchema(schema, text), text).toHaveLength(1);
  });

  it.each(evilPatterns)('C326 is not blocked by %s', (pattern, unit) => {
    for (const text of [
      unit.repeat(long / unit.length),
      `${unit.repeat(long / unit.length)}!`,
      `${unit.repeat(30)}\n`,
    ]) {
      expect(quickest({ pattern }, text), `pattern, ${text.length}`).toBeLessThan(limit);
      expect(quickest({ patternProperties: { [pattern]: false } }, { [text]: 1 }), 'patternProperties').toBeLessThan(
        limit,
      );
    }
  });
});

/** In milliseconds. A backtracking engine takes seconds to years. */
// The limit is far from both, so it also holds on a busy machine.
const limit = 1_000;

/** Returns the CPU time of a check in milliseconds: the minimum of up to four runs, to exclude other tests. */
function quickest(schema: JSONSchema7, value: unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 4 && best >= limit; time++) {
    const start = process.cpuUsage();
    checkJsonSchema(structuredClone(schema), value);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

describe('LinearPattern', () => {
  it('C326 agrees with the platform', () => {
    const letter = fc.constantFrom('a', 'b', 'c', '1', ' ', '-', '\n', 'é', '😀', '\u2028');
    const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));
    const { pattern } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
      atom: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(
          'a',
          'b',
          '.',
          '\\d',
          '\\w',
          '\\s',
          '[ab]',
          '[^a]',
          '[^]',
          '[]',
          '\\b',
          '\\B',
          '^',
          '$',
          '😀',
          '\\u{1F600}',
          '\\ud83d\\ude00',
          '\\p{L}',
          '\\x61',
          '\\n',
          '[\\]a]',
          '\\-'.slice(1),
        ),
        tie('pattern').map((inner) => `(?:${inner})`),
        tie('pattern').map((inner) => `(${inner})`),
        tie('pattern').map((inner) => `(?<n>${inner})`.replaceAll('?<n>', '?:')),
        fc.tuple(fc.constantFrom('?=', '?!', '?<=', '?<!'), tie('pattern')).map(([look, inner]) => `(${look}${inner})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '*?', '+?', '{2}', '{1,3}', '{0,2}?', '{2,}', '{0}'))
          .map(([inner, sign]) => `(?:${inner})${sign}`),
      ),
      pattern: fc.oneof(
        { depthSize: 'small' },
        fc.array(tie('atom'), { maxLength: 4 }).map((atoms) => atoms.join('')),
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}|${b}`),
      ),
    }));
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        const expected = new RegExp(source, 'u').test(value);
        expect(new LinearPattern(source).test(value, new WorkBudget(10_000_000))).toBe(expected);
      }),
      { numRuns: randomCases(3_000) },
    );
  });

  it.each([
    ['a back reference', '(a)\\1'],
    ['a named back reference', '(?<x>a)\\k<x>'],
    ['a syntax error', '(a'],
    ['an escape that the u flag refuses', '[\\w-.]'],
    ['repeats of repeats', '(?:a{1,1000}){1,1000}'],
    ['a long pattern', 'a'.repeat(10_001)],
    ['groups within groups', '('.repeat(200) + ')'.repeat(200)],
  ])('C326 refuses %s', (_, source) => {
    expect(() => new LinearPattern(source)).toThrow(UnsupportedPattern);
  });

  it('C326 stops when the budget is used up', () => {
    const pattern = new LinearPattern('(.*a){25}');

    expect(() => pattern.test('a'.repeat(long), new WorkBudget(10_000))).toThrow(WorkLimitReached);
  });
});
