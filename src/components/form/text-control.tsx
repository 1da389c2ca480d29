'use client';
import { type ReactElement, useState } from 'react';
import { useStrings } from '../strings-provider.js';
import { type ControlAttributes, useFormControl } from './form-context.js';
import type { TextNode } from '../../form/plain-field.js';

/** Props of the control of a text. */
export interface TextControlProps {
  readonly node: TextNode;
  readonly control: ControlAttributes;
}

/** A text, on one line or on several. */
export function TextControl({
  node,
  control: { labelId: _, label: __, ...attributes },
}: TextControlProps): ReactElement {
  const { verbs, isBusy } = useFormControl();
  const strings = useStrings().form;
  const value = typeof node.value === 'string' ? node.value : '';
  // Another element while somebody types would lose the focus: only what one line cannot hold makes it grow.
  const [lines, setLines] = useState(node.lines);
  if (lines === 'one' && value.includes('\n')) setLines('many');

  const shared = {
    ...attributes,
    value: value.replaceAll('\r\n', '\n'),
    readOnly: isBusy,
    placeholder: node.state === 'absent' ? (node.isRequired ? strings.notSetRequired : strings.notSet) : undefined,
    spellCheck: false,
    onBlur: () => verbs.touch(node.key),
  };
  const set = (text: string): void => verbs.set(node, value.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text);
  if (lines === 'many') {
    const rows = Math.min(12, Math.max(3, value.split('\n').length));
    return <textarea {...shared} dir="auto" rows={rows} onChange={(event) => set(event.target.value)} />;
  }
  const isMachine = node.format === 'email' || node.format === 'uri';
  // Types, not `type="email"`: that would change what was typed (blanks at the ends, letters of other scripts).
  const mode = node.format === 'email' ? 'email' : node.format === 'uri' ? 'url' : undefined;
  return (
    <input
      {...shared}
      type="text"
      inputMode={mode}
      autoCapitalize="off"
      autoComplete="off"
      dir={isMachine && value !== '' ? 'ltr' : 'auto'}
      onChange={(event) => set(event.target.value)}
    />
  );
}
