import type { SchemaObject } from './merge-schemas.js';
import type { BooleanNode, ChoiceNode, ConstantNode, FieldBase, NumberNode, TextNode } from './plain-field.js';

/** Named members, with the ways to add more. */
export interface ObjectNode extends FieldBase {
  readonly kind: 'object';
  /** Members in the schema. Of many optional ones only those that are present. */
  readonly fields: readonly FieldNode[];
  /** The names of optional members that are absent and have no field until they are added. */
  readonly more: readonly string[];
  /** Members that are not in the schema. */
  readonly extras: readonly FieldNode[];
  /** `allowed`: the user may add members with other names. */
  readonly extra: 'allowed' | 'forbidden';
}

/** Items in order; the first `fixed` ones have a schema and a position of their own. */
export interface ListNode extends FieldBase {
  readonly kind: 'list';
  readonly items: readonly FieldNode[];
  readonly fixed: number;
  readonly minItems: number;
  readonly maxItems: number;
}

/** A value of one of several kinds. */
export interface UnionNode extends FieldBase {
  readonly kind: 'union';
  readonly options: readonly UnionOption[];
  /** The index of the selected option, -1 while the value is of none of them. */
  readonly selected: number;
  /** The field of that option; a JSON editor without one, `null` while the value is absent or `null`. */
  readonly field: FieldNode | null;
}

/** One kind of value in a union. */
export interface UnionOption {
  readonly schema: SchemaObject;
  /** The label: its title or its distinguishing value; `null`: by its type. */
  readonly title: string | null;
  readonly type: string;
}

/** A part that is edited as JSON text. */
export interface JsonNode extends FieldBase {
  readonly kind: 'json';
  /**
   * `schema`: a form cannot express it. `value`: the value violates the schema. `size`: too deep or too large.
   * `chosen`: by the user.
   */
  readonly reason: 'schema' | 'value' | 'size' | 'chosen';
}

/** A field of a form, by the kind of its control. */
export type FieldNode =
  | TextNode
  | NumberNode
  | BooleanNode
  | ChoiceNode
  | ConstantNode
  | ObjectNode
  | ListNode
  | UnionNode
  | JsonNode;
