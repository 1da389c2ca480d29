import type { JSONSchema7 } from '@ai-sdk/provider';
import fc from 'fast-check';
import type { JSONValue } from '../../src/protocol/base/json.js';

const names = fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'a/b', '~', '0', ''), fc.string());

/** JSON as a wire delivers it: without -0, and with hostile member names. */
export const anyJson: fc.Arbitrary<JSONValue> = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(
        fc.string(),
        fc.constantFrom('5', 'a\nb', 'a\r\nb', '', 'null'),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .uniqueArray(fc.tuple(names, tie('value')), { selector: ([name]) => name, maxLength: 4 })
        .map((members) => Object.fromEntries(members)),
    ),
  }))
  .value.map((value) => JSON.parse(JSON.stringify(value)) as JSONValue);

/** Schemas of all kinds, valid and invalid, with references to themselves. */
export const anySchema: fc.Arbitrary<JSONSchema7> = fc
  .letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<unknown>(
        {},
        true,
        false,
        { type: 'string' },
        { type: 'string', format: 'date' },
        { type: 'string', format: 'date-time' },
        { type: ['string', 'null'] },
        { type: 'number', minimum: 1, multipleOf: 0.5 },
        { type: 'integer' },
        { type: 'boolean' },
        { type: 'null' },
        { enum: ['a', 5, null] },
        { const: 'a' },
        { $ref: '#' },
        { $ref: '#/$defs/node' },
        { $ref: '#/nowhere' },
        { $ref: 'https://example.com/schema' },
        { type: 'colour' },
      ),
      fc.record({ type: fc.constant('array'), items: tie('schema'), maxItems: fc.nat(3) }, { requiredKeys: ['type'] }),
      fc.record({ type: fc.constant('array'), prefixItems: fc.array(tie('schema'), { maxLength: 3 }) }),
      fc.record({ anyOf: fc.array(tie('schema'), { maxLength: 3 }) }),
      fc.record({ allOf: fc.array(tie('schema'), { maxLength: 3 }) }),
      fc.record(
        {
          type: fc.constant('object'),
          properties: fc
            .array(fc.tuple(names, tie('schema')), { maxLength: 4 })
            .map((members) => Object.fromEntries(members)),
          required: fc.array(names, { maxLength: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        },
        { requiredKeys: ['type'] },
      ),
    ),
  }))
  .schema.map((schema) => {
    const root = typeof schema === 'object' && schema !== null ? schema : {};
    return {
      ...root,
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, all: { $ref: '#' } } } },
    } as JSONSchema7;
  });
