import type { JSONSchema7 } from '@ai-sdk/provider';
import { isRecord } from './record.js';

/** Members of a JSON Schema that hold a schema or a list of them, and those that hold schemas by name. */
const inner: ReadonlySet<string> = new Set(['items', 'anyOf', 'allOf', 'oneOf', 'additionalProperties']);
const byName: ReadonlySet<string> = new Set(['properties', 'definitions']);

/**
 * Forbids members that the schema does not name, the way the AI SDK does: strict modes of providers demand it, and without it
 * models invent arguments. An object whose other members have a schema of their own (a record) keeps it.
 */
export function closeObjects(schema: JSONSchema7): JSONSchema7 {
  return visit(schema) as JSONSchema7; // visiting changes no kind of a schema
}

function visit(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(visit);
  if (!isRecord(node)) return node;
  const entries = Object.entries(node).map(([key, value]) => {
    if (inner.has(key)) return [key, visit(value)];
    return [key, byName.has(key) && isRecord(value) ? visitEach(value) : value];
  });
  const isOpen = [node.type].flat().includes('object') && !isRecord(node.additionalProperties);
  return Object.fromEntries(isOpen ? [...entries, ['additionalProperties', false]] : entries);
}

function visitEach(schemas: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, visit(schema)]));
}
