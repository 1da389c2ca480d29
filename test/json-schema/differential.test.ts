import type { JSONSchema7 } from '@ai-sdk/provider';
import { type Schema, Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findJsonIssues as checkJsonSchema } from '../../src/json-schema/find-json-issues.js';
import { randomCases } from '../support/random-cases.js';

const name = fc.constantFrom('a', 'b', 'c', 'constructor');
const scalar = fc.oneof(
  fc.constantFrom(0, 1, 2, 1.5, -1, 'a', 'ab', '', 'é', true, null),
  fc.integer({ min: -3, max: 3 }),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}));
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');
const count = fc.integer({ min: 0, max: 3 });

const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  const byName = fc.dictionary(name, tie('schema'), { maxKeys: 2 });
  return {
    schema: fc.oneof(
      { depthSize: 'small' },
      fc.boolean(),
      fc.record({ type: fc.oneof(type, fc.array(type, { minLength: 1, maxLength: 2 })) }),
      fc.record({ const: value }),
      fc.record({ enum: fc.array(value, { maxLength: 3 }) }),
      fc.record({ minimum: count, exclusiveMaximum: count, multipleOf: fc.constantFrom(1, 0.5) }, { requiredKeys: [] }),
      fc.record(
        { minLength: count, maxLength: count, pattern: fc.constantFrom('^a', 'b$', '^[a-z]*$') },
        { requiredKeys: [] },
      ),
      fc.record({ $ref: fc.constantFrom('#/$defs/one', '#/$defs/two') }),
      fc.record({ not: tie('schema') }),
      fc.record({ anyOf: list, oneOf: list, allOf: list }, { requiredKeys: [] }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }, { requiredKeys: ['if'] }),
      fc.record(
        {
          properties: byName,
          patternProperties: fc.dictionary(fc.constantFrom('^a', 'c', 'o.*r'), tie('schema'), { maxKeys: 2 }),
          required: fc.array(name, { maxLength: 2 }),
          minProperties: count,
          maxProperties: count,
          propertyNames: tie('schema'),
          dependentRequired: fc.dictionary(name, fc.array(name, { maxLength: 2 }), { maxKeys: 1 }),
          dependentSchemas: byName,
          allOf: list,
        },
        { requiredKeys: [] },
      ),
      fc.record({ properties: byName, additionalProperties: tie('schema') }, { requiredKeys: [] }),
      fc.record({ properties: byName, anyOf: list, unevaluatedProperties: tie('schema') }, { requiredKeys: [] }),
      fc.record(
        { items: tie('schema'), prefixItems: list, minItems: count, uniqueItems: fc.boolean() },
        { requiredKeys: [] },
      ),
      fc.record({ items: list, additionalItems: tie('schema') }),
    ),
  };
});

it('C326 agrees with the library about the validity of a value', () => {
  fc.assert(
    fc.property(schema, fc.tuple(schema, schema), value, (root, [one, two], checked) => {
      // The definitions have only plain schemas, to exclude cycles of references.
      const own = (part: unknown): unknown => JSON.parse(JSON.stringify(part).replaceAll('"$ref"', '"title"'));
      const whole = { allOf: [root], $defs: { one: own(one), two: own(two) } };
      const expected = new Validator(structuredClone(whole) as Schema, '2020-12', false).validate(checked).valid;
      expect(checkJsonSchema(whole as JSONSchema7, checked)?.length === 0).toBe(expected);
    }),
    { numRuns: randomCases(3_000) },
  );
});
