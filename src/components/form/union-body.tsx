'use client';
import { type ReactElement, useRef } from 'react';
import type { JSONValue } from '../../protocol/json.js';
import { useStrings } from '../strings-provider.js';
import { convert } from '../../form/convert.js';
import type { UnionNode } from '../../form/field-node.js';
import { type ControlAttributes, useFormControl } from './form-context.js';

/** Props of {@link UnionBody}. */
export interface UnionBodyProps {
  readonly node: UnionNode;
  readonly control: ControlAttributes;
}

/** A value of one of several kinds: which kind, and the field of that kind. Another kind keeps what fits, and a return brings back the rest. */
export function UnionBody({ node, control }: UnionBodyProps): ReactElement {
  const { verbs, read, renderBody } = useFormControl();
  const strings = useStrings().form;
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
    <div data-slot="field-group" data-union="">
      <label data-slot="union-chooser">
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
              {titles.indexOf(title) === titles.lastIndexOf(title) ? title : `${title} ${index + 1}`}
            </option>
          ))}
        </select>
      </label>
      {node.field === null ? null : renderBody(node.field, { ...control, id: `${control.id}-of` })}
    </div>
  );
}
