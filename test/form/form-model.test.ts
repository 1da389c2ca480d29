import type { JSONSchema7 } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allFields, checkFields } from '../../src/form/check-fields.js';
import type { FieldNode } from '../../src/form/field-node.js';
import { toFields } from '../../src/form/form-model.js';
import { initialValue } from '../../src/form/initial-value.js';
import { valueAt, withValueAt } from '../../src/form/json-path.js';
import type { JSONValue } from '../../src/protocol/base/json.js';
import { pathKey } from '../../src/protocol/base/json-path.js';
import { randomCases } from '../support/random-cases.js';
import { anyJson, anySchema } from './arbitraries.js';

const schemaOf = (schema: object): JSONSchema7 => schema as JSONSchema7;
const fieldAt = (root: FieldNode, key: string): FieldNode | undefined =>
  allFields(root).findLast((field) => field.key === key);

/** Rebuilds the value from the leaves of a form. */
function rebuildValue(node: FieldNode): JSONValue | undefined {
  if (node.state !== 'set') return node.value;
  if (node.kind === 'list') return node.items.map((item) => rebuildValue(item) ?? null);
  if (node.kind === 'union') return node.field === null ? node.value : rebuildValue(node.field);
  if (node.kind !== 'object') return node.value;
  const members = [...node.fields, ...node.extras].map((field): [string, JSONValue | undefined] => [
    String(field.name),
    rebuildValue(field),
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as JSONValue;
}

describe('toFields', () => {
  it('stands for exactly the value it was made from, whatever the schema', () => {
    fc.assert(
      fc.property(anySchema, anyJson, (schema, value) => {
        const root = toFields(schema, value);
        const leaves = allFields(root).filter(({ kind }) => kind !== 'object' && kind !== 'list' && kind !== 'union');

        for (const field of leaves) expect(field.value).toEqual(valueAt(value, field.path));
        // A union's discriminator has no field of its own.
        if (!allFields(root).some(({ kind }) => kind === 'union')) expect(rebuildValue(root)).toEqual(value);
      }),
      { numRuns: randomCases(500) },
    );
  });

  it('keeps types: a control of a type only ever holds that type', () => {
    const types = { text: 'string', number: 'number', boolean: 'boolean' } as const;
    fc.assert(
      fc.property(anySchema, anyJson, (schema, value) => {
        for (const field of allFields(toFields(schema, value))) {
          if (field.kind in types && field.state === 'set') {
            expect(typeof field.value).toBe(types[field.kind as keyof typeof types]);
          }
        }
      }),
      { numRuns: randomCases(500) },
    );
  });

  it('checks any form without an error', () => {
    fc.assert(
      fc.property(anySchema, anyJson, (schema, value) => {
        expect(checkFields(toFields(schema, value), {})).toBeInstanceOf(Array);
        expect(JSON.parse(JSON.stringify(initialValue(schema)))).toEqual(initialValue(schema));
      }),
    );
  });

  it.each<[string, object, JSONValue | undefined, Partial<FieldNode>]>([
    ['a text', { type: 'string' }, 'a', { kind: 'text', format: 'text', lines: 'one' }],
    ['a long text', { type: 'string', maxLength: 2000 }, 'a', { kind: 'text', lines: 'many' }],
    ['a text with lines', { type: 'string' }, 'a\nb', { kind: 'text', lines: 'many' }],
    ['a date', { type: 'string', format: 'date' }, '2026-01-31', { kind: 'text', format: 'date' }],
    ['what should be a date', { type: 'string', format: 'date' }, 'soon', { kind: 'text', format: 'text' }],
    ['a moment', { type: 'string', format: 'date-time' }, '2026-01-31T09:30:00+02:00', { format: 'date-time' }],
    ['a number', { type: 'number', minimum: 1, multipleOf: 0.5 }, 2, { kind: 'number', limits: { min: 1, step: 0.5 } }],
    ['an integer', { type: 'integer' }, 2, { kind: 'number', isWhole: true }],
    ['a text for a number', { type: 'number' }, '2', { kind: 'json', reason: 'value' }],
    ['mixed line ends', { type: 'string' }, 'a\r\nb\nc', { kind: 'json', reason: 'value' }],
    ['a boolean that is absent', { type: 'boolean' }, undefined, { kind: 'boolean', state: 'absent' }],
    ['a choice', { enum: ['a', 5] }, 5, { kind: 'choice', options: [{ value: 'a' }, { value: 5 }] }],
    [
      'a titled choice',
      { oneOf: [{ const: 1, title: 'One' }] },
      1,
      { kind: 'choice', options: [{ value: 1, title: 'One' }] },
    ],
    ['a constant', { const: 'a' }, 'a', { kind: 'constant', constant: 'a' }],
    ['a nullable that is null', { type: ['string', 'null'] }, null, { kind: 'text', state: 'null', isNullable: true }],
    [
      'a nullable by anyOf',
      { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      3,
      { kind: 'number', isNullable: true },
    ],
    ['a nullable choice', { enum: ['a', 'b', null] }, null, { kind: 'choice', state: 'null', isNullable: true }],
    ['a union by types', { type: ['string', 'number'] }, 3, { kind: 'union', selected: 1 }],
    ['anything', {}, [1], { kind: 'union', selected: 4 }],
    ['a tuple', { prefixItems: [{ type: 'string' }], items: false }, ['a'], { kind: 'list', fixed: 1, maxItems: 1 }],
    [
      'an old tuple',
      { items: [{ type: 'string' }], additionalItems: false },
      ['a'],
      { kind: 'list', fixed: 1, maxItems: 1 },
    ],
    ['a reference', { $ref: '#/$defs/a', $defs: { a: { type: 'integer' } } }, 1, { kind: 'number' }],
    ['a merge', { allOf: [{ type: 'number', minimum: 1 }, { minimum: 3 }] }, 4, { kind: 'number', limits: { min: 3 } }],
    ['a contradiction', { allOf: [{ type: 'number' }, { type: 'string' }] }, 4, { kind: 'json', reason: 'schema' }],
    ['a reference to nowhere', { $ref: '#/a' }, 4, { kind: 'json', reason: 'schema' }],
  ])('makes the right field of %s', (...[, schema, value, expected]) => {
    expect(toFields(schemaOf(schema), value)).toMatchObject(expected);
  });

  it('tells absent, null and the empty text apart', () => {
    const schema = schemaOf({ type: 'object', properties: { a: { type: ['string', 'null'] } } });

    const states = [{}, { a: null }, { a: '' }].map((value) => fieldAt(toFields(schema, value), '/a')?.state);

    expect(states).toEqual(['absent', 'null', 'set']);
  });

  it('names the option of a union by the member that tells them apart, and gives that no field', () => {
    const schema = schemaOf({
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'url' }, href: { type: 'string' } },
          required: ['kind', 'href'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'file' }, path: { type: 'string' } },
          required: ['kind', 'path'],
        },
      ],
    });

    const root = toFields(schema, { kind: 'file' });

    expect(root).toMatchObject({ kind: 'union', selected: 1, options: [{ title: 'url' }, { title: 'file' }] });
    expect(allFields(root).map(({ key }) => key)).toEqual(['', '', '/path']);
  });

  it('shows members that the schema does not name, and says when they are not allowed', () => {
    const schema = schemaOf({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false });

    const root = toFields(schema, { a: 'x', b: 1 });

    expect(root).toMatchObject({ extra: 'forbidden', extras: [{ key: '/b' }] });
    expect(checkFields(root, {})).toEqual([{ path: ['b'], problem: { code: 'not-allowed' } }]);
  });
});

describe('hostile schemas', () => {
  const deep = (depth: number): object =>
    depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(depth - 1) }, required: ['a'] };

  it.each<[string, object, JSONValue]>([
    ['a reference to itself', { $ref: '#' }, { a: 1 }],
    ['references in a ring', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, 1],
    ['an allOf of itself', { allOf: [{ $ref: '#' }, { $ref: '#' }] }, 1],
    ['a thousand levels', deep(1000), {}],
    [
      'exponential references',
      {
        $ref: '#/$defs/0',
        $defs: Object.fromEntries(
          Array.from({ length: 40 }, (_, index) => [
            index,
            { allOf: [{ $ref: `#/$defs/${index + 1}` }, { $ref: `#/$defs/${index + 1}` }] },
          ]),
        ),
      },
      1,
    ],
    [
      'a tree that must be infinite',
      {
        type: 'object',
        properties: Object.fromEntries([...'abcdefgh'].map((name) => [name, { $ref: '#' }])),
        required: [...'abcdefgh'],
      },
      {},
    ],
    ['a bad pointer', { $ref: '#/%E0%A4%A' }, 1],
    ['a property of a prototype', { $ref: '#/__proto__/toString' }, 1],
  ])('have a form: %s', (_, schema, value) => {
    const root = toFields(schemaOf(schema), value);

    expect(allFields(root).length).toBeLessThan(2500);
    expect(JSON.stringify(initialValue(schemaOf(schema))).length).toBeLessThan(20_000);
  });

  it('give fields to a thousand properties only where there is something to edit', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`p${index}`, { type: 'string' }]),
    );

    const root = toFields(schemaOf({ type: 'object', properties }), { p7: 'x' });

    expect(root).toMatchObject({ kind: 'object', fields: [{ key: '/p7' }] });
    expect(root.kind === 'object' && root.more).toHaveLength(999);
  });

  it('are bounded by the value, too: what is too much becomes one text', () => {
    const root = toFields(
      schemaOf({ type: 'array', items: { type: 'number' } }),
      Array.from({ length: 5000 }, () => 1),
    );

    expect(root).toMatchObject({ kind: 'json', reason: 'size' });
  });

  it('edit a member called __proto__ like any other', () => {
    const value = JSON.parse('{"__proto__": "a", "b": 1}') as JSONValue;
    const schema = schemaOf(JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}}}'));

    const field = fieldAt(toFields(schema, value), '/__proto__');
    const edited = withValueAt(value, ['__proto__'], 'c');

    expect(field).toMatchObject({ kind: 'text', value: 'a' });
    expect(JSON.stringify(edited)).toBe('{"__proto__":"c","b":1}');
    expect(Object.getPrototypeOf(edited)).toBe(Object.prototype);
  });
});

describe('an edit', () => {
  it('changes its own path and nothing else', () => {
    fc.assert(
      fc.property(anySchema, anyJson, anyJson, (schema, value, next) => {
        const fields = allFields(toFields(schema, value));
        const before = JSON.stringify(value);
        for (const field of fields.slice(0, 20)) {
          const edited = withValueAt(value, field.path, next);

          expect(valueAt(edited, field.path)).toEqual(next);
          const others = fields.filter(({ key }) => !key.startsWith(field.key) && !field.key.startsWith(key));
          for (const { path, state } of others) {
            if (state !== 'absent') expect(valueAt(edited, path)).toBe(valueAt(value, path));
          }
        }
        expect(JSON.stringify(value)).toBe(before);
      }),
      { numRuns: randomCases(300) },
    );
  });

  it('leaves a member out so that it is absent, and puts it back as it was', () => {
    const value = { a: '', b: null };

    expect(withValueAt(value, ['a'], undefined)).toEqual({ b: null });
    expect(Object.hasOwn(withValueAt(value, ['a'], undefined) as object, 'a')).toBe(false);
    expect(withValueAt({ b: null }, ['a'], '')).toEqual(value);
  });
});

describe('checkFields', () => {
  const check = (schema: object, value: JSONValue | undefined, drafts = {}): unknown =>
    checkFields(toFields(schemaOf(schema), value), drafts).map(({ path, problem }) => [pathKey(path), problem]);

  it.each<[object, JSONValue, unknown]>([
    [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, {}, [['/a', { code: 'required' }]]],
    [{ type: 'string', minLength: 2 }, 'a', [['', { code: 'too-short', limit: 2 }]]],
    [{ type: 'string', maxLength: 2 }, '👍👍', []],
    [{ type: 'integer' }, 1.5, [['', { code: 'not-whole' }]]],
    [{ type: 'number', maximum: 3 }, 4, [['', { code: 'too-large', limit: 3 }]]],
    [{ type: 'number', exclusiveMinimum: 3 }, 3, [['', { code: 'too-small', limit: 3 }]]],
    [{ type: 'number', multipleOf: 0.1 }, 0.3, []],
    [{ type: 'number', multipleOf: 0.1 }, 0.35, [['', { code: 'off-step', limit: 0.1 }]]],
    [{ enum: ['a'] }, 'b', [['', { code: 'not-an-option' }]]],
    [{ type: 'array', items: {}, minItems: 1 }, [], [['', { code: 'too-few', limit: 1 }]]],
    [{ type: 'number' }, '5', [['', { code: 'wrong-type', type: 'number' }]]],
  ])('judges by %j', (schema, value, expected) => {
    expect(check(schema, value)).toEqual(expected);
  });

  it('reports what is typed and is no value yet', () => {
    expect(check({ type: 'number' }, 5, { '': '1e' })).toEqual([['', { code: 'not-a-number' }]]);
    expect(check({ type: 'number' }, 5, { '': '12345678901234567890' })).toEqual([['', { code: 'inexact' }]]);
    expect(check({ type: 'number' }, 5, { '': '5.0' })).toEqual([]);
    expect(check({ type: 'string', format: 'date' }, '2026-01-31', { '': '' })).toEqual([['', { code: 'incomplete' }]]);
  });
});
