import { isRecord } from '../../protocol/base/record.js';

/** A schema, or a part of one. */
export type Node = Readonly<Record<string, unknown>>;

/** A schema of objects, without combinations. */
export interface ObjectForm {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: ReadonlySet<string>;
  /** `undefined`: any other members. */
  readonly additional: unknown;
  /** The forms of a union, in words. */
  readonly forms: readonly string[];
}

type Resolve = (ref: string) => unknown;

const open: ObjectForm = { properties: {}, required: new Set(), additional: undefined, forms: [] };

/** Schemas of other servers may refer to their parts so often that nobody could read all of it. */
const limits = { depth: 50, parts: 5_000 } as const;

/** Reads schemas as forms of objects. */
export class ObjectForms {
  readonly #resolve: Resolve;
  #parts = 0;

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** Returns `undefined` for a schema that accepts no object. */
  of(node: unknown, outer: readonly unknown[] = []): ObjectForm | undefined {
    if (node === false) return undefined;
    this.#parts += 1;
    if (!isRecord(node) || outer.includes(node) || outer.length > limits.depth || this.#parts > limits.parts)
      return open;
    if (!acceptsObjects(node)) return undefined;
    const each = (list: unknown): (ObjectForm | undefined)[] =>
      Array.isArray(list) ? list.map((item) => this.of(item, [...outer, node])) : [];
    const forms = [ownForm(node), ...each(node.allOf)];
    if (typeof node.$ref === 'string') forms.push(...each([this.#resolve(node.$ref)]));
    for (const union of [node.anyOf, node.oneOf])
      if (Array.isArray(union) && union.length > 0) forms.push(either(each(union)));
    if (node.if !== undefined) forms.push(either(each([node.then ?? {}, node.else ?? {}])));
    return forms.reduce(
      (all, form) => (all === undefined || form === undefined ? undefined : combineForms(all, form)),
      open,
    );
  }

  /**
   * Merges what `allOf` says about objects where a part of it is closed; `undefined` where nothing has to be merged.
   */
  mergeClosed(node: Node): Node | undefined {
    if (!Array.isArray(node.allOf)) return undefined;
    const isClosed = [node, ...node.allOf].some((part) => {
      const found = isRecord(part) && typeof part.$ref === 'string' ? this.#resolve(part.$ref) : part;
      return isRecord(found) && (found.additionalProperties === false || found.unevaluatedProperties === false);
    });
    const { allOf: _, $ref: __, unevaluatedProperties: ___, ...rest } = node;
    const form = isClosed ? this.of({ ...node, anyOf: undefined, oneOf: undefined, if: undefined }) : undefined;
    if (form === undefined) return undefined;
    const required = form.required.size === 0 ? {} : { required: [...form.required] };
    return { ...rest, type: 'object', properties: form.properties, ...required, additionalProperties: false };
  }
}

function acceptsObjects({ type, const: only, enum: options }: Node): boolean {
  if (type !== undefined && ![type].flat().includes('object')) return false;
  if (only !== undefined && !isRecord(only)) return false;
  return !Array.isArray(options) || options.some((option) => isRecord(option));
}

function ownForm(node: Node): ObjectForm {
  const { additionalProperties, unevaluatedProperties } = node;
  return {
    properties: isRecord(node.properties) ? node.properties : {},
    required: new Set(Array.isArray(node.required) ? node.required.filter((name) => typeof name === 'string') : []),
    additional: additionalProperties ?? (unevaluatedProperties === false ? false : undefined),
    forms: [],
  };
}

function combineForms(first: ObjectForm, second: ObjectForm): ObjectForm {
  return {
    properties: joinMembers([first, second], (schemas) => ({ allOf: schemas })),
    required: new Set([...first.required, ...second.required]),
    // Halves that are closed each would accept nothing together. They mean: no members besides those of both.
    additional:
      first.additional === false || second.additional === false ? false : (first.additional ?? second.additional),
    forms: [...first.forms, ...second.forms],
  };
}

function either(variants: readonly (ObjectForm | undefined)[]): ObjectForm | undefined {
  const forms = variants.filter((form) => form !== undefined);
  const [first] = forms;
  if (first === undefined || forms.length === 1) return first;
  return {
    properties: joinMembers(forms, joinOptions),
    required: new Set([...first.required].filter((name) => forms.every(({ required }) => required.has(name)))),
    additional: forms.every(({ additional }) => additional === false) ? false : undefined,
    forms: forms.map(inWords),
  };
}

/** Joins the schemas that several forms have for one member. */
function joinMembers(
  forms: readonly ObjectForm[],
  join: (schemas: readonly unknown[]) => unknown,
): ObjectForm['properties'] {
  const names = new Set(forms.flatMap(({ properties }) => Object.keys(properties)));
  const joined = [...names].map((name) => {
    const schemas = forms.flatMap(({ properties }) => (Object.hasOwn(properties, name) ? [properties[name]] : []));
    const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
    return [name, distinct.length === 1 ? distinct[0] : join(distinct)] as const;
  });
  return Object.fromEntries(joined);
}

/** The values that tell variants apart become one list, which every provider knows. */
function joinOptions(schemas: readonly unknown[]): unknown {
  const values = schemas.map(valuesOf);
  if (!values.every((list) => list !== undefined)) return { anyOf: schemas };
  const all = [...new Set(values.flat())];
  return { ...(all.every((value) => typeof value === 'string') ? { type: 'string' } : {}), enum: all };
}

/** Returns the values that a schema lists. */
export function valuesOf(schema: unknown): readonly unknown[] | undefined {
  if (!isRecord(schema)) return undefined;
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function inWords({ properties, required }: ObjectForm): string {
  const names = new Set([...Object.keys(properties), ...required]);
  const members = [...names].map((name) => {
    const [value, ...others] = valuesOf(properties[name]) ?? [];
    if (value !== undefined && others.length === 0) return `${name}: ${JSON.stringify(value)}`;
    return required.has(name) ? name : `${name}?`;
  });
  return `{ ${members.join(', ')} }`;
}
