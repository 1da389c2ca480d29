import type { JSONSchema7 } from '@ai-sdk/provider';
import type { JSONObject, JSONValue } from '../protocol/base/json.js';
import { isRecord, ownMember } from '../protocol/base/record.js';
import type { SchemaObject } from './merge-schemas.js';
import { createSchemaReader, type SchemaReader, typesOf } from './schema-reader.js';
import { constantOf, unionOptions, withoutNull } from './union-options.js';

/** The limits of an initial value; beyond them, the user adds the rest. */
const sampleLimits = { depth: 8, values: 500 } as const;

interface Start {
  readonly read: SchemaReader;
  readonly depth: number;
  /** The number of values so far: a hostile schema requires exponentially many. */
  readonly made: { count: number };
}

/**
 * Returns an initial value: the schema's default, else its required members. Required strings and numbers are not
 * invented: the form asks for them.
 *
 * @param schema JSON Schema, with references within it.
 * @throws UserError `not-json-schema` for a validator of a library.
 * @example
 * const properties = { kind: { const: 'a' }, name: { type: 'string' } } as const;
 * initialValue({ type: 'object', properties, required: ['kind', 'name'] }); // { kind: 'a' }
 */
export function initialValue(schema: JSONSchema7): JSONValue {
  return startOf(schema, createSchemaReader(schema));
}

/** Returns the initial value for a part of a document. */
export function startOf(schema: unknown, read: SchemaReader): JSONValue {
  return start(schema, { read, depth: 0, made: { count: 0 } });
}

function start(schema: unknown, from: Start): JSONValue {
  const { read } = from;
  const found = read(schema);
  from.made.count += 1;
  if (found === null) return null;
  if (found.default !== undefined) return found.default as JSONValue; // schemas are JSON
  const { schema: bare } = withoutNull(found, read);
  const constant = constantOf(bare);
  if (constant !== undefined) return constant;
  if (Array.isArray(bare.enum) && bare.enum.length > 0) return bare.enum[0];
  const [option] = unionOptions(bare, read) ?? [];
  if (option !== undefined && !exceedsBounds(from)) return start(option.schema, deeper(from));
  switch (typesOf(bare)?.[0]) {
    case 'string':
      return '';
    case 'number':
    case 'integer':
      return nearestToZero(bare);
    case 'boolean':
      return false;
    case 'object':
      return startOfObject(bare, from);
    case 'array':
      return startOfList(bare, from);
    default:
      return null;
  }
}

function exceedsBounds({ depth, made }: Start): boolean {
  return depth >= sampleLimits.depth || made.count >= sampleLimits.values;
}

function deeper(from: Start): Start {
  return { ...from, depth: from.depth + 1 };
}

function nearestToZero({ minimum, exclusiveMinimum, maximum }: SchemaObject): number {
  if (typeof minimum === 'number' && minimum > 0) return minimum;
  if (typeof exclusiveMinimum === 'number' && exclusiveMinimum >= 0) return Math.floor(exclusiveMinimum) + 1;
  return typeof maximum === 'number' && maximum < 0 ? maximum : 0;
}

/** Adds the required members that need no input. */
function startOfObject(schema: SchemaObject, from: Start): JSONObject {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const members = required.flatMap((name): [string, JSONValue][] => {
    const inner = from.read(ownMember(properties, String(name)));
    if (inner === null || exceedsBounds(from)) return [];
    const isGiven = inner.default !== undefined || constantOf(inner) !== undefined;
    const types = typesOf(inner);
    const isHolder = types?.length === 1 && (types[0] === 'object' || types[0] === 'array');
    return isGiven || isHolder ? [[String(name), start(inner, deeper(from))]] : [];
  });
  return Object.fromEntries(members);
}

function startOfList(schema: SchemaObject, from: Start): JSONValue[] {
  const heads = headSchemas(schema);
  const count = Math.min(20, Math.max(heads.length, typeof schema.minItems === 'number' ? schema.minItems : 0));
  if (exceedsBounds(from)) return [];
  return Array.from({ length: count }, (_, index) => start(itemSchema(schema, index), deeper(from)));
}

/** Returns the schemas of the first items, if each has its own: `prefixItems`, or a list of `items` in older drafts. */
export function headSchemas(schema: SchemaObject): readonly unknown[] {
  if (Array.isArray(schema.prefixItems)) return schema.prefixItems;
  return Array.isArray(schema.items) ? schema.items : [];
}

/** Returns the schema of an item. `false`: no item is allowed there. */
export function itemSchema(schema: SchemaObject, index: number): unknown {
  const heads = headSchemas(schema);
  if (index < heads.length) return heads[index];
  return Array.isArray(schema.items) ? (schema.additionalItems ?? true) : (schema.items ?? true);
}
