'use client';
import { type ReactElement, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { BooleanNode, ChoiceNode, ConstantNode } from '../../form/plain-field.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { formStrings } from '../../words/english/form.js';
import { useWords } from '../strings-provider.js';
import { FieldButton } from './field-button.js';
import { type ControlAttributes, useFormControl } from './form-context.js';

/** The number of choices above which the user searches by typing: nobody reads a list of thousands. */
const maxShown = 200;

interface Props<NODE> {
  readonly node: NODE;
  readonly control: ControlAttributes;
}

/** A select of a few values. A value that is not among them is shown as well: nothing is replaced unasked. */
export function ChoiceControl({ node, control }: Props<ChoiceNode>): ReactElement {
  const { verbs } = useFormControl();
  const strings = useWords(formStrings);
  const { labelId: _, label: __, ...attributes } = control;
  const words = (value: JSONValue): string => (value === '' ? strings.empty : strings.changes.value(value));
  const index = node.options.findIndex(({ value }) => isSameJson(value, node.value));
  const isOther = node.state === 'set' && index < 0;
  const [typed, setTyped] = useState('');
  const nameOf = ({ value, title }: ChoiceNode['options'][number]): string => title ?? words(value);
  const found = node.options.flatMap((option, position) =>
    nameOf(option).toLowerCase().includes(typed.trim().toLowerCase()) ? [{ position, name: nameOf(option) }] : [],
  );
  const shown = found.filter(({ position }, at) => at < maxShown || position === index);
  const own = node.options[index];
  if (own !== undefined && !found.some(({ position }) => position === index))
    shown.unshift({ position: index, name: nameOf(own) });
  const select = (
    <select
      {...attributes}
      value={isOther ? 'other' : index < 0 ? '' : String(index)}
      onBlur={() => verbs.touch(node.key)}
      onChange={(event) => {
        const option = node.options[Number(event.target.value)];
        if (event.target.value === '') verbs.set(node, undefined);
        else if (option !== undefined) verbs.set(node, option.value);
      }}
    >
      {node.state === 'absent' || !node.isRequired ? (
        <option value="" disabled={node.isRequired}>
          {node.isRequired ? strings.choose : strings.notSet}
        </option>
      ) : null}
      {isOther ? <option value="other">{strings.notAllowed(words(node.value ?? null))}</option> : null}
      {shown.map(({ position, name }) => (
        <option key={position} value={position}>
          {escapeUnseen(name)}
        </option>
      ))}
    </select>
  );
  if (node.options.length <= maxShown) return select;
  return (
    <div data-cs="choice-finder">
      <input
        type="search"
        data-action="find"
        aria-label={strings.findChoice(control.label)}
        placeholder={strings.findChoiceShort(node.options.length)}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {select}
      <p data-cs="field-note" role="status">
        {strings.choicesFound(Math.min(found.length, maxShown), found.length)}
      </p>
    </div>
  );
}

/** Two buttons for yes and no, neither pressed while the value is absent, since that is not the same as no. */
export function BooleanControl({ node, control }: Props<BooleanNode>): ReactElement {
  const { verbs } = useFormControl();
  const strings = useWords(formStrings);
  return (
    <div data-cs="yes-no">
      {[true, false].map((value) => (
        <label key={String(value)}>
          <input
            type="radio"
            id={value ? control.id : undefined}
            name={control.id}
            checked={node.value === value}
            aria-invalid={control['aria-invalid']}
            aria-describedby={control['aria-describedby']}
            onChange={() => verbs.set(node, value)}
            onBlur={() => verbs.touch(node.key)}
          />
          {value ? strings.yes : strings.no}
        </label>
      ))}
    </div>
  );
}

/** A value that cannot be changed. */
export function ConstantControl({ node, control }: Props<ConstantNode>): ReactElement {
  const { verbs } = useFormControl();
  const strings = useWords(formStrings);
  const text = strings.changes.value(node.constant);
  return (
    <p data-cs="constant" translate="no" id={control.id}>
      {node.state === 'absent' ? (
        <>
          <span data-cs="value-empty">{strings.notSet}</span>
          <FieldButton
            action="add"
            word={strings.actions.add}
            label={`${control.label} ${text}`}
            onPress={() => verbs.set(node, node.constant)}
          />
        </>
      ) : (
        <>
          <code dir="auto" translate="no">
            {text}
          </code>{' '}
          <span data-cs="field-note">{strings.fixed}</span>
        </>
      )}
    </p>
  );
}
