import type { SchemaObject } from './merge-schemas.js';
import type { BooleanNode, ChoiceNode, ConstantNode, FieldBase, NumberNode, TextNode } from './plain-field.js';

/** Named members, and how more can be added. */
export interface ObjectNode extends FieldBase {
  readonly kind: 'object';
  /** Members that the schema names. Of many optional ones only those that are there. */
  readonly fields: readonly FieldNode[];
  /** Names of optional members that are not there and have no field until they are added. */
  readonly more: readonly string[];
  /** Members that the schema does not name. */
  readonly extras: readonly FieldNode[];
  /** Whether a person may add members under names of their own. */
  readonly extra: 'allowed' | 'forbidden';
}

/** Items in order; the first `fixed` ones have each their own schema and their place. */
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
  /** The position of the option in force, -1 while the value is of none of them. */
  readonly selected: number;
  /** The field of that option; a JSON editor while there is none, nothing while the value is absent or `null`. */
  readonly field: FieldNode | null;
}

/** One kind of value in a union. */
export interface UnionOption {
  readonly schema: SchemaObject;
  /** What to call it: its title or the value that tells it apart; `null`: by its type. */
  readonly title: string | null;
  readonly type: string;
}

/** A part that is edited as JSON text. */
export interface JsonNode extends FieldBase {
  readonly kind: 'json';
  /** `schema`: a form cannot say it. `value`: the value is not what the schema says. `size`: too deep or too much. `chosen`: by the person. */
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
