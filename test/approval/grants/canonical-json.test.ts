import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/approval/grants/digest.js';
import { isSameJson, type JSONValue } from '../../../src/protocol/base/json.js';
import { randomCases } from '../../support/random-cases.js';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'a',
    'é',
    'e\u0301',
    '\ud800',
    '\udc00\ud800',
    '\\ud800',
    '"',
    '',
    '\u2028',
  ),
);
const { value: json } = fc.letrec<{ value: JSONValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -0, 1, '1', 1e21, 1e-7),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(text, tie('value')), { maxLength: 4, selector: ([key]) => key })
      .map((members) => Object.fromEntries(members)),
  ),
}));

/** Returns an equal value with its members in another order; keys that look like list indexes keep their order. */
function reversed(value: JSONValue): JSONValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([key, member]) => [key, reversed(member ?? null)]));
}

function nested(levels: number): JSONValue {
  let value: JSONValue = 'x';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Invalid values that an untyped caller could pass. */
function untyped(value: unknown): JSONValue {
  return value as JSONValue;
}

describe('canonical JSON', () => {
  it('is JSON of the same value, except for minus zero', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(isSameJson(JSON.parse(canonicalJson(value)), value)).toBe(true);
      }),
      { numRuns: randomCases(2_000) },
    );
  });

  it('is the same text for two values only when they are equal', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(canonicalJson(a) === canonicalJson(b)).toBe(isSameJson(a, b));
      }),
      { numRuns: randomCases(5_000) },
    );
  });

  it('does not depend on the order of members, and is its own canonical form', () => {
    fc.assert(
      fc.property(json, (value) => {
        const written = canonicalJson(value);

        expect(canonicalJson(reversed(value))).toBe(written);
        expect(canonicalJson(JSON.parse(written))).toBe(written);
      }),
      { numRuns: randomCases(2_000) },
    );
  });

  it.each<[string, JSONValue, string]>([
    [
      'sorts by code units, not by letters of a language',
      { é: 1, z: 2, Z: 3, '\u{1F600}': 4, '\uffff': 5 },
      '{"Z":3,"z":2,"é":1,"😀":4,"\uffff":5}',
    ],
    ['writes minus zero as zero', [-0, { a: -0 }], '[0,{"a":0}]'],
    ['keeps composed and decomposed letters apart', ['é', 'e\u0301'], '["é","e\u0301"]'],
    ['escapes half a pair', ['\ud800', '\\ud800'], '["\\ud800","\\\\ud800"]'],
    ['keeps a member called __proto__', JSON.parse('{"b":1,"__proto__":{"a":1}}'), '{"__proto__":{"a":1},"b":1}'],
    ['tells an empty list from an empty object', [[], {}], '[[],{}]'],
  ])('%s', (_, value, written) => {
    expect(canonicalJson(value)).toBe(written);
  });

  it('supports the depth limit of inputs, and rejects more without a stack overflow', () => {
    expect(canonicalJson(nested(256))).toBe(`${'{"a":['.repeat(128)}"x"${']}'.repeat(128)}`);
    expect(() => canonicalJson(nested(258))).toThrow(expect.objectContaining({ code: 'not-json' }));
    expect(() => canonicalJson(nested(100_000))).toThrow(/256 levels/);
  });

  it.each([
    ['NaN', Number.NaN],
    ['Infinity', [Number.POSITIVE_INFINITY]],
    ['undefined', { a: undefined }],
    ['the hole of a list', new Array(1)],
    ['a date', [new Date(0)]],
    ['a map', new Map()],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['an instance', new (class Point {})()],
  ])('rejects %s', (_, value) => {
    expect(() => canonicalJson(untyped(value))).toThrow(expect.objectContaining({ code: 'not-json' }));
  });
});
