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
import { constantOf, discriminator, fits, unionOptions, withoutNull } from './union-options.js';

/** The user's choices about the form itself, which are not part of the value. */
export interface FormChoices {
  /** Fields, by key, that are edited as JSON. */
  readonly asJson?: ReadonlySet<string>;
  /** Options of unions, by key, that were chosen where several would do. */
  readonly options?: ReadonlyMap<string, number>;
  /** Optional fields, by key, that were emptied: they stay visible however many there are. */
  readonly emptied?: ReadonlySet<string>;
}

/** The limits of a form, beyond which values are edited as JSON text. Schemas come from strangers. */
const limits = { depth: 24, children: 200, nodes: 2000, optional: 12, unions: 8 } as const;

interface Build {
  readonly read: SchemaReader;
  readonly choices: FormChoices;
  nodes: number;
}

interface Place {
  readonly path: JSONPath;
  readonly value: JSONValue | undefined;
  readonly isRequired: boolean;
  /** The member that the choice of a union's option has fixed already. */
  readonly told?: string | null;
  /** The number of unions around at the same path: one may be an option of itself. */
  readonly unions?: number;
}

/**
 * Returns the fields to edit a value: a tree that follows the value, as deep as the value is. Parts that a form cannot
 * express become JSON editors. An untouched field stands for exactly the value that it was created from.
 *
 * @param schema a tool's JSON Schema, draft 7 or 2020-12; `$ref` inside of it is followed.
 * @param value the value to edit; `undefined` for a new one.
 * @param choices the parts that are edited as JSON, and the chosen options of unions.
 * @example toFields({ type: 'object', properties: { size: { type: 'integer' } } }, { size: 3 })
 */
export function toFields(schema: JSONSchema7, value: JSONValue | undefined, choices: FormChoices = {}): FieldNode {
  const build: Build = { read: createSchemaReader(schema), choices, nodes: 0 };
  return toField(schema, { path: [], value, isRequired: true }, build);
}

function toField(schema: unknown, place: Place, build: Build): FieldNode {
  build.nodes += 1;
  const found = build.read(schema);
  const bare = found === null ? null : withoutNull(found, build.read);
  const base = toBase(bare?.schema ?? titleAndDescription(schema), place, bare?.isNullable ?? false);
  if (bare === null) return { ...base, kind: 'json', reason: 'schema' };
  if (place.path.length > limits.depth || build.nodes > limits.nodes) return { ...base, kind: 'json', reason: 'size' };
  return ofSchema(base, place, build);
}

/** Returns title and description of a schema that a form cannot express. */
function titleAndDescription(schema: unknown): SchemaObject {
  return isRecord(schema) ? { title: schema.title, description: schema.description } : {};
}

function toBase(schema: SchemaObject, { path, value, isRequired }: Place, isNullable: boolean): FieldBase {
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

function ofSchema(base: FieldBase, place: Place, build: Build): FieldNode {
  const { schema } = base;
  // As JSON, the whole value is one text; of a part, only values that were JSON before they were changed, so that the
  // editor stays where it is.
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
  if (isText && kinds === null) return jsonField(base, 'chosen');
  const { unions = 0 } = place;
  if (kinds !== null && (kinds.length > limits.children || unions > limits.unions)) return jsonField(base, 'size');
  if (kinds !== null)
    return toUnion({ ...base, kind: 'union', options: kinds, selected: -1, field: null }, place, build);
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
      return toObject(base, place, build);
    case 'array':
      return toList(base, build);
    case 'null':
      return { ...base, kind: 'constant', constant: null };
  }
}

function jsonField(base: FieldBase, reason: JsonNode['reason']): JsonNode {
  return { ...base, kind: 'json', reason };
}

function toUnion(node: UnionNode, place: Place, build: Build): UnionNode {
  if (node.state !== 'set') return node;
  const { options, value, key } = node;
  const chosen = build.choices.options?.get(key);
  const isFitting = (index: number): boolean => {
    const option = options[index];
    return option !== undefined && fits(option.schema, value, build.read);
  };
  // A partial value matches no option; the user's choice, or the distinguishing member, still selects one.
  const told = discriminator(options.map(({ schema }) => schema));
  const found = options.findIndex((_, index) => isFitting(index));
  const selected =
    chosen !== undefined && (isFitting(chosen) || found < 0) ? chosen : found < 0 ? nearest(node, told) : found;
  const option = options[selected];
  if (build.choices.asJson?.has(key)) return { ...node, selected, field: jsonField(node, 'chosen') };
  if (option === undefined) return { ...node, field: jsonField(node, 'value') };
  const { description: _, ...rules } = option.schema;
  const field = toField(rules, { ...place, isRequired: true, told, unions: (place.unions ?? 0) + 1 }, build);
  return { ...node, selected, field };
}

function nearest({ options, value }: UnionNode, told: string | null): number {
  if (told === null || !isRecord(value)) return -1;
  return options.findIndex(({ schema }) => {
    const constant = constantOf(isRecord(schema.properties) ? schema.properties[told] : undefined);
    return constant !== undefined && isSameJson(constant, value[told] as JSONValue); // a member of JSON
  });
}

function toObject(base: FieldBase, place: Place, build: Build): FieldNode {
  const { schema, value } = base;
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
  const there = isRecord(value) ? value : {};
  const names = [...new Set([...Object.keys(properties), ...required])].filter((name) => name !== place.told);
  const isEmptied = (name: string): boolean => build.choices.emptied?.has(pathKey([...base.path, name])) === true;
  const absent = names.filter((name) => !required.has(name) && !Object.hasOwn(there, name) && !isEmptied(name));
  const more = absent.length > limits.optional ? absent : [];
  const hidden = new Set(more);
  const shown = names.filter((name) => !hidden.has(name));
  const extras = Object.keys(there).filter((name) => !Object.hasOwn(properties, name) && !required.has(name));
  if (isTooMuch(shown.length + extras.length, build)) return jsonField(base, 'size');

  const isClosed = schema.additionalProperties === false;
  const member = (name: string, inner: unknown): FieldNode => {
    const at = { path: [...base.path, name], value: ownMember(there, name) as JSONValue | undefined };
    return toField(inner, { ...at, isRequired: required.has(name) }, build);
  };
  const node: ObjectNode = {
    ...base,
    kind: 'object',
    // An absent object has no members to show: a recursive one would never end.
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
  if (isTooMuch(items.length, build)) return jsonField(base, 'size');
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

function isTooMuch(count: number, build: Build): boolean {
  return count > limits.children || build.nodes + count > limits.nodes;
}
