import type { Meta, StoryObj } from '@storybook/react-vite';
import { buildResults, type DeferredToolHandler } from 'countersign';
import { RunStatus } from 'countersign/components';
import { expect, waitFor } from 'storybook/test';
import { deleteOld, given, showRun } from '../support/index.js';

const meta: Meta<typeof RunStatus> = {
  title: 'Chat/RunStatus',
  component: RunStatus,
  args: { stop: 'button' },
  render: showRun((run, args) => <RunStatus {...args} run={run} />),
};
export default meta;

type Story = StoryObj<typeof RunStatus>;

/** Parks the whole batch, for another day. */
const later: DeferredToolHandler = (requests) =>
  buildResults(requests, { defer: requests.approvals.map((call) => call.toolCallId) });

const slow = { text: 'I look at each of the points in turn and say what I think of it.', pace: 500 };

/** A run goes on: for how long stands beside it, and is not read aloud each second. */
export const Running: Story = {
  args: { stop: 'button' },
  beforeEach: given({ turns: [slow], until: 3_000 }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Working')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Stop' })).toBeVisible();
  },
};

/** The model's service refuses for now, and is asked again. */
export const AskedAgain: Story = {
  beforeEach: given({
    turns: [{ fails: 'Overloaded', status: 529, headers: { 'retry-after': '20' } }, 'Here I am.'],
    until: 1_000,
  }),
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getAllByText(/The model could not answer \(529\)\. Retrying in/)[0]).toBeVisible();
    await waitFor(() =>
      expect(canvasElement.querySelector('[data-cs="run-status"]')).toHaveAttribute('data-retry', 'waiting'),
    );
  },
};

/** A batch waits for people. */
export const Waiting: Story = {
  beforeEach: given({ turns: [{ calls: [deleteOld] }] }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Waiting for you')).toBeVisible();
  },
};

/** It ended without a person: its calls stay open. */
export const Deferred: Story = {
  beforeEach: given({ turns: [{ calls: [deleteOld] }], handler: later, until: 'deferred' }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Paused: actions left open')).toBeVisible();
  },
};

/** Why it failed, in words. */
export const Failed: Story = {
  beforeEach: given({ turns: [{ fails: 'No such model', status: 404 }], until: 'failed' }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent(/No such model/);
  },
};

/** Somebody stopped it, and said why. */
export const Stopped: Story = {
  beforeEach: given({
    turns: [{ calls: [deleteOld] }],
    prepare: async ({ conversation, until }) => {
      conversation.stop('Not today.');
      await until((state) => state.outcome !== null);
    },
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Stopped: Not today.')).toBeVisible();
  },
};

/** Over: what it took and used. */
export const Done: Story = {
  beforeEach: given({ turns: [slow], until: 'idle' }),
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('[data-cs="run-elapsed"]')).toBeVisible();
    await expect(canvasElement.querySelector('[data-cs="run-tokens"]')).toBeVisible();
  },
};
