import type { JSONSchema7 } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { findJsonIssues as checkJsonSchema } from '../../src/json-schema/find-json-issues.js';

/** Schemas in which each of 60 steps doubles the work. */
function doubling(keyword: 'allOf' | 'anyOf' | 'oneOf'): JSONSchema7 {
  const steps = Array.from({ length: 60 }, (_, index): [string, JSONSchema7] => {
    const next = { $ref: `#/$defs/s${index + 1}` };
    return [`s${index}`, { [keyword]: [next, next] }];
  });
  return { $ref: '#/$defs/s0', $defs: { ...Object.fromEntries(steps), s60: { type: 'number' } } } as JSONSchema7;
}

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  return Array.from({ length: depth }).reduce(wrap, {});
}

const loops: readonly [string, JSONSchema7][] = [
  ['a reference to itself', { $ref: '#' }],
  [
    'references in a circle',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } } as JSONSchema7,
  ],
  [
    'an allOf that holds itself',
    { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } } as JSONSchema7,
  ],
  ['a not of itself', { not: { $ref: '#' } }],
  ['a condition that is itself', { if: { $ref: '#' } }],
  ['a schema that is too deep', nested(5_000, (inner) => ({ allOf: [inner] })) as JSONSchema7],
  ['a schema that is too large', { enum: Array.from({ length: 60_000 }, (_, index) => index) }],
  ['keywords of the wrong shape', { allOf: 1 } as unknown as JSONSchema7], // servers may send anything
  ['members that are no schemas', { properties: { a: 'x' } } as unknown as JSONSchema7], // servers may send anything
];

const costly: readonly [string, JSONSchema7, unknown][] = [
  ['allOf', doubling('allOf'), 'x'],
  ['anyOf', doubling('anyOf'), 'x'],
  ['oneOf', doubling('oneOf'), 1],
  [
    'many patterns',
    { allOf: Array.from({ length: 5_000 }, (_, index) => ({ pattern: `(a|b){90}${index}` })) },
    'ab'.repeat(5_000),
  ],
  [
    'many pattern properties',
    { patternProperties: Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`x${index}$`, true])) },
    Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`${'x'.repeat(50)}${index}`, 1])),
  ],
  ['a value that is too deep', { properties: { a: { $ref: '#' } } }, nested(50_000, (a) => ({ a }))],
];

describe('schemas of untrusted servers', () => {
  it('C326 issues are short, regardless of the schema', () => {
    const options = Array.from({ length: 500 }, (_, index) => `option ${index}`);
    const issues = checkJsonSchema({ type: 'array', items: { enum: options } }, ['a', 'b', 'c']) ?? [];

    expect(issues).toHaveLength(3);
    expect(issues.map(({ message }) => message.length)).toEqual([500, 500, 500]);
    expect(issues[0]?.message).toContain('option 0');
  });

  it.each(loops)('C326 an unusable schema is not checked: %s', (_, schema) => {
    expect(checkJsonSchema(schema, { a: 1 })).toBeUndefined();
  });

  it.each(costly)('C326 a check that takes too long is stopped, and the value is not valid: %s', (_, schema, value) => {
    const start = process.cpuUsage();
    const issues = checkJsonSchema(schema, value);
    const { user, system } = process.cpuUsage(start);

    expect(issues?.length).toBeGreaterThan(0);
    expect((user + system) / 1000).toBeLessThan(10_000);
  });

  it('C326 a recursive schema is checked to the depth of its value', () => {
    const tree: JSONSchema7 = {
      type: 'object',
      properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
      required: ['next'],
    };
    const deep = (end: unknown): unknown => Array.from({ length: 200 }).reduce((next) => ({ next }), end);

    expect(checkJsonSchema(tree, deep(null))).toEqual([]);
    expect(checkJsonSchema(tree, deep(7))?.length).toBeGreaterThan(0);
  });

  it('C326 a large value is checked completely against an ordinary schema', () => {
    const schema: JSONSchema7 = {
      type: 'array',
      uniqueItems: true,
      items: {
        oneOf: [
          { type: 'object', properties: { id: { type: 'string', pattern: '^[a-z]+-\\d+$' } }, required: ['id'] },
          { type: 'null' },
        ],
      },
    };
    const items = Array.from({ length: 20_000 }, (_, index) => ({ id: `item-${index}` }));

    expect(checkJsonSchema(schema, items)).toEqual([]);
    expect(checkJsonSchema(schema, [...items, { id: 'Item' }])?.length).toBeGreaterThan(0);
    expect(checkJsonSchema(schema, [...items, { id: 'item-7' }])).toEqual([
      { path: [], message: expect.stringContaining('duplicate') },
    ]);
  });

  it.each([
    ['url', `https://${'a'.repeat(60)}!`],
    ['url', `https://${'a-'.repeat(5_000)}.`],
    ['uri', `a://${'@'.repeat(100_000)}`],
    ['uri-template', `{${'a'.repeat(100_000)}`],
    ['email', `"${'\\\\'.repeat(100_000)}`],
    ['hostname', `${'a.'.repeat(100_000)}-`],
    ['ipv6', ':'.repeat(100_000)],
    ['json-pointer', `${'/~0'.repeat(100_000)}~`],
    ['regex', '(a+)+'.repeat(50_000)],
  ])('C326 a format does not hold a page up: %s', (format, text) => {
    const start = process.cpuUsage();
    checkJsonSchema({ format }, text);
    const { user, system } = process.cpuUsage(start);

    expect((user + system) / 1000).toBeLessThan(5_000);
  });

  it.each([
    ['date-time', '2026-02-03T10:00:00'],
    ['date', '2026-02-30'],
    ['email', 'not an address'],
    ['uri', 'no address'],
    ['url', 'no address'],
    ['uuid', 'x'],
    ['its-own', 'x'],
    ['constructor', 'x'],
  ])('C355 the format %s does not reject', (format, text) => {
    expect(checkJsonSchema({ type: 'string', format }, text)).toEqual([]);
  });
});
