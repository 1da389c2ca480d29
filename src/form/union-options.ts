import { isSameJson, type JSONValue } from '../protocol/base/json.js';
import { isRecord, ownMember } from '../protocol/base/record.js';
import type { UnionOption } from './field-node.js';
import { mergeSchemas, type SchemaObject } from './merge-schemas.js';
import { isOfType, type SchemaReader, typesOf } from './schema-reader.js';

/** A schema for the values other than `null`. */
interface WithoutNull {
  readonly schema: SchemaObject;
  /** `true` if the original schema also allows `null`. */
  readonly isNullable: boolean;
}

/** Removes `null` from a schema that allows it by a list of types, by `enum`, or by an option of a union. */
export function withoutNull(schema: SchemaObject, read: SchemaReader): WithoutNull {
  if (Array.isArray(schema.type) && schema.type.includes('null') && schema.type.length > 1) {
    const types = schema.type.filter((type) => type !== 'null');
    const values = Array.isArray(schema.enum) ? schema.enum : undefined;
    const rest = { ...schema, type: types.length === 1 ? types[0] : types };
    if (values === undefined) return { schema: rest, isNullable: true };
    return { schema: { ...rest, enum: values.filter((value) => value !== null) }, isNullable: values.includes(null) };
  }
  if (schema.type === undefined && Array.isArray(schema.enum) && schema.enum.length > 1 && schema.enum.includes(null)) {
    return { schema: { ...schema, enum: schema.enum.filter((value) => value !== null) }, isNullable: true };
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const found = withoutNullOption(schema, keyword, read);
    if (found !== null) return found;
  }
  return { schema, isNullable: false };
}

function withoutNullOption(schema: SchemaObject, keyword: string, read: SchemaReader): WithoutNull | null {
  const options: unknown = schema[keyword];
  if (!Array.isArray(options)) return null;
  const remaining = options.filter((option) => !isNull(read(option)));
  if (remaining.length === options.length || remaining.length === 0) return null;
  const { [keyword]: _, ...base } = schema;
  const only = remaining.length === 1 ? read(remaining[0]) : null;
  const merged = only === null ? null : mergeSchemas(base, only);
  return { schema: merged ?? { ...base, [keyword]: remaining }, isNullable: true };
}

function isNull(schema: SchemaObject | null): boolean {
  return schema !== null && (schema.type === 'null' || ('const' in schema && schema.const === null));
}

/**
 * Returns the options of a union: those of `anyOf` or `oneOf`, or one for each type that the schema allows. `null` when
 * the schema is not a union, or a form cannot express one of the options.
 */
export function unionOptions(schema: SchemaObject, read: SchemaReader): readonly UnionOption[] | null {
  const { anyOf, oneOf, ...base } = schema;
  const listed = Array.isArray(anyOf) && oneOf === undefined ? anyOf : anyOf === undefined ? oneOf : undefined;
  if (Array.isArray(listed)) {
    const options = listed.map((option) => {
      const inner = read(option);
      const { title: _, description: __, default: ___, ...rules } = base;
      return inner === null ? null : mergeSchemas(inner, rules);
    });
    return options.every((option) => option !== null) && options.length > 0 ? toOptions(options) : null;
  }
  if (anyOf !== undefined || oneOf !== undefined) return null;
  const types = typesOf(schema);
  if (types === null || types.length === 1) return null;
  if (types.length > 1) return toOptions(types.map((type) => ({ ...schema, type })));
  return toOptions(anything);
}

/** The options for a value of any type, when the schema does not restrict it. */
const anything: readonly SchemaObject[] = [
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'object', additionalProperties: true },
  { type: 'array', items: true },
  { type: 'null' },
];

function toOptions(schemas: readonly SchemaObject[]): readonly UnionOption[] {
  const member = findDiscriminator(schemas);
  return schemas.map((schema) => ({
    schema,
    title: typeof schema.title === 'string' ? schema.title : member === null ? null : constantText(schema, member),
    type: typesOf(schema)?.[0] ?? 'any',
  }));
}

/** Returns the name of a member that has a different constant value in each option, or `null`. */
export function findDiscriminator(schemas: readonly SchemaObject[]): string | null {
  const [first] = schemas;
  const names = isRecord(first?.properties) ? Object.keys(first.properties) : [];
  const found = names.find((name) => {
    const texts = schemas.map((schema) => constantText(schema, name));
    return texts.every((text) => text !== null) && new Set(texts).size === schemas.length;
  });
  return found ?? null;
}

function constantText(schema: SchemaObject, name: string): string | null {
  const value = constantOf(isRecord(schema.properties) ? ownMember(schema.properties, name) : undefined);
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the value of a schema that allows only one; `undefined` for other schemas. */
export function constantOf(schema: unknown): JSONValue | undefined {
  if (!isRecord(schema)) return undefined;
  if ('const' in schema) return schema.const as JSONValue; // schemas are JSON
  return Array.isArray(schema.enum) && schema.enum.length === 1 ? schema.enum[0] : undefined;
}

/**
 * Returns `true` when a value matches an option of a union. Compares types, constants, `enum` and the names of members,
 * to a limited depth; a validator checks the rest.
 */
export function fitsSchema(schema: SchemaObject, value: JSONValue | undefined, read: SchemaReader): boolean {
  return value !== undefined && fitsWithin(schema, value, { read, depth: 0 });
}

interface Fitting {
  readonly read: SchemaReader;
  readonly depth: number;
}

function fitsWithin(schema: SchemaObject, value: JSONValue, { read, depth }: Fitting): boolean {
  const constant = constantOf(schema);
  if (constant !== undefined) return isSameJson(constant, value);
  if (Array.isArray(schema.enum)) return schema.enum.some((one) => isSameJson(one, value));
  const types = typesOf(schema);
  if (types !== null && types.length > 0 && !types.some((type) => isOfType(value, type))) return false;
  if (depth > 3 || !isRecord(value))
    return depth > 3 || !Array.isArray(value) || fitsItems(schema, value, { read, depth });
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const names = Object.keys(value);
  const required = Array.isArray(schema.required) ? schema.required : [];
  if (!required.every((name) => Object.hasOwn(value, String(name)))) return false;
  if (schema.additionalProperties === false && names.some((name) => !Object.hasOwn(properties, name))) return false;
  return names.slice(0, 50).every((name) => fitsInner(ownMember(properties, name), value[name], { read, depth }));
}

function fitsItems(schema: SchemaObject, value: readonly JSONValue[], fitting: Fitting): boolean {
  const { items } = schema;
  return Array.isArray(items) || value.slice(0, 50).every((item) => fitsInner(items, item, fitting));
}

function fitsInner(schema: unknown, value: unknown, { read, depth }: Fitting): boolean {
  const inner = schema === undefined ? null : read(schema);
  if (inner === null) return true;
  const bare = withoutNull(inner, read);
  if (value === null) return bare.isNullable || fitsWithin(inner, null, { read, depth: depth + 1 });
  return fitsWithin(bare.schema, value as JSONValue, { read, depth: depth + 1 }); // a member of JSON
}
