'use client';
import type { ReactElement } from 'react';
import { useStrings } from '../strings-provider.js';
import { type ControlAttributes, useFormControl } from './form-context.js';
import { parseNumber, stepped } from '../../form/number-text.js';
import type { NumberNode } from '../../form/plain-field.js';

/** Props of the control of a number. */
export interface NumberControlProps {
  readonly node: NumberNode;
  readonly control: ControlAttributes;
}

/**
 * A number. What is typed stays as typed: only a text that is exactly a number becomes the value, and until then the last one that
 * was stays. Arrow keys step.
 */
export function NumberControl({ node, control }: NumberControlProps): ReactElement {
  const { verbs, drafts, isBusy } = useFormControl();
  const strings = useStrings().form;
  const { labelId: _, label: __, ...attributes } = control;
  const draft = Object.hasOwn(drafts, node.key) ? drafts[node.key] : undefined;
  const number = typeof node.value === 'number' ? node.value : undefined;
  const shown = number === undefined ? '' : String(number);
  const change = (text: string): void => {
    const read = parseNumber(text);
    if (read.status !== 'number') verbs.type(node, text === '' && number === undefined ? null : text);
    // "1.0" on the way to "1.05" is the number 1: the text stays, or the zero could not be typed.
    else verbs.type(node, String(read.value) === text ? null : text, read.value);
  };
  return (
    <input
      {...attributes}
      type="text"
      inputMode={node.isWhole && (node.limits.min ?? -1) >= 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      dir={shown === '' ? 'auto' : 'ltr'}
      value={draft ?? shown}
      readOnly={isBusy}
      placeholder={node.state === 'absent' ? (node.isRequired ? strings.notSetRequired : strings.notSet) : undefined}
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => {
        const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null;
        if (direction === null || event.altKey || event.ctrlKey || event.metaKey || isBusy) return;
        event.preventDefault();
        verbs.set(node, stepped(number ?? 0, direction, node.limits));
      }}
      onBlur={() => {
        if (draft !== undefined && parseNumber(draft).status === 'number') verbs.type(node, null);
        verbs.touch(node.key);
      }}
    />
  );
}
