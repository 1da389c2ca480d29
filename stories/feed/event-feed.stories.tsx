import type { Meta, StoryObj } from '@storybook/react-vite';
import { toolDenied } from 'countersign';
import { EventFeed } from 'countersign/components';
import { expect, within } from 'storybook/test';
import { clearEnv, deleteOld, given, readPlan, showRun } from '../support/index.js';

const meta: Meta<typeof EventFeed> = {
  title: 'Feed/EventFeed',
  component: EventFeed,
  render: showRun((run) => <EventFeed run={run} />),
};
export default meta;

type Story = StoryObj<typeof EventFeed>;

/** Nothing has happened yet. */
export const Empty: Story = {
  beforeEach: given({ say: null }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Nothing has happened yet')).toBeVisible();
  },
};

/** The run waits for people: what waits is hollow, what is done is full. */
export const Waiting: Story = {
  beforeEach: given({ turns: [{ after: 940, text: 'One moment.', calls: [readPlan, clearEnv, deleteOld] }] }),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('live')).toBeVisible();
    await expect(canvas.getByText('batch of 2 handed over')).toBeVisible();

    const [line] = canvas.getAllByText('batch of 2 handed over');
    if (line !== undefined) await userEvent.click(line);

    await expect(within(canvas.getByRole('region')).getByText(/"type": "deferred-request"/)).toBeVisible();
  },
};

/** A finished run: a yes, a no, and what came of them. */
export const Finished: Story = {
  beforeEach: given({
    turns: [
      { after: 940, calls: [clearEnv, deleteOld] },
      { after: 600, text: 'The rest is as it was.' },
    ],
    prepare: async ({ conversation, until }) => {
      await conversation.decide('call-1', true);
      await conversation.decide('call-2', toolDenied('I still need it.'));
      await until((state) => state.status === 'idle');
    },
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('run completed')).toBeVisible();
    await expect(canvas.queryByText('live')).toBeNull();
  },
};

/** The model could not be reached. */
export const Failed: Story = {
  beforeEach: given({ turns: [{ fails: 'No such model', status: 404 }], until: 'failed' }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('run failed')).toBeVisible();
  },
};
