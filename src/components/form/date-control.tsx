'use client';
import type { ReactElement } from 'react';
import { useStrings } from '../strings-provider.js';
import { useFormControl } from './form-context.js';
import type { TextControlProps } from './text-control.js';

/** A date, a time, or both with the time zone that belongs to them. */
export function DateControl({ node, control }: TextControlProps): ReactElement {
  const { verbs, drafts, isBusy } = useFormControl();
  const strings = useStrings().form;
  const { labelId: _, label, ...attributes } = control;
  const { local, zone } = parts(typeof node.value === 'string' ? node.value : '');
  const draft = Object.hasOwn(drafts, node.key) ? drafts[node.key] : undefined;
  const isMoment = node.format === 'date-time';
  // Half a date is no text that a script can read: the control says so by an empty one.
  const change = (text: string): void => {
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
      onChange={(event) => change(event.target.value)}
      onBlur={(event) => {
        if (event.target.validity.badInput && node.state !== 'set') verbs.type(node, '');
        verbs.touch(node.key);
      }}
    />
  );
  if (!isMoment) return main;
  return (
    <div data-slot="date-time">
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
            {name === '' ? strings.noOffset : name === 'Z' ? 'UTC' : `UTC${name}`}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The clock and the zone of a moment. A new one is in UTC, which is the same on every machine. */
function parts(value: string): { local: string; zone: string } {
  const zone = /(?:Z|[+-]\d\d:\d\d)$/.exec(value)?.[0] ?? '';
  if (value === '') return { local: '', zone: 'Z' };
  return /T/.test(value) ? { local: value.slice(0, value.length - zone.length), zone } : { local: value, zone: '' };
}

/** Controls leave out seconds that are zero; formats want them. */
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
