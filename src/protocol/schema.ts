import type { JSONSchema7 } from '@ai-sdk/provider';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { Schema as AiSchema, FlexibleSchema } from 'ai';
import { UserError } from './errors.js';
import { isRecord } from './json.js';
import type { Issue } from './signals.js';

/** A schema: zod 4, anything that speaks Standard Schema and Standard JSON Schema, or the AI SDK's `jsonSchema()`. */
export type ToolSchema<T = unknown> = FlexibleSchema<T>;

/** The result of a validation: the value (converted, with defaults) or what is wrong with it. */
export type Validation<T = unknown> =
  | { readonly success: true; readonly value: T }
  | { readonly success: false; readonly issues: readonly Issue[] };

/**
 * The JSON Schema of a schema, for the model and for forms.
 *
 * @throws UserError when the schema cannot say it (zod/mini, for one).
 */
export async function toJsonSchema(schema: ToolSchema, owner: string): Promise<JSONSchema7> {
  const found = resolve(schema);
  if (isAiSchema(found)) return await found.jsonSchema;
  const standard = found['~standard'];
  if (!('jsonSchema' in standard)) {
    throw new UserError(
      'no-json-schema',
      `The schema of ${owner} cannot describe itself as JSON Schema, which the model needs. Use zod 4 (not zod/mini), another library that implements Standard JSON Schema, or jsonSchema() from 'ai'.`,
    );
  }
  const { $schema: _, ...rest } = standard.jsonSchema.input({ target: 'draft-07' });
  return rest as JSONSchema7; // Standard Schema types its converters as plain records
}

/** Validates a value. The value that comes back is fresh: nothing of it is shared with other validations. */
export async function validate<T>(schema: ToolSchema<T>, value: unknown): Promise<Validation<T>> {
  const found = resolve(schema);
  const fresh = structuredClone(value);
  if (isAiSchema(found)) {
    if (found.validate === undefined) return { success: true, value: fresh as T }; // `jsonSchema()` alone checks nothing
    const result = await found.validate(fresh);
    return result.success ? result : { success: false, issues: [{ path: [], message: result.error.message }] };
  }
  const result = await found['~standard'].validate(fresh);
  if (result.issues === undefined) return { success: true, value: result.value };
  return { success: false, issues: result.issues.map(toIssue) };
}

type ResolvedSchema<T> = AiSchema<T> | (StandardSchemaV1<unknown, T> & Partial<StandardJSONSchemaV1<unknown, T>>);

function resolve<T>(schema: ToolSchema<T>): ResolvedSchema<T> {
  const found: unknown = typeof schema === 'function' && !('~standard' in schema) ? schema() : schema;
  return found as ResolvedSchema<T>; // FlexibleSchema is exactly these two, or a function that gives one of them
}

function isAiSchema<T>(schema: ResolvedSchema<T>): schema is AiSchema<T> {
  return 'jsonSchema' in schema && !('~standard' in schema);
}

function toIssue(issue: StandardSchemaV1.Issue): Issue {
  const path = (issue.path ?? []).map((segment) => (isRecord(segment) ? segment.key : segment));
  return { path: path.map((key) => (typeof key === 'number' ? key : String(key))), message: issue.message };
}
