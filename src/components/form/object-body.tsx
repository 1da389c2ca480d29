'use client';
import { type ReactElement, useRef, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { convert } from '../../form/convert.js';
import type { FieldNode, ObjectNode, UnionNode } from '../../form/field-node.js';
import { startOf } from '../../form/initial-value.js';
import { renamedMember, withValueAt } from '../../form/json-path.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { pathKey } from '../../protocol/base/json-path.js';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import { formStrings } from '../../words/english/form.js';
import { useWords } from '../strings-provider.js';
import { FieldButton } from './field-button.js';
import { type ControlAttributes, useFormControl } from './form-context.js';

/** Props of {@link ObjectBody}. */
interface ObjectBodyProps {
  readonly node: ObjectNode;
  readonly label: string;
}

/** The members of an object: those in the schema and others, with buttons to add both. */
export function ObjectBody({ node, label }: ObjectBodyProps): ReactElement {
  const { renderField } = useFormControl();
  const strings = useWords(formStrings);
  const isBare = node.fields.length + node.extras.length === 0;
  return (
    <div data-cs="field-group">
      {node.fields.map((field) => renderField(field))}
      {isBare && node.state === 'set' ? <p data-cs="value-empty">{strings.empty}</p> : null}
      {node.extras.map((field) => (
        <ExtraField key={field.key} holder={node} holderLabel={label} field={field} />
      ))}
      {node.more.length > 0 || node.extra === 'allowed' ? <AddMember node={node} label={label} /> : null}
    </div>
  );
}

function AddMember({ node, label }: ObjectBodyProps): ReactElement {
  const { verbs, read } = useFormControl();
  const strings = useWords(formStrings);
  const add = (name: string, schema: unknown, action?: string): void => {
    verbs.set(node, withValueAt(node.value, [name], startOf(schema, read)));
    verbs.focus(pathKey([...node.path, name]), action);
  };
  const members = isRecord(node.value) ? node.value : {};
  const properties = isRecord(node.schema.properties) ? node.schema.properties : {};
  const addNew = (): void => {
    let name = strings.newName;
    for (let count = 2; Object.hasOwn(members, name) || Object.hasOwn(properties, name); count += 1) {
      name = `${strings.newName}${count}`;
    }
    add(name, node.schema.additionalProperties, 'rename');
  };
  return (
    <div data-cs="field-actions">
      {node.more.length === 0 ? null : (
        <select
          data-cs="add-member"
          aria-label={strings.addMore(label)}
          value=""
          onChange={(event) => add(event.target.value, ownMember(properties, event.target.value))}
        >
          <option value="">{strings.addMoreShort}</option>
          {node.more.map((name) => (
            <option key={name} value={name}>
              {escapeUnseen(name)}
            </option>
          ))}
        </select>
      )}
      {node.extra === 'allowed' ? (
        <FieldButton action="add" word={strings.actions.add} label={strings.addMore(label)} onPress={addNew} />
      ) : null}
    </div>
  );
}

interface ExtraFieldProps {
  readonly holder: ObjectNode;
  readonly holderLabel: string;
  readonly field: FieldNode;
}

/** A member with a name that the user chose. */
function ExtraField({ holder, holderLabel, field }: ExtraFieldProps): ReactElement {
  const { renderField, verbs } = useFormControl();
  const strings = useWords(formStrings);
  const name = String(field.name);
  const remove = (): void => {
    verbs.set(field, undefined);
    verbs.focus(holder.key);
  };
  return renderField(field, {
    removal: 'actions',
    name: <NameInput holder={holder} holderLabel={holderLabel} name={name} />,
    actions: <FieldButton action="remove" word={strings.actions.remove} label={name} onPress={remove} />,
  });
}

interface NameInputProps {
  readonly holder: ObjectNode;
  readonly holderLabel: string;
  readonly name: string;
}

/** The input for a member's name. The name changes when the input loses focus: each letter would be another member. */
function NameInput({ holder, holderLabel, name }: NameInputProps): ReactElement {
  const { verbs, isBusy } = useFormControl();
  const strings = useWords(formStrings);
  const [typed, setTyped] = useState<string | null>(null);
  const isTaken = typed !== null && typed !== name && isRecord(holder.value) && Object.hasOwn(holder.value, typed);
  const commit = (): void => {
    if (typed === null || isTaken) return;
    setTyped(null);
    if (typed === name) return;
    verbs.set(holder, renamedMember(holder.value ?? {}, name, typed));
  };
  return (
    <span data-cs="extra-name" translate="no">
      <input
        type="text"
        data-action="rename"
        aria-label={strings.extraName(holderLabel)}
        aria-invalid={isTaken || undefined}
        dir="auto"
        spellCheck={false}
        value={typed ?? name}
        readOnly={isBusy}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit();
        }}
      />
      <span data-cs="field-errors" role="alert">
        {isTaken ? strings.nameTaken(typed) : null}
      </span>
    </span>
  );
}

/** Props of {@link UnionBody}. */
interface UnionBodyProps {
  readonly node: UnionNode;
  readonly control: ControlAttributes;
}

/**
 * A value of one of several kinds: a choice of the kind, and the field of that kind. Another kind keeps matching
 * members, and switching back restores the rest.
 */
export function UnionBody({ node, control }: UnionBodyProps): ReactElement {
  const { verbs, read, renderBody } = useFormControl();
  const strings = useWords(formStrings);
  const left = useRef(new Map<number, JSONValue>());
  const titles = node.options.map(({ title, type }) => title ?? strings.type[type] ?? type);
  const choose = (index: number): void => {
    const option = node.options[index];
    if (option === undefined) return;
    if (node.value !== undefined) left.current.set(node.selected, node.value);
    verbs.chooseOption(
      node,
      index,
      convert({ value: node.value, to: option.schema, earlier: left.current.get(index), read }),
    );
  };
  return (
    <div data-cs="field-group" data-union="">
      <label data-cs="union-chooser">
        <span>{strings.kindShort}</span>
        <select
          id={control.id}
          aria-label={strings.kind(control.label)}
          value={node.selected < 0 ? '' : String(node.selected)}
          onBlur={() => verbs.touch(node.key)}
          onChange={(event) => choose(Number(event.target.value))}
        >
          {node.selected < 0 ? (
            <option value="" disabled>
              {strings.choose}
            </option>
          ) : null}
          {titles.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their place in the schema
            <option key={index} value={index}>
              {escapeUnseen(titles.indexOf(title) === titles.lastIndexOf(title) ? title : `${title} ${index + 1}`)}
            </option>
          ))}
        </select>
      </label>
      {node.field === null ? null : renderBody(node.field, { ...control, id: `${control.id}-of` })}
    </div>
  );
}
