import type { Meta, StoryObj } from '@storybook/react-vite';
import { Elicitation, Thread } from 'countersign/components';
import { expect } from 'storybook/test';
import { runOf, setUpRun, showRun } from '../support/index.js';
import { externalToolScript, historyOf } from './external-tool-script.js';

const meta: Meta = {
  title: 'Client tools/Elicitation',
  component: Elicitation,
  render: showRun((run) => <Thread run={run} />),
};
export default meta;

type Story = StoryObj;

const stay = {
  type: 'object',
  properties: {
    email: { type: 'string', format: 'email', title: 'E-mail' },
    nights: { type: 'integer', minimum: 1, title: 'Nights' },
    room: { type: 'string', title: 'Room', enum: ['single', 'double'] },
  },
  required: ['email', 'nights'],
} as const;

const form = { mode: 'form', message: 'The hotel needs to know about your stay.', schema: stay } as const;

/** A form generated from a schema that an MCP server sends. */
export const Form: Story = {
  beforeEach: setUpRun(
    externalToolScript({ title: 'The hotel asks you something', input: form, clientTool: { render: Elicitation } }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('textbox', { name: /E-mail/ })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Decline' })).toBeVisible();
  },
};

/** Declining is an answer, too, and is sent to the server. */
export const Declined: Story = {
  ...Form,
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Decline' }));

    await expect(await historyOf(runOf({ loaded }))).toContain('{"action":"decline"}');
  },
};

/** The server requests that the user open a page. The card shows its host and loads nothing from it. */
export const Page: Story = {
  beforeEach: setUpRun(
    externalToolScript({
      title: 'The hotel wants you to open a page',
      input: { mode: 'url', message: 'Pay for your stay.', url: 'https://pay.example/42?key=1' },
      clientTool: { render: Elicitation },
    }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('pay.example')).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('rel', 'noopener noreferrer');
  },
};
