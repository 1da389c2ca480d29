import { Copy, RevealAll } from './value-actions.js';
import { ValueField, ValueFields } from './value-fields.js';
import { ValueJson } from './value-json.js';
import { ValueRoot } from './value-root.js';
import { HiddenNote } from './value-view.js';

/** The parts of a value for people. `ValueView` is made of them. */
export const Value: {
  readonly Root: typeof ValueRoot;
  readonly Fields: typeof ValueFields;
  readonly Field: typeof ValueField;
  readonly Json: typeof ValueJson;
  readonly Copy: typeof Copy;
  readonly RevealAll: typeof RevealAll;
  readonly HiddenNote: typeof HiddenNote;
} = { Root: ValueRoot, Fields: ValueFields, Field: ValueField, Json: ValueJson, Copy, RevealAll, HiddenNote };
