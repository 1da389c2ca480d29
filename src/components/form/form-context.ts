'use client';
import type { ReactElement, ReactNode } from 'react';
import type { FormDrafts } from '../../form/check-fields.js';
import type { ItemMove } from '../../form/drafts.js';
import type { FieldNode } from '../../form/field-node.js';
import type { SchemaReader } from '../../form/schema-reader.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { type PartContext, partContext, useWithin } from '../part/use-within.js';

/** What a field of a form needs from it. */
export interface FormControl {
  readonly formId: string;
  readonly root: FieldNode;
  readonly label: string;
  readonly drafts: FormDrafts;
  readonly isBusy: boolean;
  /** What is wrong, by the key of the field at which it is shown. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  /** Whether a field differs from the original; `false` where there is none. */
  readonly isChanged: (node: FieldNode) => boolean;
  /** `offered`: fields can be reset, since there is an original. Each has room for that from the start, so that none moves when it changes. */
  readonly resets: 'offered' | 'none';
  readonly read: SchemaReader;
  readonly verbs: FormVerbs;
  /** Renders a field with its frame, or only its control. Fields hold fields: they come through here, not by import. */
  readonly renderField: (node: FieldNode, slots?: FieldSlots) => ReactElement;
  readonly renderBody: (node: FieldNode, control: ControlAttributes) => ReactElement;
}

/** What a person can do to the value and to the form. */
export interface FormVerbs {
  /** Puts a value at the field, `undefined` to leave it out; drafts at and below it go. */
  readonly set: (node: FieldNode, value: JSONValue | undefined) => void;
  /** Keeps what was typed; with a value, that is set, too. `null` forgets the text. */
  readonly type: (node: FieldNode, text: string | null, value?: JSONValue) => void;
  /** Leaves out a field that was emptied. Returns `false` for a field that must be there, or that the schema does not name. */
  readonly clear: (node: FieldNode) => boolean;
  /** Puts another list there whose items have moved. */
  readonly arrange: (node: FieldNode, value: JSONValue, move: ItemMove) => void;
  /** The field was left: from now on it says what is wrong with it. */
  readonly touch: (key: string) => void;
  readonly chooseOption: (node: FieldNode, index: number, value: JSONValue) => void;
  readonly editAsJson: (key: string, isText: boolean) => void;
  /** Moves the focus once the field is there: to its control, or to one of its buttons. */
  readonly focus: (key: string, action?: string) => void;
  readonly reset: (node: FieldNode) => void;
}

/** What stands in the frame of a field besides its own. */
export interface FieldSlots {
  /** More buttons: move, remove. */
  readonly actions?: ReactNode;
  /** Stands in place of the label; the label is then only read aloud. */
  readonly name?: ReactNode;
  /** A member that is taken out by `actions` has no button of its own for that. */
  readonly removal?: 'own' | 'actions';
}

/** The attributes of the element that takes the input. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-required': true | undefined;
  readonly labelId: string;
  readonly label: string;
}

/** The form around. */
export const FormContext: PartContext<FormControl> = partContext('SchemaForm schema={…}', 'it has no value to edit');

/** The form around; fields work only in one. */
export function useFormControl(): FormControl {
  return useWithin(FormContext, 'SchemaField');
}

/** An id that is valid whatever the names in the path are. */
export function fieldId(formId: string, key: string): string {
  return `${formId}${key.replace(/[^a-zA-Z0-9]/g, (character) => `_${character.charCodeAt(0).toString(16)}`)}`;
}
