'use client';
import type { ReactElement, ReactNode } from 'react';
import type { FormDrafts } from '../../form/check-fields.js';
import type { ItemMove } from '../../form/drafts.js';
import type { FieldNode } from '../../form/field-node.js';
import type { SchemaReader } from '../../form/schema-reader.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { type PartContext, partContext, useWithin } from '../part/use-within.js';

/** The values of a form that its fields need. */
export interface FormControl {
  readonly formId: string;
  readonly root: FieldNode;
  readonly label: string;
  readonly drafts: FormDrafts;
  readonly isBusy: boolean;
  /** The problems, by the key of the field that shows them. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  /** Returns `true` when a field differs from the original; `false` without an original. */
  readonly isChanged: (node: FieldNode) => boolean;
  /**
   * `offered`: fields can be reset, since there is an original. Each reserves space for the button, so that none moves
   * when it changes.
   */
  readonly resets: 'offered' | 'none';
  readonly read: SchemaReader;
  readonly verbs: FormVerbs;
  /**
   * Renders a field with its frame, or only its control. Fields render nested fields with these functions, because an
   * import would be a cycle.
   */
  readonly renderField: (node: FieldNode, slots?: FieldSlots) => ReactElement;
  readonly renderBody: (node: FieldNode, control: ControlAttributes) => ReactElement;
}

/** The actions of the user on the value and the form. */
export interface FormVerbs {
  /** Sets the value of a field, `undefined` to omit it; removes drafts at and below it. */
  readonly set: (node: FieldNode, value: JSONValue | undefined) => void;
  /** Stores the typed text; with a value, sets it, too. `null` removes the text. */
  readonly type: (node: FieldNode, text: string | null, value?: JSONValue) => void;
  /** Omits a field that was emptied. Returns `false` for a required field, or one that the schema does not declare. */
  readonly clear: (node: FieldNode) => boolean;
  /** Sets a list whose items have moved. */
  readonly arrange: (node: FieldNode, value: JSONValue, move: ItemMove) => void;
  /** Called when the field loses focus: from then on it shows its problems. */
  readonly touch: (key: string) => void;
  /** Chooses an option of a union, by its index, and sets a value for it. */
  readonly chooseOption: (node: FieldNode, index: number, value: JSONValue) => void;
  /** Edits a field as JSON text, or as fields again. */
  readonly editAsJson: (key: string, isJson: boolean) => void;
  /** Moves the focus once the field is rendered: to its control, or to one of its buttons. */
  readonly focus: (key: string, action?: string) => void;
  /** Sets the original value of a field. */
  readonly reset: (node: FieldNode) => void;
}

/** The app's content in the frame of a field. */
export interface FieldSlots {
  /** More buttons: move, remove. */
  readonly actions?: ReactNode;
  /** Replaces the label, which is then only read aloud. */
  readonly name?: ReactNode;
  /** A member that is removed by `actions` has no button of its own for that. */
  readonly removal?: 'own' | 'actions';
}

/** The attributes of the input element. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-required': true | undefined;
  readonly labelId: string;
  readonly label: string;
}

/** The context of the surrounding form. */
export const FormContext: PartContext<FormControl> = partContext('SchemaForm schema={…}', 'it has no value to edit');

/** Returns the surrounding form. Throws outside of a form. */
export function useFormControl(): FormControl {
  return useWithin(FormContext, 'SchemaField');
}

/** Returns an id that is valid for any names in the path. */
export function fieldId(formId: string, key: string): string {
  return `${formId}${key.replace(/[^a-zA-Z0-9]/g, (character) => `_${character.charCodeAt(0).toString(16)}`)}`;
}
