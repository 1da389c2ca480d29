import { isRecord } from '../../protocol/base/record.js';
import { type Node, ObjectForms } from './object-form.js';

const maxDepth = 200;

/** Members of a schema that contain a schema, a list of schemas, or schemas by name. */
const single: ReadonlySet<string> = new Set(
  'additionalProperties unevaluatedProperties contains propertyNames not if then else'.split(' '),
);
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf']);
const byName: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'dependentSchemas',
]);
const types: ReadonlySet<unknown> = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

/** Rewrites the parts of one schema so that each is valid in every draft that providers check. */
export class SchemaCleaner {
  readonly forms: ObjectForms;
  readonly #root: unknown;
  /** By reference: the names of definitions that were created from parts elsewhere in the schema. */
  readonly #made: Map<string, string> = new Map();

  constructor(root: unknown) {
    this.#root = root;
    this.forms = new ObjectForms((ref) => this.#resolve(ref));
  }

  clean(node: unknown, depth = 0): Node {
    if (node === false) return { not: {} };
    if (!isRecord(node) || depth > maxDepth) return {};
    const merged = this.forms.mergeClosed(node) ?? node;
    const cleaned: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(merged)) {
      const member = this.#member(key, value, depth + 1);
      if (member !== undefined) cleaned[key] = member;
    }
    return withItems(withBounds(cleaned), merged, (item) => this.clean(item, depth + 1));
  }

  /** Returns definitions for references into parts that are not at their original place any more. */
  definitions({ $defs }: Node): { readonly $defs?: Node } {
    const made: Record<string, unknown> = {};
    // Cleaning a definition may find references that need more definitions.
    for (const [ref, name] of this.#made) made[name] = this.clean(this.#resolve(ref));
    if (this.#made.size === 0) return {};
    return { $defs: { ...(isRecord($defs) ? $defs : {}), ...made } };
  }

  #member(key: string, value: unknown, depth: number): unknown {
    if (value === undefined) return undefined;
    if (single.has(key)) return typeof value === 'boolean' && key !== 'not' ? value : this.clean(value, depth);
    if (lists.has(key)) {
      const list = Array.isArray(value) ? value.map((item) => this.clean(item, depth)) : [];
      return list.length === 0 ? undefined : list;
    }
    if (byName.has(key)) {
      const named = Object.entries(isRecord(value) ? value : {});
      return Object.fromEntries(named.map(([name, schema]) => [name, this.clean(schema, depth)]));
    }
    switch (key) {
      case '$ref':
        return typeof value === 'string' ? this.#reference(value) : undefined;
      case 'type':
        return knownTypes(value);
      case 'enum':
        return Array.isArray(value) && value.length > 0 ? value : undefined;
      case 'required':
        return Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === 'string'))] : undefined;
      case 'id':
      case '$id':
      case '$schema':
      case 'items':
      case 'prefixItems':
      case 'additionalItems':
        return undefined;
      default:
        return value;
    }
  }

  #reference(ref: string): string | undefined {
    if (ref === '#' || (/^#\/(?:\$defs|definitions)\/[^/]+$/.test(ref) && this.#resolve(ref) !== undefined)) return ref;
    if (this.#resolve(ref) === undefined) return undefined;
    const name = this.#made.get(ref) ?? `part${this.#made.size + 1}`;
    this.#made.set(ref, name);
    return `#/$defs/${name}`;
  }

  #resolve(ref: string): unknown {
    const pointer = decodedPointer(ref);
    return pointer?.reduce<unknown>(
      (node, key) =>
        (isRecord(node) || Array.isArray(node)) && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined,
      this.#root,
    );
  }
}

function decodedPointer(ref: string): readonly string[] | undefined {
  if (!/^#(?:\/|$)/.test(ref)) return undefined;
  try {
    const keys = decodeURIComponent(ref).split('/').slice(1);
    return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}

function knownTypes(value: unknown): unknown {
  const known = [...new Set([value].flat())].filter((type) => types.has(type));
  return known.length > 1 ? known : known[0];
}

/** Draft 4 writes `exclusiveMinimum: true` beside a `minimum`. */
function withBounds(node: Record<string, unknown>): Record<string, unknown> {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof node[exclusive] !== 'boolean') continue;
    const isExclusive = node[exclusive] === true && typeof node[bound] === 'number';
    delete node[exclusive];
    if (!isExclusive) continue;
    node[exclusive] = node[bound];
    delete node[bound];
  }
  return node;
}

/**
 * Writes tuples as lists of the same length: drafts have two forms of tuples, and each provider rejects one. Lists
 * always have `items`, which OpenAI
 * and Google require.
 */
function withItems(
  node: Record<string, unknown>,
  { items, prefixItems, additionalItems }: Node,
  clean: (item: unknown) => Node,
): Node {
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
  if (tuple === undefined || tuple.length === 0) {
    if (items !== undefined && !Array.isArray(items)) return { ...node, items: clean(items) };
    return [node.type].flat().includes('array') ? { ...node, items: {} } : node;
  }
  const rest = Array.isArray(prefixItems) ? items : additionalItems;
  const isOpen = rest !== undefined && rest !== false;
  const options = [...tuple, ...(isOpen ? [rest] : [])].map(clean);
  const distinct = [...new Map(options.map((option) => [JSON.stringify(option), option])).values()];
  return {
    ...node,
    items: distinct.length === 1 ? distinct[0] : { anyOf: distinct },
    ...(isOpen || 'maxItems' in node ? {} : { maxItems: tuple.length }),
    ...('minItems' in node ? {} : { minItems: isOpen ? 0 : tuple.length }),
  };
}
