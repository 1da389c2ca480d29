import { UserError } from '../protocol/base/errors.js';
import { isRecord } from '../protocol/base/record.js';
import { mergeSchemas, type SchemaObject } from './merge-schemas.js';

/** Resolves schemas of one document: follows `$ref`, merges `allOf`. `null`: a form cannot express it. */
export type SchemaReader = (schema: unknown) => SchemaObject | null;

/** The longest chain of references. Schemas come from strangers. */
const maxChain = 64;

/** Creates a reader for one document. Each schema is read once, so that references to references cost nothing more. */
export function createSchemaReader(root: unknown): SchemaReader {
  refuseValidator(root);
  const known = new Map<unknown, SchemaObject | null>();
  const readWithin = (schema: unknown, chain: readonly unknown[]): SchemaObject | null => {
    if (schema === true || schema === undefined) return {};
    if (!isRecord(schema) || chain.length > maxChain || chain.includes(schema)) return null;
    const found = known.get(schema);
    if (found !== undefined) return found;
    const { $ref, allOf, $defs: _, definitions: __, ...own } = schema;
    const parts = [...($ref === undefined ? [] : [pointTo(root, $ref)]), ...(Array.isArray(allOf) ? allOf : [])];
    const merged = parts.reduce<SchemaObject | null>((sum, part) => {
      const inner = sum === null ? null : readWithin(part, [...chain, schema]);
      return sum === null || inner === null ? null : mergeSchemas(sum, inner);
    }, own);
    known.set(schema, merged);
    return merged;
  };
  return (schema) => readWithin(schema, []);
}

/** Rejects a validator, which has members of the same names as a JSON Schema and would become a form without fields. */
function refuseValidator(root: unknown): void {
  if (typeof root !== 'object' || root === null) return;
  // JSON Schema that zod generates has `~standard`, too.
  if (!('~standard' in root) || '$schema' in root) return;
  throw new UserError(
    'not-json-schema',
    'A form got a validator as its schema, and cannot tell its fields. Pass JSON Schema: schema={z.toJSONSchema(schema, { target: "draft-7" })}, made outside of the component.',
  );
}

/** Returns the target of a local reference; `false`, which matches nothing, for an unknown one. */
function pointTo(root: unknown, ref: unknown): unknown {
  if (typeof ref !== 'string' || !/^#(?:\/|$)/.test(ref)) return false;
  const parts = ref.split('/').slice(1);
  return parts.reduce<unknown>((value, part) => {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : false;
  }, root);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The types of JSON Schema. */
export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

const knownTypes: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/**
 * Returns the types that a schema allows, also if only its other keywords imply them. `null`: it names an unknown one.
 */
export function typesOf(schema: SchemaObject): readonly SchemaType[] | null {
  if (schema.type !== undefined) {
    const types = [schema.type].flat();
    return types.every((type) => knownTypes.includes(String(type))) ? (types as SchemaType[]) : null; // just checked
  }
  if (isRecord(schema.properties) || Array.isArray(schema.required)) return ['object'];
  if (schema.items !== undefined || Array.isArray(schema.prefixItems)) return ['array'];
  if (schema.format !== undefined || schema.minLength !== undefined || schema.maxLength !== undefined)
    return ['string'];
  return [];
}

/** Returns `true` when a value is of a type. */
export function isOfType(value: unknown, type: SchemaType): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return typeof value === 'number';
    default:
      return typeof value === type;
  }
}
