import type { JSONSchema7 } from '@ai-sdk/provider';
import type { JSONValue } from '../../protocol/json.js';

/**
 * A schema that an input fits, for a tool that cannot say what its input is like: each field stays of the type that it has.
 *
 * @example schemaOfValue({ path: 'a', size: 1 }) // path is a string, size a number
 */
export function schemaOfValue(value: JSONValue): JSONSchema7 {
  if (value === null) return {};
  if (Array.isArray(value)) return { type: 'array', items: itemsOf(value) };
  if (typeof value !== 'object') return { type: typeof value as 'string' | 'number' | 'boolean' };
  const members = Object.entries(value as Readonly<Record<string, JSONValue>>);
  const properties = Object.fromEntries(members.map(([name, member]) => [name, schemaOfValue(member)]));
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Items that are not all alike may each be anything. */
function itemsOf(items: readonly JSONValue[]): JSONSchema7 {
  const [first = {}, ...others] = items.map(schemaOfValue);
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : {};
}
