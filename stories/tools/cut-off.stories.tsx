import type { Meta, StoryObj } from '@storybook/react-vite';
import { tool } from 'countersign';
import { AgentChat, ApprovalQueue, ClientTool, ClientToolOutlet } from 'countersign/components';
import { expect, waitFor } from 'storybook/test';
import { z } from 'zod';
import { partsOf, runOf, type StoryScript, setUpRun, showRun } from '../support/index.js';
import { historyOf } from './external-tool-script.js';

const meta: Meta = {
  title: 'Client tools/Calls that were cut off',
  component: ClientToolOutlet,
  subcomponents: partsOf('ClientTool', ClientTool),
  render: showRun((run) => <ApprovalQueue run={run} />),
};
export default meta;

type Story = StoryObj;

const pay = tool({
  description: 'Pays an invoice',
  inputSchema: z.object({ invoice: z.string(), amount: z.number(), account: z.string() }),
  outputSchema: z.nullable(z.object({ receipt: z.string() })),
  describe: ({ invoice, amount }) => ({ title: `Pay invoice ${invoice}: € ${amount}`, risk: 'high' }),
  execute: () => ({ receipt: 'R-9' }),
});

const input = { invoice: '2026-114', amount: 420, account: 'NL91 ABNA 0417 1643 00' };

const cutOff = (script: Partial<StoryScript> = {}) =>
  setUpRun({
    tools: () => ({ pay }),
    turns: [{ calls: [{ toolName: 'pay', toolCallId: 'payment', input }] }, 'Thanks.'],
    begun: { payment: Date.UTC(2026, 10, 23, 12, 4) },
    ...script,
  });

/** The chat shows the result of the answer. */
const inChat = showRun((run) => <AgentChat run={run} />);

/**
 * The page was closed while a tool was running, so it is unknown whether the invoice was paid. The user
 * reports what happened.
 */
export const MayHaveHappened: Story = {
  beforeEach: cutOff(),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText(/and was interrupted. It may have happened; this page cannot know./),
    ).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'It happened…' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Run again' })).toHaveAccessibleDescription(/does it twice/);
    await expect(canvas.getByRole('button', { name: 'It failed…' })).toBeVisible();
  },
};

/** It happened. The user enters the receipt, which the model receives as the result. */
export const ItHappened: Story = {
  render: inChat,
  beforeEach: cutOff(),
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'It happened…' }));
    await userEvent.type(canvas.getByRole('textbox', { name: /What was the result/ }), '{{"receipt":"R-7"}');
    await userEvent.click(canvas.getByRole('button', { name: 'It happened' }));

    await expect(await historyOf(runOf({ loaded }))).toContain('"value":{"receipt":"R-7"}');
  },
};

/** The entered result does not match the tool's schema. The card reports it and stays open. */
export const ResultThatDoesNotFit: Story = {
  beforeEach: cutOff(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'It happened…' }));
    await userEvent.type(canvas.getByRole('textbox', { name: /What was the result/ }), 'paid');
    await userEvent.click(canvas.getByRole('button', { name: 'It happened' }));

    await expect(await canvas.findByRole('alert')).toBeVisible();
    await expect(canvas.getByRole('textbox', { name: /What was the result/ })).toHaveValue('paid');
  },
};

/** It failed. The model receives the reason. */
export const ItFailed: Story = {
  beforeEach: cutOff(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'It failed…' }));

    await expect(canvas.getByRole('textbox', { name: 'What went wrong? The model reads this.' })).toHaveFocus();
  },
};

/** It runs again, without another request for approval. */
export const RunsAgain: Story = {
  render: inChat,
  beforeEach: cutOff(),
  play: async ({ canvas, loaded, userEvent }) => {
    const again = await canvas.findByRole('button', { name: 'Run again' });
    await waitFor(() => expect(again).toHaveAttribute('data-arming', 'armed'));
    await userEvent.click(again);

    await expect(await historyOf(runOf({ loaded }))).toContain('"value":{"receipt":"R-9"}');
  },
};
