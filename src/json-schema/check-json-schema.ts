import type { JSONSchema7 } from '@ai-sdk/provider';
import { setJsonSchemaValidator } from '../protocol/schema.js';
import type { Issue } from '../protocol/signals.js';
import { findJsonIssues } from './find-json-issues.js';

/**
 * Checks a value against a JSON Schema, without `eval`. To import this module is enough: from then on tools that have only a
 * JSON Schema (from MCP, AG-UI, `externalToolset`) are checked like all others. Schemas may come from anybody: a check takes time in proportion to
 * the value, whatever the schema says. Of patterns, only those with back references cannot be checked in this way.
 *
 * @param schema of any draft; without `$schema`, of 2020-12.
 * @param value what is checked; any JSON.
 * @returns what is wrong; `undefined` when the schema itself cannot be used (a `$ref` that leads nowhere or in circles, a broken pattern,
 * one with a back reference). A value whose check would take too long has one issue, which says so.
 * @example import 'countersign/json-schema';
 */
export function checkJsonSchema(schema: JSONSchema7, value: unknown): readonly Issue[] | undefined {
  return findJsonIssues(schema, value);
}

setJsonSchemaValidator(checkJsonSchema);
