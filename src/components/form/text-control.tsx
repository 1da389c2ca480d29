'use client';
import { type ReactElement, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { parseNumber, stepped } from '../../form/number-text.js';
import type { NumberNode, TextNode } from '../../form/plain-field.js';
import { refusesEmptyText } from '../../form/plain-fields.js';
import { formStrings } from '../../words/english/form.js';
import { textDirection } from '../part/text-direction.js';
import { useWords } from '../strings-provider.js';
import { type ControlAttributes, useFormControl } from './form-context.js';

/** Props of the control of a text. */
interface TextControlProps {
  readonly node: TextNode;
  readonly control: ControlAttributes;
}

/** A string, on one line or on several. */
export function TextControl({
  node,
  control: { labelId: _, label: __, ...attributes },
}: TextControlProps): ReactElement {
  const { verbs, isBusy } = useFormControl();
  const strings = useWords(formStrings);
  const value = typeof node.value === 'string' ? node.value : '';
  // Replacing the element while the user types would lose the focus: it grows only for text that one line cannot hold.
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
  const set = (text: string): void => {
    if (text === '' && refusesEmptyText(node) && verbs.clear(node)) return;
    verbs.set(node, value.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text);
  };
  if (lines === 'many') {
    const rows = Math.min(12, Math.max(3, value.split('\n').length));
    return (
      <textarea {...shared} dir={textDirection(value)} rows={rows} onChange={(event) => set(event.target.value)} />
    );
  }
  const isMachine = node.format === 'email' || node.format === 'uri';
  // Not `type="email"`, which changes the typed text (blanks at the ends, letters of other scripts).
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

/** Props of the control of a number. */
interface NumberControlProps {
  readonly node: NumberNode;
  readonly control: ControlAttributes;
}

/**
 * A number. Typed text stays as typed: only text that is exactly a number becomes the value, and until then the last
 * one is kept. Arrow keys step.
 */
export function NumberControl({ node, control }: NumberControlProps): ReactElement {
  const { verbs, drafts, isBusy } = useFormControl();
  const strings = useWords(formStrings);
  const { labelId: _, label: __, ...attributes } = control;
  const draft = Object.hasOwn(drafts, node.key) ? drafts[node.key] : undefined;
  const number = typeof node.value === 'number' ? node.value : undefined;
  const shown = number === undefined ? '' : String(number);
  const change = (text: string): void => {
    if (text.trim() === '' && verbs.clear(node)) return;
    const read = parseNumber(text);
    if (read.status !== 'number') verbs.type(node, text === '' && number === undefined ? null : text);
    // "1.0" on the way to "1.05" is the number 1: the text stays, or the zero could not be typed.
    else verbs.type(node, String(read.value) === text ? null : text, read.value);
  };
  return (
    <input
      {...attributes}
      type="text"
      inputMode={keyboardOf(node)}
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

/** Returns the input mode. Number keypads have no minus sign on iPhones. */
function keyboardOf({ isWhole, limits: { min = -1 } }: NumberNode): 'text' | 'numeric' | 'decimal' {
  if (min < 0) return 'text';
  return isWhole ? 'numeric' : 'decimal';
}

/** A date, a time, or both with their time zone. */
export function DateControl({ node, control }: TextControlProps): ReactElement {
  const { verbs, drafts, isBusy } = useFormControl();
  const strings = useWords(formStrings);
  const { labelId: _, label, ...attributes } = control;
  const { local, zone } = parts(typeof node.value === 'string' ? node.value : '');
  const draft = Object.hasOwn(drafts, node.key) ? drafts[node.key] : undefined;
  const isMoment = node.format === 'date-time';
  // Scripts cannot read a partial date: the control reports an empty string.
  const change = (text: string, isBegun: boolean): void => {
    if (text === '' && !isBegun && verbs.clear(node)) return;
    if (text !== '') verbs.set(node, node.format === 'date' ? text : `${withSeconds(text)}${isMoment ? zone : ''}`);
    else if (node.state === 'set') verbs.type(node, '');
  };
  const main = (
    <input
      {...attributes}
      type={isMoment ? 'datetime-local' : node.format}
      step={node.format === 'date' ? undefined : 'any'}
      value={draft ?? local}
      readOnly={isBusy}
      onChange={(event) => change(event.target.value, event.target.validity.badInput)}
      onBlur={(event) => {
        if (event.target.validity.badInput && node.state !== 'set') verbs.type(node, '');
        verbs.touch(node.key);
      }}
    />
  );
  if (!isMoment) return main;
  return (
    <div data-cs="date-time">
      {main}
      <select
        aria-label={strings.offset(label)}
        value={zone}
        onChange={(event) => {
          if (local !== '') verbs.set(node, `${local}${event.target.value}`);
        }}
      >
        {[...new Set([...zones, zone])].map((name) => (
          <option key={name} value={name}>
            {name === '' ? strings.noOffset : name === 'Z' ? 'UTC' : escapeUnseen(`UTC${name}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Splits a date-time into its clock time and its zone. A new one is in UTC, which is the same on every machine. */
function parts(value: string): { local: string; zone: string } {
  const zone = /(?:Z|[+-]\d\d:\d\d)$/.exec(value)?.[0] ?? '';
  if (value === '') return { local: '', zone: 'Z' };
  return /T/.test(value) ? { local: value.slice(0, value.length - zone.length), zone } : { local: value, zone: '' };
}

/** Adds seconds, which formats require: controls omit them when they are zero. */
function withSeconds(text: string): string {
  return /(?:^|T)\d\d:\d\d$/.test(text) ? `${text}:00` : text;
}

const hours = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((hour) => `${hour}:00`);
const zones: readonly string[] = [
  'Z',
  '',
  ...[...hours, '03:30']
    .sort()
    .reverse()
    .map((time) => `-${time}`),
  ...[...hours, '03:30', '04:30', '05:30', '05:45', '06:30', '09:30', '13:00', '14:00']
    .sort()
    .map((time) => `+${time}`),
];
