import { isSameJson, type JSONValue } from '../protocol/base/json.js';
import { isRecord, ownMember } from '../protocol/base/record.js';

/** A JSON Schema that is not `true` or `false`, of any draft. */
export type SchemaObject = Readonly<Record<string, unknown>>;

type Merge = (a: unknown, b: unknown) => unknown;

/** Marks two schemas that contradict each other, or whose merger a form cannot express. */
const conflict: unique symbol = Symbol('conflict');

const both: Merge = (a, b) => ({ allOf: [a, b] });
const larger: Merge = (a, b) => (Number(a) > Number(b) ? a : b);
const smaller: Merge = (a, b) => (Number(a) < Number(b) ? a : b);
const common: Merge = (a, b) => {
  const values = Array.isArray(a) && Array.isArray(b) ? a.filter((one) => b.some((two) => same(one, two))) : [];
  return values.length === 0 ? conflict : values;
};
const refuse: Merge = () => conflict;

/** The functions that merge the values of one keyword. For other keywords the nearer value wins: they only describe. */
const mergers: Readonly<Record<string, Merge>> = {
  type: (a, b) =>
    common(
      [a].flat(),
      [b].flat().flatMap((type) => (type === 'number' ? ['number', 'integer'] : [type])),
    ),
  enum: common,
  required: (a, b) => [...new Set([a, b].flat())],
  properties: (a, b) => (isRecord(a) && isRecord(b) ? mergeProperties(a, b) : conflict),
  additionalProperties: (a, b) => (a === false || b === false ? false : both(a, b)),
  items: both,
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  const: refuse,
  anyOf: refuse,
  oneOf: refuse,
  prefixItems: refuse,
  multipleOf: refuse,
};

/** Returns a schema that means both; `null` without a simple one. */
export function mergeSchemas(a: SchemaObject, b: SchemaObject): SchemaObject | null {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const members = names.map((name): [string, unknown] => {
    if (!Object.hasOwn(a, name)) return [name, b[name]];
    if (!Object.hasOwn(b, name) || same(a[name], b[name])) return [name, a[name]];
    return [name, ownMember(mergers, name)?.(a[name], b[name]) ?? a[name]];
  });
  return members.some(([, value]) => value === conflict) ? null : Object.fromEntries(members);
}

function mergeProperties(a: SchemaObject, b: SchemaObject): SchemaObject {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    names.map((name) => {
      if (!Object.hasOwn(a, name)) return [name, b[name]];
      return [name, Object.hasOwn(b, name) ? both(a[name], b[name]) : a[name]];
    }),
  );
}

function same(a: unknown, b: unknown): boolean {
  return a === b || ((typeof a !== 'object' || a !== null) && isSameJson(a as JSONValue, b as JSONValue)); // schemas are JSON
}
