import type { JSONValue } from '../protocol/base/json.js';
import { isRecord, ownMember } from '../protocol/base/record.js';
import { startOf } from './initial-value.js';
import type { SchemaObject } from './merge-schemas.js';
import type { SchemaReader } from './schema-reader.js';
import { constantOf, fits } from './union-options.js';

/** What {@link convert} works on. */
export interface Conversion {
  readonly value: JSONValue | undefined;
  readonly to: SchemaObject;
  /** What the value was when it was last of that kind. */
  readonly earlier: JSONValue | undefined;
  readonly read: SchemaReader;
}

/** The value as another kind of a union. A value is never made into one of another type: members that fit are kept, others begin anew. */
export function convert({ value, to, earlier, read }: Conversion): JSONValue {
  if (value !== undefined && fits(to, value, read)) return value;
  const begun = earlier ?? startOf(to, read);
  if (!isRecord(value) || !isRecord(begun)) return begun;
  const properties = isRecord(to.properties) ? to.properties : {};
  const kept = Object.entries(value).filter(([name, member]) => {
    const inner = Object.hasOwn(properties, name) ? read(ownMember(properties, name)) : null;
    return inner !== null && constantOf(inner) === undefined && fits(inner, member as JSONValue, read); // a member of JSON
  });
  return Object.fromEntries([...Object.entries(begun), ...kept]) as JSONValue; // members of JSON
}
