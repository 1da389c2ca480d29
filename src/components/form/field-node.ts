import type { JSONValue } from '../../protocol/json.js';
import type { JsonPath } from './json-path.js';
import type { SchemaObject } from './merge-schemas.js';
import type { NumberLimits } from './number-text.js';

/** What every field has. */
export interface FieldBase {
  readonly path: JsonPath;
  /** The path as a JSON pointer: names the field in drafts, in `fields`, in `data-path`. */
  readonly key: string;
  /** The name in the object or the position in the list; `null` for the whole value. */
  readonly name: string | number | null;
  readonly title?: string;
  readonly description?: string;
  /** What the tool takes when the field is left out, by its schema. */
  readonly preset?: JSONValue;
  /** Must be there. Items of lists and the whole value always are. */
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** Absent, `null` and the empty text are three different things. */
  readonly state: 'absent' | 'null' | 'set';
  readonly value: JSONValue | undefined;
  /** With references followed; without its `null`. */
  readonly schema: SchemaObject;
}

/** Text formats that have a control of their own. */
export type TextFormat = 'text' | 'email' | 'uri' | 'date' | 'time' | 'date-time';

/** A text. */
export interface TextNode extends FieldBase {
  readonly kind: 'text';
  readonly format: TextFormat;
  readonly lines: 'one' | 'many';
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A number; `step` is 1 for whole ones. */
export interface NumberNode extends FieldBase {
  readonly kind: 'number';
  readonly isWhole: boolean;
  readonly limits: NumberLimits;
}

/** Yes or no. */
export interface BooleanNode extends FieldBase {
  readonly kind: 'boolean';
}

/** One of a few values. */
export interface ChoiceNode extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: JSONValue; readonly title?: string }[];
}

/** A value that cannot be another one. */
export interface ConstantNode extends FieldBase {
  readonly kind: 'constant';
  readonly constant: JSONValue;
}

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
