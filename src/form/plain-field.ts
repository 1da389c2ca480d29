import type { JSONValue } from '../protocol/base/json.js';
import type { JSONPath } from '../protocol/base/json-path.js';
import type { SchemaObject } from './merge-schemas.js';
import type { NumberLimits } from './number-text.js';

/** The members of every field. */
export interface FieldBase {
  readonly path: JSONPath;
  /** The path as a JSON pointer: names the field in drafts, in `fields`, in `data-path`. */
  readonly key: string;
  /** The name in the object or the position in the list; `null` for the whole value. */
  readonly name: string | number | null;
  readonly title?: string;
  readonly description?: string;
  /** The tool's default for an omitted field, by its schema. */
  readonly preset?: JSONValue;
  /** True for a required field. Items of lists and the whole value always are. */
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** Absent, `null` and the empty string are three different states. */
  readonly state: 'absent' | 'null' | 'set';
  readonly value: JSONValue | undefined;
  /** The schema with references resolved, without its `null`. */
  readonly schema: SchemaObject;
}

/** Text formats that have a control of their own. */
export type TextFormat = 'text' | 'email' | 'uri' | 'date' | 'time' | 'date-time';

/** A string. */
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

/** A boolean. */
export interface BooleanNode extends FieldBase {
  readonly kind: 'boolean';
}

/** One of a few values. */
export interface ChoiceNode extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: JSONValue; readonly title?: string }[];
}

/** A value that cannot be changed. */
export interface ConstantNode extends FieldBase {
  readonly kind: 'constant';
  readonly constant: JSONValue;
}
