'use client';
import type { JSONSchema7 } from '@ai-sdk/provider';
import { type ComponentType, type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import type { FormDrafts } from '../../form/check-fields.js';
import type { FieldNode } from '../../form/field-node.js';
import { valueAt } from '../../form/json-path.js';
import { createSchemaReader } from '../../form/schema-reader.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import type { Issue } from '../../protocol/signals.js';
import { formStrings } from '../../words/english/form.js';
import { type Part, part } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { FormActions, type SubmitControl, ViewSwitch } from './form-actions.js';
import { FormContext } from './form-context.js';
import { handleFormKey } from './form-keys.js';
import { isTouched, placeProblems } from './form-problems.js';
import { createRenderers, type FieldControlProps } from './form-slots.js';
import { IssueSummary } from './issue-summary.js';
import { JsonChanges } from './json-changes.js';
import { useFieldFocus, useFormState } from './use-form-state.js';
import { noIssues, type SubmitPhase, useSubmit, useValidation, type ValidateValue } from './use-submit.js';

/** The state of {@link SchemaForm}: `data-state`, `data-view`, and `data-invalid` while a problem is shown. */
interface SchemaFormState {
  readonly state: SubmitPhase['status'];
  readonly view: 'fields' | 'json';
  readonly invalid: boolean;
}

/** Props of {@link SchemaForm}. */
export interface SchemaFormProps {
  /**
   * A tool's JSON Schema, draft 7 or 2020-12; for zod, the result of `z.toJSONSchema(schema, { target: 'draft-7' })`. A
   * stable object avoids reading it again.
   */
  readonly schema: JSONSchema7;
  /** The edited value: always valid JSON. For a new value, start with `initialValue(schema)`. */
  readonly value: JSONValue;
  readonly onChange: (value: JSONValue) => void;
  /**
   * Validates the value at each change and before it is submitted; the latest result is used. Keep the function stable.
   */
  readonly validate?: ValidateValue;
  /** Further problems, from any source: always shown at their fields, without blocking a submit. */
  readonly issues?: readonly Issue[];
  /** Called with a validated value. Without it the button is not rendered. A rejection is shown. */
  readonly onSubmit?: (value: JSONValue) => void | Promise<void>;
  /** The reason why it cannot be submitted now; the button stays focusable and shows it. */
  readonly disabledReason?: string;
  /** The labels of the form and its button. */
  readonly labels?: { readonly form?: string; readonly submit?: string };
  /** The value before all edits: shows the changes, which can be reset. */
  readonly original?: JSONValue;
  /** Returns `true` when part of the value at a path is redacted: changes there are listed without values. */
  readonly isHidden?: (path: JSONPath) => boolean;
  /** The texts that are not values yet, by field, to keep them in a store; by default the form keeps them. */
  readonly drafts?: FormDrafts;
  readonly onDrafts?: (drafts: FormDrafts) => void;
  /**
   * Controls that replace the standard ones: by JSON pointer (`/size`, a `*` for each item: `/tags/*`) or by `format`.
   */
  readonly fields?: Readonly<Record<string, ComponentType<FieldControlProps>>>;
  /** Wraps or replaces each field. */
  readonly renderField?: (node: FieldNode, standard: ReactElement) => ReactElement;
  /** `primary` is filled. A destructive call has no filled button. */
  readonly look?: 'primary' | 'plain' | 'danger';
  /** Renders a button in place of the form's own. */
  readonly renderSubmit?: (control: SubmitControl) => ReactNode;
  /** Content between the fields and the buttons, where it may grow without moving a field. */
  readonly footer?: ReactNode;
  /** Content beside the button. */
  readonly actions?: ReactNode;
  /** `offered`: shows a switch to edit the whole value as JSON. Default: `none`. */
  readonly jsonView?: 'offered' | 'none';
  /** Replaces the fields: some of them, with `SchemaField`, in an order of your own. */
  readonly children?: ReactNode;
}

/**
 * A form generated from a schema. Types are preserved: text that is not a number yet stays beside the value, an omitted
 * field is not an empty string, and values without a control are edited as JSON. Enter in a field of one line moves to
 * the button without pressing it; Ctrl+Enter, or Cmd+Enter, presses it.
 *
 * @example
 * <SchemaForm
 *   schema={schema} value={value} onChange={setValue}
 *   onSubmit={(input) => run.decide(id, { kind: 'tool-approved', overrideArgs: input })}
 * />
 */
export const SchemaForm: Part<'section', SchemaFormState, SchemaFormProps> = part(
  'SchemaForm',
  'section',
  ({ ref, ...props }, render) => {
    const { schema, value, original, validate, issues = noIssues, labels, jsonView = 'none' } = props;
    const strings = useWords(formStrings);
    const formId = useId();
    const element = useRef<HTMLElement>(null);
    const focus = useFieldFocus(element);
    const [isBusy, setBusy] = useState(false);
    const { onChange, drafts: given, onDrafts } = props;
    const state = useFormState({ schema, value, original, onChange, drafts: given, onDrafts, isBusy, focus });
    const { verdict, check } = useValidation(validate, value);
    const whole = state.root.title ?? strings.whole;
    const sources = { root: state.root, drafts: state.drafts, given: issues, strings, whole };
    const { submit, phase, check: goOn } = useSubmit({ ...props, setBusy, focus, check, sources });

    const all = placeProblems({ ...sources, verdict });
    const shown = all.filter(({ key, isGiven }) => phase.attempted || isGiven || isTouched(key, state.touched));
    const renderers = createRenderers(props);
    const control = {
      ...renderers,
      formId,
      root: state.root,
      label: whole,
      drafts: state.drafts,
      isBusy,
      problems: new Map(shown.map(({ key, messages }) => [key, messages])),
      isChanged: (node: FieldNode) => original !== undefined && !isSameJson(valueAt(original, node.path), node.value),
      resets: original === undefined ? ('none' as const) : ('offered' as const),
      read: createSchemaReader(schema),
      verbs: state.verbs,
    };
    const children = (
      <>
        {/* A text that is stored as JSON needs the way back to the fields. */}
        {(jsonView === 'offered' || state.isJson) && !isOneValue.has(state.root.kind) ? (
          <ViewSwitch isJson={state.isJson} />
        ) : null}
        <IssueSummary formId={formId} problems={phase.attempted || issues.length > 0 ? shown : []} onPick={focus} />
        {state.isJson || props.children === undefined ? renderers.renderField(state.root) : props.children}
        {original === undefined ? null : (
          <JsonChanges before={original} after={value} onReset={state.replace} isHidden={props.isHidden} />
        )}
        <FormActions {...props} phase={phase} isBusy={isBusy} onPress={submit} />
      </>
    );
    return (
      <FormContext.Provider value={control}>
        {render(
          { ...attributesOf(props), ref },
          {
            'data-cs': 'schema-form',
            state: { state: phase.status, view: state.isJson ? 'json' : 'fields', invalid: shown.length > 0 },
            'aria-label': labels?.form ?? strings.form,
            'aria-busy': isBusy || undefined,
            onKeyDown: (event) => handleFormKey(event, element, { check: goOn }),
            ref: element,
            children,
          },
        )}
      </FormContext.Provider>
    );
  },
);

/** Kinds with one field, for which a JSON view adds nothing. */
const isOneValue: ReadonlySet<FieldNode['kind']> = new Set(['text', 'number', 'boolean', 'choice', 'constant']);

export declare namespace SchemaForm {
  /** Props of a component that replaces the control of a field. */
  type ControlProps = FieldControlProps;
}

const ownNames = [
  'schema',
  'value',
  'onChange',
  'validate',
  'issues',
  'onSubmit',
  'disabledReason',
  'labels',
  'original',
  'isHidden',
  'jsonView',
  'drafts',
  'onDrafts',
  'fields',
  'renderField',
  'look',
  'footer',
  'actions',
  'renderSubmit',
  'children',
] as const satisfies readonly (keyof SchemaFormProps)[];

/** Returns the attributes for the element, without the form's own props. */
function attributesOf(props: SchemaFormProps): Omit<SchemaFormProps, (typeof ownNames)[number]> {
  const names: ReadonlySet<string> = new Set(ownNames);
  const rest = Object.entries(props).filter(([name]) => !names.has(name));
  return Object.fromEntries(rest) as Omit<SchemaFormProps, (typeof ownNames)[number]>; // the rest are attributes
}
