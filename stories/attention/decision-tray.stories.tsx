import type { Meta, StoryObj } from '@storybook/react-vite';
import { ApprovalQueue, DecisionTray, Tray } from 'countersign/components';
import { expect, waitFor, within } from 'storybook/test';
import { clearEnv, deferAll, deleteOld, invite, partsOf, setUpRun, showRun } from '../support/index.js';

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

/** Lists everything that is waiting, across conversations, runs and sub-agents. A press moves to the card. */
export const Waiting: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, deleteOld, invite] }] }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /3 waiting/ })).toBeVisible();
  },
};

/** A press in the list moves to the card. */
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

/** The list stays open while the user looks at it. */
export const Open: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [clearEnv, deleteOld, invite] }], expiry: { after: 5 * 60_000 } }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /3 waiting/ }));

    const tray = await canvas.findByRole('dialog', { name: 'Waiting for you' });
    await expect(within(tray).getAllByRole('listitem')).toHaveLength(3);
  },
};

/** Calls left open for later are listed, too, and can be reopened from here. */
export const LeftOpen: Story = {
  beforeEach: setUpRun({
    turns: [{ calls: [clearEnv, deleteOld] }, 'All done.'],
    prepare: deferAll,
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: '2 actions left open' }));

    const tray = await canvas.findByRole('dialog', { name: 'Waiting for you' });
    await expect(within(tray).getByRole('button', { name: 'Answer' })).toBeVisible();
  },
};

/** Nothing is waiting. */
export const Nothing: Story = {
  beforeEach: setUpRun({ say: null }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Nothing waiting' }));

    await expect(await canvas.findByText('Nothing needs your approval.')).toBeVisible();
  },
};
