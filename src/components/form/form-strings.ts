import type { JSONValue } from '../../protocol/json.js';
import type { FieldProblem } from '../../form/check-fields.js';
import type { FieldNode } from '../../form/field-node.js';
import type { JsonPath } from '../../form/json-path.js';

/** Forms made from a schema. */
export interface FormStrings {
  /** What a form is called that was given no name. */
  readonly form: string;
  /** The whole value, where it has no title. */
  readonly whole: string;
  readonly item: (position: number) => string;
  readonly path: (path: JsonPath) => string;
  readonly optional: string;
  readonly notSet: string;
  readonly notSetRequired: string;
  readonly isNull: string;
  readonly empty: string;
  readonly preset: (value: string) => string;
  readonly fixed: string;
  readonly choose: string;
  readonly notAllowed: (value: string) => string;
  /** Of very many choices, those are shown that hold what is typed. */
  readonly findChoice: (label: string) => string;
  readonly findChoiceShort: (count: number) => string;
  readonly choicesFound: (shown: number, found: number) => string;
  readonly yes: string;
  readonly no: string;
  /** What may be typed, in words: limits, length, steps. */
  readonly hint: (node: FieldNode) => string;
  readonly offset: (label: string) => string;
  /** A moment without a time zone. */
  readonly noOffset: string;
  /** The chooser of a union. */
  readonly kind: (label: string) => string;
  readonly kindShort: string;
  readonly type: Readonly<Record<string, string>>;
  readonly actions: FormActionStrings;
  readonly extraName: (label: string) => string;
  readonly newName: string;
  readonly nameTaken: (name: string) => string;
  readonly addMore: (label: string) => string;
  readonly addMoreShort: string;
  readonly json: (label: string) => string;
  readonly jsonWhy: Readonly<Record<'schema' | 'value' | 'size' | 'chosen', string>>;
  readonly fields: string;
  readonly asJson: string;
  readonly view: string;
  readonly mendFirst: string;
  readonly problem: (problem: FieldProblem) => string;
  readonly problems: (count: number) => string;
  readonly problemAt: (label: string, message: string) => string;
  readonly uncheckable: (message: string) => string;
  readonly checking: string;
  readonly submit: string;
  readonly failed: (message: string) => string;
  readonly changes: ChangeStrings;
}

/** The buttons at fields. The short word is seen, the long one is read aloud and begins with the short one. */
export interface FormActionStrings {
  readonly leaveOut: string;
  readonly setNull: string;
  readonly setValue: string;
  readonly add: string;
  readonly addItem: string;
  readonly remove: string;
  readonly up: string;
  readonly down: string;
  readonly reset: string;
  readonly resetAll: string;
  readonly asFields: string;
  readonly discardText: string;
  readonly at: (action: string, label: string) => string;
}

/** What was changed, in words. */
export interface ChangeStrings {
  readonly title: (count: number) => string;
  readonly none: string;
  readonly kind: Readonly<Record<'added' | 'removed' | 'changed', string>>;
  readonly before: string;
  readonly after: string;
  /** A value in few characters. */
  readonly value: (value: JSONValue) => string;
}
