import type { JSONSchema7 } from '@ai-sdk/provider';
import { setJsonSchemaValidator } from '../protocol/schema.js';
import type { Issue } from '../protocol/signals.js';
import { findJsonIssues } from './find-json-issues.js';

/**
 * Validates a value against a JSON Schema, without `eval`. Importing this module is enough to validate tools that have
 * only a JSON Schema (from MCP, AG-UI, `externalToolset`). Schemas may come from untrusted servers, so the time of a
 * check is bounded in proportion to the value, for any schema. Patterns with back references are not supported, because
 * they cannot be matched in linear time.
 *
 * @param schema a schema of any draft; 2020-12 if it has no `$schema`.
 * @param value the value to validate; any JSON.
 * @returns the issues; `undefined` when the schema is unusable (a `$ref` without a target or in a cycle, an invalid or
 *   unsupported pattern). A value whose check exceeds the time limit has one issue that says so.
 * @example import 'countersign/json-schema';
 */
export function checkJsonSchema(schema: JSONSchema7, value: unknown): readonly Issue[] | undefined {
  return findJsonIssues(schema, value);
}

setJsonSchemaValidator(checkJsonSchema);
