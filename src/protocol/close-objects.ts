import type { JSONSchema7 } from '@ai-sdk/provider';
import { isRecord } from './record.js';

/** Members of a JSON Schema that hold one schema or a list of them, and those that hold schemas by name. */
const inner: ReadonlySet<string> = new Set(['items', 'anyOf', 'allOf', 'oneOf']);
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
  const isObject = [node.type].flat().includes('object');
  const closed = Object.entries(node).map(([key, value]) => {
    if (inner.has(key)) return [key, visit(value)];
    if (isObject && byName.has(key) && isRecord(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item)]))];
    }
    return [key, key === 'additionalProperties' && isObject ? visit(value) : value];
  });
  const other = node.additionalProperties;
  return Object.fromEntries(isObject && !isRecord(other) ? [...closed, ['additionalProperties', false]] : closed);
}
