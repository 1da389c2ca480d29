import type { Meta, StoryObj } from '@storybook/react-vite';
import { schemaFormTool, Thread } from 'countersign/components';
import { expect } from 'storybook/test';
import { z } from 'zod';
import { runOf, setUpRun, showRun } from '../support/index.js';
import { externalToolScript, historyOf } from './external-tool-script.js';

const meta: Meta = {
  title: 'Client tools/schemaFormTool',
  render: showRun((run) => <Thread run={run} />),
};
export default meta;

type Story = StoryObj;

const address = z.object({
  street: z.string().min(1),
  number: z.number().int().min(1),
  country: z.enum(['Austria', 'Germany', 'Switzerland']),
});

/** A form generated from the result schema of a tool. The result has the schema's types. */
export const OfTheResult: Story = {
  beforeEach: setUpRun(
    externalToolScript({
      title: 'Ask for the address',
      input: { question: 'Where shall it be sent?' },
      outputSchema: address,
      clientTool: { render: schemaFormTool({ schema: address }) },
    }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('textbox', { name: 'street' })).toBeVisible();
    await expect(canvas.getByRole('combobox', { name: 'country' })).toBeVisible();
  },
};

/** A question without a schema is answered as text. Interrupts of AG-UI servers can be such questions. */
export const InWords: Story = {
  beforeEach: setUpRun(
    externalToolScript({
      title: 'Interrupt',
      input: { message: 'What name shall the report have?', reason: 'input' },
      clientTool: { render: schemaFormTool() },
    }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('textbox', { name: /Answer/ })).toBeVisible();
  },
};

/** The sent result has the types of the schema. */
export const Sent: Story = {
  ...OfTheResult,
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: 'street' }), 'Ring');
    await userEvent.type(canvas.getByRole('textbox', { name: 'number' }), '7');
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'country' }), 'Austria');
    await userEvent.click(canvas.getByRole('button', { name: 'Send answer' }));

    await expect(await historyOf(runOf({ loaded }))).toContain('{"street":"Ring","number":7,"country":"Austria"}');
  },
};

/** Invalid values are reported at their fields, and nothing is sent. */
export const WithProblems: Story = {
  beforeEach: setUpRun(
    externalToolScript({
      title: 'Ask for the address',
      input: { question: 'Where shall it be sent?' },
      outputSchema: address,
      clientTool: { render: schemaFormTool({ schema: address }) },
    }),
  ),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: 'number' }), 'seven');
    await userEvent.click(canvas.getByRole('button', { name: 'Send answer' }));

    await expect(canvas.getByRole('textbox', { name: 'number' })).toHaveAttribute('aria-invalid', 'true');
    await expect(runOf({ loaded }).state.status).toBe('waiting');
  },
};

/** The model sends a schema with its question. */
export const SentByTheModel: Story = {
  beforeEach: setUpRun(
    externalToolScript({
      title: 'Ask the user',
      input: {
        question: 'How many, and when?',
        schema: {
          type: 'object',
          properties: { count: { type: 'integer', default: 2 }, day: { type: 'string', format: 'date' } },
          required: ['count'],
        },
      },
      clientTool: { render: schemaFormTool() },
    }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('textbox', { name: 'count' })).toHaveValue('2');
  },
};
