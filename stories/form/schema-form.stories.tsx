import type { Meta, StoryObj } from '@storybook/react-vite';
import { initialValue, JsonChanges, SchemaField, SchemaForm } from 'countersign/components';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { expect, fn } from 'storybook/test';

type JSONSchema = ComponentProps<typeof SchemaForm>['schema'];

/** Keeps the value, as an app does. */
function Kept({ value: first, onChange, ...props }: ComponentProps<typeof SchemaForm>): ReactElement {
  const [value, setValue] = useState(first);
  const change: ComponentProps<typeof SchemaForm>['onChange'] = (next) => {
    setValue(next);
    onChange(next);
  };
  return <SchemaForm {...props} value={value} onChange={change} />;
}

/** A form made from the schema of a tool. Types stay types, and what no form can say is edited as JSON. */
const meta: Meta<typeof SchemaForm> = {
  title: 'Forms/SchemaForm',
  component: SchemaForm,
  subcomponents: { SchemaField, JsonChanges },
  args: { onChange: fn(), onSubmit: fn() },
  // The form itself is the control of its value.
  argTypes: { value: { control: false } },
  render: (props) => <Kept {...props} />,
};
export default meta;

type Story = StoryObj<typeof SchemaForm>;

const everything: JSONSchema = {
  type: 'object',
  title: 'Send a message',
  required: ['to', 'subject', 'priority', 'track', 'channel', 'retries'],
  properties: {
    to: { type: 'array', title: 'To', items: { type: 'string', format: 'email' }, minItems: 1, maxItems: 5 },
    subject: { type: 'string', title: 'Subject', minLength: 1, maxLength: 78 },
    body: { type: 'string', title: 'Body', maxLength: 5000, description: 'Plain text. It goes out as it stands.' },
    priority: { enum: ['low', 'normal', 'high'], title: 'Priority' },
    track: { type: 'boolean', title: 'Track opening' },
    retries: { type: 'integer', title: 'Retries', minimum: 0, maximum: 5 },
    sendAt: { type: 'string', title: 'Send at', format: 'date-time' },
    day: { type: 'string', title: 'Valid until', format: 'date' },
    replyTo: { type: ['string', 'null'], title: 'Reply to' },
    channel: {
      title: 'Channel',
      anyOf: [
        {
          type: 'object',
          title: 'Mail',
          required: ['kind', 'host'],
          properties: { kind: { const: 'mail' }, host: { type: 'string', title: 'Host' } },
        },
        {
          type: 'object',
          title: 'Chat',
          required: ['kind', 'room'],
          properties: { kind: { const: 'chat' }, room: { type: 'string', title: 'Room' } },
        },
      ],
    },
    headers: { type: 'object', title: 'Headers', additionalProperties: { type: 'string' } },
    extra: { title: 'Extra', allOf: [{ type: 'string' }, { type: 'object' }] },
  },
};
const message = {
  to: ['ada@example.com', 'grace@example.com'],
  subject: 'Friday',
  body: 'Shall we meet on Friday?',
  priority: 'normal',
  track: false,
  retries: 3,
  sendAt: '2026-03-01T09:30:00+01:00',
  replyTo: null,
  channel: { kind: 'mail', host: 'mail.example.com' },
  headers: { 'X-Team': 'core' },
  extra: { any: ['thing'] },
};

/** Every kind of field: text, number, yes or no, choice, date, list, object, null, absent, union, JSON. */
export const EveryKind: Story = {
  args: { schema: everything, value: message },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Retries' }), '{ArrowUp}');

    await expect(args.onChange).toHaveBeenLastCalledWith({ ...message, retries: 4 });
    await expect(canvas.getByText('Set to no value (null)')).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: 'Extra, as JSON' })).toBeVisible();
  },
};

const small: JSONSchema = {
  type: 'object',
  required: ['path', 'size'],
  properties: { path: { type: 'string', minLength: 1 }, size: { type: 'integer', minimum: 1, maximum: 100 } },
};

/** A field that was left says what is wrong with it. What was typed stays. */
export const FieldWithError: Story = {
  args: { schema: small, value: { path: 'a.txt', size: 7 } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'size' }), 'x');
    await userEvent.tab();

    await expect(canvas.getByText('Not a number yet. The last valid number is kept.')).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: 'size' })).toHaveValue('7x');
  },
};

/** A try to submit sums up what is wrong, and leads to the first field. */
export const ErrorSummary: Story = {
  args: { schema: small, value: { path: '', size: 0 } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));

    await expect(await canvas.findByText('2 fields need attention')).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: 'path' })).toHaveFocus();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** What the app knows to be wrong stands at its field in any case. */
export const IssueFromElsewhere: Story = {
  args: {
    schema: small,
    value: { path: '/etc/hosts', size: 1 },
    issues: [{ path: ['path'], message: 'This path is protected.' }],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: 'path' })).toHaveAccessibleDescription(/protected/);
  },
};

/** What was changed, in words, each with a way back. */
export const EditedAgainstOriginal: Story = {
  args: { schema: small, value: { path: 'notes/b.txt', size: 12 }, original: { path: 'notes/a.txt', size: 12 } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.clear(canvas.getByRole('textbox', { name: 'size' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'size' }), '40');

    await expect(canvas.getByRole('region', { name: '2 changes' })).toHaveTextContent(/before 12after 40/);
    await expect(args.onChange).toHaveBeenLastCalledWith({ path: 'notes/b.txt', size: 40 });
  },
};

/** The whole value as one JSON text. While it does not parse, the last value that did is kept. */
export const AsJson: Story = {
  args: { schema: small, value: { path: 'a.txt', size: 7 }, jsonView: 'offered' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'JSON' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Value, as JSON' }), ',');
    await userEvent.tab();

    await expect(canvas.getByText(/Not valid JSON at line 4, column 2/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Fields' })).toHaveAttribute('aria-disabled', 'true');
    await expect(args.onChange).not.toHaveBeenCalled();
  },
};

/** A schema that no form can say: JSON from the start. */
export const JsonFallback: Story = {
  args: { schema: { allOf: [{ $ref: '#' }] }, value: { query: { match: 'all' } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('There is no form for this value: write it as JSON.')).toBeVisible();
  },
};

/** A new value: what must be there is asked for, and not invented. */
export const NewValue: Story = {
  args: { schema: small, value: initialValue(small) },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));

    await expect(await canvas.findByText('2 fields need attention')).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Of very many choices, a few are drawn and all are found. */
export const ManyChoices: Story = {
  args: {
    schema: {
      type: 'object',
      required: ['zone'],
      properties: { zone: { enum: Array.from({ length: 5000 }, (_, at) => `zone-${at}`) } },
    },
    value: { zone: 'zone-4321' },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Find a choice for zone' }), '99');

    await expect(canvas.getByRole('combobox', { name: 'zone' })).toHaveDisplayValue('zone-4321');
    await expect(canvas.getByRole('option', { name: 'zone-99' })).toBeInTheDocument();
  },
};

/** The submission failed: why, and another try. */
export const SubmitFailed: Story = {
  args: {
    schema: small,
    value: { path: 'a.txt', size: 7 },
    onSubmit: fn(async () => await Promise.reject(new Error('The line is dead.'))),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));

    await expect(await canvas.findByRole('alert')).toHaveTextContent('The line is dead.');
  },
};

/** It cannot be submitted now; the button stays reachable and says why. */
export const Unavailable: Story = {
  args: { schema: small, value: { path: 'a.txt', size: 7 }, disabledReason: 'Another tab answers.' },
  play: async ({ canvas }) => {
    const button = canvas.getByRole('button', { name: 'Submit' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription('Another tab answers.');
  },
};

/** Narrow. */
export const Narrow: Story = {
  args: EveryKind.args ?? {},
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('button', { name: 'Submit' })).toBeVisible();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};

/** Right to left. */
export const RightToLeft: Story = {
  args: EveryKind.args ?? {},
  globals: { language: 'ar' },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('textbox', { name: 'Retries' })).toHaveAttribute('dir', 'ltr');
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  },
};
