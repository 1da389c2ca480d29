import type { Meta, StoryObj } from '@storybook/react-vite';
import { buildResults, type DeferredToolHandler } from 'countersign';
import { RunStatus } from 'countersign/components';
import { expect, waitFor } from 'storybook/test';
import { deleteOld, setUpRun, showRun } from '../support/index.js';

const meta: Meta<typeof RunStatus> = {
  title: 'Chat/RunStatus',
  component: RunStatus,
  args: { stop: 'button' },
  render: showRun((run, args) => <RunStatus {...args} run={run} />),
};
export default meta;

type Story = StoryObj<typeof RunStatus>;

/** Parks the whole batch for a later run. */
const later: DeferredToolHandler = (requests) =>
  buildResults(requests, { defer: requests.approvals.map((call) => call.toolCallId) });

const slow = { text: 'I look at each of the points in turn and say what I think of it.', pace: 500 };

/** A running run shows its elapsed time, which screen readers do not announce every second. */
export const Running: Story = {
  args: { stop: 'button' },
  beforeEach: setUpRun({ turns: [slow], until: 3_000 }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Working')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Stop' })).toBeVisible();
  },
};

/** The model's service is overloaded, and the request will be retried. */
export const AskedAgain: Story = {
  beforeEach: setUpRun({
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

/** A batch is waiting for an answer. */
export const Waiting: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [deleteOld] }] }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Waiting for you')).toBeVisible();
  },
};

/** The run ended without answers, and its calls stay open. */
export const Deferred: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [deleteOld] }], handler: later, until: 'deferred' }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Paused: actions left open')).toBeVisible();
  },
};

/** The run failed, with an explanation. */
export const Failed: Story = {
  beforeEach: setUpRun({ turns: [{ fails: 'No such model', status: 404 }], until: 'failed' }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent(/No such model/);
  },
};

/** A user stopped the run and gave a reason. */
export const Stopped: Story = {
  beforeEach: setUpRun({
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

/** Finished, with its duration and usage. */
export const Done: Story = {
  beforeEach: setUpRun({ turns: [slow], until: 'idle' }),
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('[data-cs="run-elapsed"]')).toBeVisible();
    await expect(canvasElement.querySelector('[data-cs="run-tokens"]')).toBeVisible();
  },
};
