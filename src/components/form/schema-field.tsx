'use client';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { allFields } from '../../form/check-fields.js';
import type { FieldNode } from '../../form/field-node.js';
import { startOf } from '../../form/initial-value.js';
import { type JSONPath, pathKey } from '../../protocol/base/json-path.js';
import { formStrings } from '../../words/english/form.js';
import { useWords } from '../strings-provider.js';
import { FieldButton } from './field-button.js';
import { labelOf } from './field-label.js';
import { type FieldSlots, fieldId, useFormControl } from './form-context.js';

/**
 * One field of a `SchemaForm` with its label, description, control, problems and buttons, and all fields inside of it.
 * Renders nothing if the value has no such field.
 *
 * @throws UserError outside of a `SchemaForm`.
 * @example <SchemaForm schema={schema} value={value} onChange={setValue}><SchemaField path={['size']} /></SchemaForm>
 */
export function SchemaField({ path, node, ...slots }: SchemaFieldProps): ReactElement | null {
  const { root, renderField } = useFormControl();
  const key = path === undefined ? '' : pathKey(path);
  const found = node ?? allFields(root).find((field) => field.key === key);
  return found === undefined ? null : renderField(found, slots);
}

/** Props of {@link SchemaField}. */
type SchemaFieldProps = FieldSlots &
  (
    | {
        /** The path of the field in the form's value. */
        readonly path: JSONPath;
        readonly node?: never;
      }
    | { readonly node: FieldNode; readonly path?: never }
  );

/** Kinds with more than one control: a group, named by a legend. */
const groups: ReadonlySet<FieldNode['kind']> = new Set(['object', 'list', 'union', 'boolean']);

/** Props of {@link FieldFrame}. */
interface FieldFrameProps {
  readonly node: FieldNode;
  readonly slots: FieldSlots;
}

/** A field around its control. */
export function FieldFrame({ node, slots }: FieldFrameProps): ReactElement {
  const { formId, problems, isChanged, renderBody, label: whole } = useFormControl();
  const strings = useWords(formStrings);
  const id = fieldId(formId, node.key);
  const label = labelOf(node, strings, whole);
  const messages = problems.get(node.key) ?? [];
  const hint = strings.hint(node);
  const notes = [
    node.description,
    hint,
    node.state === 'absent' && node.preset !== undefined ? strings.preset(strings.changes.value(node.preset)) : '',
  ];
  const note = notes.filter((text) => text !== undefined && text !== '').join(' ');
  const described = [note === '' ? null : `${id}-note`, messages.length === 0 ? null : `${id}-errors`].filter(Boolean);
  const control = {
    id: `${id}-control`,
    labelId: `${id}-label`,
    label,
    'aria-invalid': messages.length > 0 ? (true as const) : undefined,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    'aria-required': node.isRequired && node.name !== null ? (true as const) : undefined,
  };
  const isGroup = groups.has(node.kind);
  return createElement(
    isGroup ? 'fieldset' : 'div',
    {
      'data-cs': 'schema-field',
      'data-kind': node.kind,
      'data-state': node.state,
      'data-path': node.key,
      'data-required': node.isRequired ? '' : undefined,
      'data-invalid': messages.length > 0 ? '' : undefined,
      'data-changed': isChanged(node) ? '' : undefined,
      'data-whole': node.name === null ? '' : undefined,
      'aria-describedby': isGroup ? control['aria-describedby'] : undefined,
    },
    <FieldTitle node={node} label={label} control={control} replaced={slots.name} />,
    <FieldActions node={node} label={label} slots={slots} />,
    note === '' ? null : (
      <p data-cs="field-note" id={`${id}-note`} dir="auto">
        {escapeUnseen(note)}
      </p>
    ),
    renderBody(node, control),
    <div data-cs="field-errors" id={`${id}-errors`} aria-live="polite">
      {messages.map((message) => (
        <p key={message} dir="auto">
          {escapeUnseen(message)}
        </p>
      ))}
    </div>,
  );
}

interface FieldNameProps {
  readonly node: FieldNode;
  readonly label: string;
  readonly control: { readonly id: string; readonly labelId: string };
  readonly replaced: ReactNode;
}

function FieldTitle({ node, label, control, replaced }: FieldNameProps): ReactElement {
  const strings = useWords(formStrings);
  const isGroup = groups.has(node.kind);
  const words = (
    <>
      <bdi>{escapeUnseen(label)}</bdi>
      {node.isRequired ? null : <span data-cs="field-optional"> {strings.optional}</span>}
    </>
  );
  const attributes = {
    'data-cs': 'field-label',
    // The name of the form says more than a word for any value, which is only for screen readers.
    'data-hidden':
      replaced !== undefined || (isGroup && node.name === null && node.title === undefined) ? '' : undefined,
    id: control.labelId,
  };
  return (
    <>
      {isGroup ? (
        <legend {...attributes}>{words}</legend>
      ) : (
        <label {...attributes} htmlFor={control.id}>
          {words}
        </label>
      )}
      {replaced}
    </>
  );
}

/** The buttons to switch between absent, `null` and a value, to reset, and those of the parent. */
function FieldActions({
  node,
  label,
  slots,
}: {
  node: FieldNode;
  label: string;
  slots: FieldSlots;
}): ReactElement | null {
  const { verbs, isChanged, resets, read } = useFormControl();
  const words = useWords(formStrings).actions;
  const needsStart =
    (node.state === 'null' && node.kind !== 'json') || (node.state === 'absent' && holders.has(node.kind));
  const canLeave = !node.isRequired && node.state !== 'absent' && slots.removal !== 'actions';
  const press = (apply: () => void) => () => {
    apply();
    verbs.touch(node.key);
    verbs.focus(node.key);
  };
  const buttons = [
    needsStart ? (
      <FieldButton
        key="set"
        action="set"
        word={node.state === 'null' ? words.setValue : words.add}
        label={label}
        onPress={press(() => verbs.set(node, startOf(node.schema, read)))}
      />
    ) : null,
    resets === 'none' || node.name === null || holders.has(node.kind) ? null : !isChanged(node) ? (
      <span key="reset" data-cs="field-button" data-reserved="" aria-hidden="true">
        {escapeUnseen(words.reset)}
      </span>
    ) : (
      <FieldButton
        key="reset"
        action="reset"
        word={words.reset}
        label={label}
        onPress={press(() => verbs.reset(node))}
      />
    ),
    node.isNullable && node.state !== 'null' && node.kind !== 'json' ? (
      <FieldButton
        key="null"
        action="null"
        word={words.setNull}
        label={label}
        onPress={press(() => verbs.set(node, null))}
      />
    ) : null,
    canLeave ? (
      <FieldButton
        key="leave"
        action="leave-out"
        word={words.leaveOut}
        label={label}
        onPress={press(() => verbs.set(node, undefined))}
      />
    ) : null,
  ].filter((button) => button !== null);
  if (buttons.length === 0 && slots.actions === undefined) return null;
  return (
    <div data-cs="field-actions">
      {buttons}
      {slots.actions}
    </div>
  );
}

/** Kinds whose value has to exist before anything can be typed. */
const holders: ReadonlySet<FieldNode['kind']> = new Set(['object', 'list', 'union']);
