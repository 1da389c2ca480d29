import type { JSONValue } from '../protocol/base/json.js';
import { isRecord, ownMember } from '../protocol/base/record.js';
import { startOf } from './initial-value.js';
import type { SchemaObject } from './merge-schemas.js';
import type { SchemaReader } from './schema-reader.js';
import { constantOf, fitsSchema } from './union-options.js';

/** Options of {@link convert}. */
interface Conversion {
  readonly value: JSONValue | undefined;
  readonly to: SchemaObject;
  /** The last value of that kind. */
  readonly earlier: JSONValue | undefined;
  readonly read: SchemaReader;
}

/**
 * Converts a value to another kind of a union. A value is never turned into one of another type: matching members are
 * kept, others start anew.
 */
export function convert({ value, to, earlier, read }: Conversion): JSONValue {
  if (value !== undefined && fitsSchema(to, value, read)) return value;
  const initial = earlier ?? startOf(to, read);
  if (!isRecord(value) || !isRecord(initial)) return initial;
  const properties = isRecord(to.properties) ? to.properties : {};
  const matching = Object.entries(value).filter(([name, member]) => {
    const inner = Object.hasOwn(properties, name) ? read(ownMember(properties, name)) : null;
    return inner !== null && constantOf(inner) === undefined && fitsSchema(inner, member as JSONValue, read); // a member of JSON
  });
  return Object.fromEntries([...Object.entries(initial), ...matching]) as JSONValue; // members of JSON
}
