import type { Meta, StoryObj } from '@storybook/react-vite';
import { ApprovalQueue, DecisionTray, Tray } from 'countersign/components';
import { expect, waitFor, within } from 'storybook/test';
import { clearEnv, deleteOld, given, invite, leaveAll, partsOf, showRun } from '../support/index.js';

const meta: Meta<typeof DecisionTray> = {
  title: 'Attention/DecisionTray',
  component: DecisionTray,
  subcomponents: partsOf('Tray', Tray),
  render: showRun((run) => (
    <>
      <DecisionTray sources={[run]} />
      <ApprovalQueue run={run} />
    </>
  )),
};
export default meta;

type Story = StoryObj<typeof DecisionTray>;

/** A list of all that waits, over conversations, runs and sub-agents; a press goes to the card. */
export const Waiting: Story = {
  beforeEach: given({ turns: [{ calls: [clearEnv, deleteOld, invite] }] }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /3 waiting/ })).toBeVisible();
  },
};

/** A press in the list goes to the card. */
export const JumpedTo: Story = {
  ...Waiting,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /3 waiting/ }));
    const tray = await canvas.findByRole('dialog', { name: 'Waiting for you' });

    await userEvent.click(within(tray).getByRole('button', { name: /Delete notes\/old\.md/ }));

    const card = canvas.getByRole('group', { name: 'Delete notes/old.md' });
    await waitFor(() => expect(card.contains(document.activeElement)).toBe(true));
  },
};

/** It stays open while one looks. */
export const Open: Story = {
  beforeEach: given({ turns: [{ calls: [clearEnv, deleteOld, invite] }], expiry: { after: 5 * 60_000 } }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /3 waiting/ }));

    const tray = await canvas.findByRole('dialog', { name: 'Waiting for you' });
    await expect(within(tray).getAllByRole('listitem')).toHaveLength(3);
  },
};

/** What was left for later stands there too, and opens again from there. */
export const LeftOpen: Story = {
  beforeEach: given({
    turns: [{ calls: [clearEnv, deleteOld] }, 'All done.'],
    prepare: leaveAll,
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: '2 actions left open' }));

    const tray = await canvas.findByRole('dialog', { name: 'Waiting for you' });
    await expect(within(tray).getByRole('button', { name: 'Answer' })).toBeVisible();
  },
};

/** Nothing waits. */
export const Nothing: Story = {
  beforeEach: given({ say: null }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Nothing waiting' }));

    await expect(await canvas.findByText('Nothing needs your approval.')).toBeVisible();
  },
};
