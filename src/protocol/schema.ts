import type { JSONSchema7 } from '@ai-sdk/provider';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { Schema as AiSchema, FlexibleSchema } from 'ai';
import { UserError } from './base/errors.js';
import { copyJson } from './base/json.js';
import { isRecord } from './base/record.js';
import { serializeError } from './base/serialize-error.js';
import type { Issue } from './signals.js';

/** A schema: zod 4, a library with Standard Schema and Standard JSON Schema, or the AI SDK's `jsonSchema()`. */
export type ToolSchema<T = unknown> = FlexibleSchema<T>;

/** The result of a validation: the value (converted, with defaults) or its issues. */
export type Validation<T = unknown> =
  | { readonly success: true; readonly value: T; readonly unchecked?: true }
  | { readonly success: false; readonly issues: readonly Issue[] };

/**
 * Validates a value against a JSON Schema. Returns `undefined` if the schema cannot be used, so that the value stays
 * unchecked.
 */
type JsonSchemaValidator = (schema: JSONSchema7, value: unknown) => readonly Issue[] | undefined;

let jsonSchemaValidator: JsonSchemaValidator | undefined;

/** Sets the validator for tools that have only a JSON Schema; `countersign/json-schema` calls it. */
export function setJsonSchemaValidator(validator: JsonSchemaValidator | undefined): void {
  jsonSchemaValidator = validator;
}

/**
 * Returns the JSON Schema of a schema, for the model and for forms.
 *
 * @throws UserError when the schema cannot express it (zod/mini, for one).
 */
export async function toJsonSchema(schema: ToolSchema, owner: string): Promise<JSONSchema7> {
  const found = resolve(schema);
  if (isAiSchema(found)) return await found.jsonSchema;
  const { $schema: _, ...rest } = describe(found, owner);
  return closeObjects(rest as JSONSchema7); // Standard Schema types its converters as plain records.
}

/**
 * Refuses a schema without a JSON Schema when the agent is created. A function that returns a schema is checked at its
 * first use.
 *
 * @returns the JSON Schema if it is already known.
 * @throws UserError `no-json-schema` when the schema cannot describe itself.
 */
export function assertDescribable(schema: ToolSchema, owner: string): JSONSchema7 | undefined {
  if (typeof schema === 'function' && !('~standard' in schema)) return undefined;
  const found = resolve(schema);
  if (!isAiSchema(found)) return describe(found, owner) as JSONSchema7; // As in toJsonSchema().
  const { jsonSchema } = found;
  if (!('then' in jsonSchema)) return jsonSchema;
  jsonSchema.then(undefined, () => {}); // Its first use reports the failure.
  return undefined;
}

const described = new WeakMap<object, Readonly<Record<string, unknown>>>();

/** Returns the JSON Schema of a schema, computed once. */
function describe(schema: StandardSchema<unknown>, owner: string): Readonly<Record<string, unknown>> {
  const known = described.get(schema);
  if (known !== undefined) return known;
  const { '~standard': standard } = schema;
  const fail = (reason: string, cause?: unknown): UserError =>
    new UserError(
      'no-json-schema',
      `The schema of ${owner} cannot describe itself as JSON Schema, which the model needs. ${reason}`,
      { cause },
    );
  if (!('jsonSchema' in standard)) {
    throw fail(
      "What works: zod 4.2 or later (not zod/mini), ArkType, toStandardJsonSchema() of @valibot/to-json-schema, or jsonSchema() from 'ai'.",
    );
  }
  try {
    const found = standard.jsonSchema.input({ target: 'draft-07' });
    described.set(schema, found);
    return found;
  } catch (error) {
    const { message } = serializeError(error);
    throw fail(`It says: ${message}. Take in what JSON has, and transform it: a date comes as text.`, error);
  }
}

/** Returns a schema as it is, and wraps a plain JSON Schema, which only a registered validator can check. */
export function fromJsonSchema(schema: ToolSchema | JSONSchema7): ToolSchema {
  if (typeof schema === 'function' || '~standard' in schema || 'jsonSchema' in schema) return schema as ToolSchema;
  return { [aiMark]: true, _type: undefined, jsonSchema: schema as JSONSchema7 } as AiSchema; // The same object that jsonSchema() of 'ai' returns.
}

/** The mark by which the AI SDK recognises its schemas. */
const aiMark: symbol = Symbol.for('vercel.ai.schema');

/** Validates JSON. The returned value is fresh: it shares nothing with other validations. */
export async function validate<T>(schema: ToolSchema<T>, value: unknown): Promise<Validation<T>> {
  return await check(schema, copyJson(value));
}

/** Validates a value without copying it, because it may contain services or functions. */
export async function check<T>(schema: ToolSchema<T>, value: unknown): Promise<Validation<T>> {
  const found = resolve(schema);
  if (isAiSchema(found)) return await checkAiSchema(found, value);
  const result = await found['~standard'].validate(value);
  if (result.issues === undefined) return { success: true, value: result.value };
  return { success: false, issues: result.issues.map(toIssue) };
}

async function checkAiSchema<T>(schema: AiSchema<T>, value: unknown): Promise<Validation<T>> {
  if (schema.validate !== undefined) {
    const result = await schema.validate(value);
    return result.success ? result : { success: false, issues: [{ path: [], message: result.error.message }] };
  }
  const issues = jsonSchemaValidator?.(await schema.jsonSchema, value);
  if (issues === undefined) return { success: true, value: value as T, unchecked: true }; // Without a validator, nothing is known about the value.
  return issues.length === 0 ? { success: true, value: value as T } : { success: false, issues }; // The schema guarantees T.
}

type StandardSchema<T> = StandardSchemaV1<unknown, T> & Partial<StandardJSONSchemaV1<unknown, T>>;
type ResolvedSchema<T> = AiSchema<T> | StandardSchema<T>;

function resolve<T>(schema: ToolSchema<T>): ResolvedSchema<T> {
  const found: unknown = typeof schema === 'function' && !('~standard' in schema) ? schema() : schema;
  return found as ResolvedSchema<T>; // FlexibleSchema is one of these two, or a function that returns one.
}

function isAiSchema<T>(schema: ResolvedSchema<T>): schema is AiSchema<T> {
  return 'jsonSchema' in schema && !('~standard' in schema);
}

function toIssue(issue: StandardSchemaV1.Issue): Issue {
  const path = (issue.path ?? []).map((segment) => (isRecord(segment) ? segment.key : segment));
  return { path: path.map((key) => (typeof key === 'number' ? key : String(key))), message: issue.message };
}

/** Members of a JSON Schema that contain a schema or a list of schemas, and those that contain schemas by name. */
const inner: ReadonlySet<string> = new Set(['items', 'anyOf', 'allOf', 'oneOf', 'additionalProperties']);
const byName: ReadonlySet<string> = new Set(['properties', 'definitions']);

/**
 * Forbids members that the schema does not name, as the AI SDK does: strict modes of providers require it, and without
 * it models invent arguments.
 * An object whose other members have a schema of their own (a record) keeps it.
 */
function closeObjects(schema: JSONSchema7): JSONSchema7 {
  return visit(schema) as JSONSchema7; // Visiting does not change the kind of a schema.
}

function visit(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(visit);
  if (!isRecord(node)) return node;
  const entries = Object.entries(node).map(([key, value]) => {
    if (key === 'allOf' && Array.isArray(value)) return [key, value.map(visitMembers)];
    if (inner.has(key)) return [key, visit(value)];
    return [key, byName.has(key) && isRecord(value) ? visitEach(value) : value];
  });
  if (isPlainObject(node)) entries.push(['additionalProperties', false]);
  // If each part were closed, it would forbid the members of the others.
  if (Array.isArray(node.allOf) && node.allOf.every(isPlainObject)) entries.push(['unevaluatedProperties', false]);
  return Object.fromEntries(entries);
}

/** Returns `true` for a schema of objects that does not mention further members, or forbids them. */
function isPlainObject(node: unknown): boolean {
  return isRecord(node) && [node.type].flat().includes('object') && !isRecord(node.additionalProperties);
}

/** Closes the parts of a schema and leaves the schema itself open. */
function visitMembers(node: unknown): unknown {
  const visited = visit(node);
  if (!isRecord(visited) || !isPlainObject(node)) return visited;
  const { additionalProperties: _, ...rest } = visited;
  return rest;
}

function visitEach(schemas: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, visit(schema)]));
}
