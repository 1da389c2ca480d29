import type { JSONSchema7 } from '@ai-sdk/provider';
import { isSameJson, type JSONValue } from '../protocol/base/json.js';
import { type JSONPath, pathKey } from '../protocol/base/json-path.js';
import { isRecord, ownMember } from '../protocol/base/record.js';
import type { FieldNode, JsonNode, ListNode, ObjectNode, UnionNode } from './field-node.js';
import { headSchemas, itemSchema } from './initial-value.js';
import type { SchemaObject } from './merge-schemas.js';
import type { FieldBase } from './plain-field.js';
import { booleanField, choiceOf, isUnfit, numberField, textField } from './plain-fields.js';
import { createSchemaReader, type SchemaReader, typesOf } from './schema-reader.js';
import { constantOf, findDiscriminator, fitsSchema, unionOptions, withoutNull } from './union-options.js';

/** The user's choices about the form itself, which are not part of the value. */
export interface FormChoices {
  /** The keys of fields that the user edits as JSON. */
  readonly asJson?: ReadonlySet<string>;
  /** The index of the option that the user chose for a union, by the key of its field. */
  readonly options?: ReadonlyMap<string, number>;
  /** The keys of optional fields that the user emptied. They stay visible, even if other absent fields are not. */
  readonly emptied?: ReadonlySet<string>;
}

/**
 * The limits of a form. A part of the value that exceeds them is edited as JSON text. A schema can come from an
 * untrusted server.
 */
const limits = { depth: 24, children: 200, nodes: 2000, optional: 12, unions: 8 } as const;

interface Build {
  readonly read: SchemaReader;
  readonly choices: FormChoices;
  /** The number of fields so far. */
  nodes: number;
}

/** A part of the value, for which a field is made. */
interface ValuePart {
  readonly path: JSONPath;
  readonly value: JSONValue | undefined;
  readonly isRequired: boolean;
  /** The member whose value follows from the selected option of a union. It needs no field. */
  readonly discriminator?: string | null;
  /** The number of unions that this part is an option of. Limited, because a union may be an option of itself. */
  readonly unions?: number;
}

/**
 * Returns the fields to edit a value, as a tree with the structure of the value. Parts that a form cannot express
 * become JSON editors. Making a field never changes its value.
 *
 * @param schema a tool's JSON Schema, draft 7 or 2020-12. References within it are resolved.
 * @param value the value to edit; `undefined` for a new one.
 * @param choices the user's choices about the form, such as the parts that are edited as JSON.
 * @example toFields({ type: 'object', properties: { size: { type: 'integer' } } }, { size: 3 })
 */
export function toFields(schema: JSONSchema7, value: JSONValue | undefined, choices: FormChoices = {}): FieldNode {
  const build: Build = { read: createSchemaReader(schema), choices, nodes: 0 };
  return toField(schema, { path: [], value, isRequired: true }, build);
}

function toField(schema: unknown, part: ValuePart, build: Build): FieldNode {
  build.nodes += 1;
  const found = build.read(schema);
  const bare = found === null ? null : withoutNull(found, build.read);
  const base = toBase(bare?.schema ?? titleAndDescription(schema), part, bare?.isNullable ?? false);
  if (bare === null) return { ...base, kind: 'json', reason: 'schema' };
  if (part.path.length > limits.depth || build.nodes > limits.nodes) return { ...base, kind: 'json', reason: 'size' };
  return fieldOfSchema(base, part, build);
}

/** Returns title and description of a schema that a form cannot express. */
function titleAndDescription(schema: unknown): SchemaObject {
  return isRecord(schema) ? { title: schema.title, description: schema.description } : {};
}

function toBase(schema: SchemaObject, { path, value, isRequired }: ValuePart, isNullable: boolean): FieldBase {
  const { title, description, default: preset } = schema;
  return {
    path,
    key: pathKey(path),
    name: path.at(-1) ?? null,
    ...(typeof title === 'string' && title !== '' ? { title } : {}),
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    ...(preset === undefined ? {} : { preset: preset as JSONValue }), // schemas are JSON
    isRequired,
    isNullable,
    state: value === undefined ? 'absent' : value === null && isNullable ? 'null' : 'set',
    value,
    schema,
  };
}

function fieldOfSchema(base: FieldBase, part: ValuePart, build: Build): FieldNode {
  const { schema } = base;
  const isText = build.choices.asJson?.has(base.key) === true;
  if (isText && base.key === '') return jsonField(base, 'chosen');
  const constant = constantOf(schema);
  if (constant !== undefined) {
    const isOther = base.state === 'set' && !isSameJson(base.value, constant);
    return isOther ? jsonField(base, 'value') : { ...base, kind: 'constant', constant };
  }
  const options = choiceOf(schema, build.read);
  if (options !== null) return { ...base, kind: 'choice', options };
  const kinds = unionOptions(schema, build.read);
  // For a union, only the field of its option becomes a JSON editor, so that the user can still select another option.
  if (isText && kinds === null) return jsonField(base, 'chosen');
  const { unions = 0 } = part;
  if (kinds !== null && (kinds.length > limits.children || unions > limits.unions)) return jsonField(base, 'size');
  if (kinds !== null)
    return toUnion({ ...base, kind: 'union', options: kinds, selected: -1, field: null }, part, build);
  const types = schema.anyOf === undefined && schema.oneOf === undefined ? typesOf(schema) : null;
  const type = types?.[0];
  if (type === undefined) return jsonField(base, 'schema');
  if (base.state === 'set' && isUnfit(base.value, type)) return jsonField(base, 'value');
  switch (type) {
    case 'string':
      return textField(base);
    case 'number':
    case 'integer':
      return numberField(base, type);
    case 'boolean':
      return booleanField(base);
    case 'object':
      return toObject(base, part, build);
    case 'array':
      return toList(base, build);
    case 'null':
      return { ...base, kind: 'constant', constant: null };
  }
}

function jsonField(base: FieldBase, reason: JsonNode['reason']): JsonNode {
  return { ...base, kind: 'json', reason };
}

function toUnion(node: UnionNode, part: ValuePart, build: Build): UnionNode {
  if (node.state !== 'set') return node;
  const { options, value, key } = node;
  const chosen = build.choices.options?.get(key);
  const isFitting = (index: number): boolean => {
    const option = options[index];
    return option !== undefined && fitsSchema(option.schema, value, build.read);
  };
  // An incomplete value matches no option. The user's choice or the discriminator still selects one.
  const discriminator = findDiscriminator(options.map(({ schema }) => schema));
  const found = options.findIndex((_, index) => isFitting(index));
  const selected =
    chosen !== undefined && (isFitting(chosen) || found < 0)
      ? chosen
      : found < 0
        ? optionByDiscriminator(node, discriminator)
        : found;
  const option = options[selected];
  if (build.choices.asJson?.has(key)) return { ...node, selected, field: jsonField(node, 'chosen') };
  if (option === undefined) return { ...node, field: jsonField(node, 'value') };
  const { description: _, ...rules } = option.schema;
  const field = toField(rules, { ...part, isRequired: true, discriminator, unions: (part.unions ?? 0) + 1 }, build);
  return { ...node, selected, field };
}

/** Returns the index of the option whose constant the discriminator of the value has, or -1. */
function optionByDiscriminator({ options, value }: UnionNode, discriminator: string | null): number {
  if (discriminator === null || !isRecord(value)) return -1;
  return options.findIndex(({ schema }) => {
    const constant = constantOf(isRecord(schema.properties) ? schema.properties[discriminator] : undefined);
    return constant !== undefined && isSameJson(constant, value[discriminator] as JSONValue); // a member of JSON
  });
}

function toObject(base: FieldBase, part: ValuePart, build: Build): FieldNode {
  const { schema, value } = base;
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
  const members = isRecord(value) ? value : {};
  const names = [...new Set([...Object.keys(properties), ...required])].filter((name) => name !== part.discriminator);
  const isEmptied = (name: string): boolean => build.choices.emptied?.has(pathKey([...base.path, name])) === true;
  const absent = names.filter((name) => !required.has(name) && !Object.hasOwn(members, name) && !isEmptied(name));
  const more = absent.length > limits.optional ? absent : [];
  const hidden = new Set(more);
  const shown = names.filter((name) => !hidden.has(name));
  const extras = Object.keys(members).filter((name) => !Object.hasOwn(properties, name) && !required.has(name));
  if (exceedsLimits(shown.length + extras.length, build)) return jsonField(base, 'size');

  const isClosed = schema.additionalProperties === false;
  const member = (name: string, inner: unknown): FieldNode => {
    const at = { path: [...base.path, name], value: ownMember(members, name) as JSONValue | undefined };
    return toField(inner, { ...at, isRequired: required.has(name) }, build);
  };
  const node: ObjectNode = {
    ...base,
    kind: 'object',
    // The fields of an absent object are not made: for a recursive schema, that would never end.
    fields: base.state === 'set' ? shown.map((name) => member(name, ownMember(properties, name))) : [],
    more,
    extras: extras.map((name) => member(name, isClosed ? true : (schema.additionalProperties ?? true))),
    extra: isRecord(schema.additionalProperties) || schema.additionalProperties === true ? 'allowed' : 'forbidden',
  };
  return node;
}

function toList(base: FieldBase, build: Build): FieldNode {
  const { schema, value } = base;
  const items = Array.isArray(value) ? value : [];
  if (exceedsLimits(items.length, build)) return jsonField(base, 'size');
  const fixed = headSchemas(schema).length;
  const isClosed = itemSchema(schema, fixed) === false;
  const node: ListNode = {
    ...base,
    kind: 'list',
    items: items.map((item, index) =>
      toField(itemSchema(schema, index), { path: [...base.path, index], value: item, isRequired: true }, build),
    ),
    fixed,
    minItems: typeof schema.minItems === 'number' ? schema.minItems : 0,
    maxItems: Math.min(isClosed ? fixed : Infinity, typeof schema.maxItems === 'number' ? schema.maxItems : Infinity),
  };
  return node;
}

/** Returns `true` when a form cannot have this many more fields in one object or list. */
function exceedsLimits(count: number, build: Build): boolean {
  return count > limits.children || build.nodes + count > limits.nodes;
}
