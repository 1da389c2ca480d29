import type { Meta, StoryObj } from '@storybook/react-vite';
import type { DeferredCall, PendingItem, UseAgentRunResult } from 'countersign';
import { ApprovalCard, ApprovalQueue } from 'countersign/components';
import { type ReactElement, useMemo } from 'react';
import { expect } from 'storybook/test';
import { runOf, setUpRun, showRun } from '../support/index.js';

const code = '<ApprovalCard run={run} batch={batch} item={item} />';

const meta: Meta<typeof ApprovalCard> = {
  title: 'Approval/Several people',
  component: ApprovalCard,
  parameters: {
    docs: {
      description: { component: 'One call that needs two people of ops, as three of them see it.' },
      source: { code },
    },
  },
};
export default meta;

type Story = StoryObj<typeof ApprovalCard>;
type People = Pick<DeferredCall, 'approvedBy' | 'approvalProgress'>;

const deploy = {
  toolName: 'send_mail',
  input: { to: ['shop@example.com'], subject: 'Deploy 2.4.0', body: '14 commits' },
};
const twoOfOps = [{ approvals: 2, from: ['role:ops'], notRequester: true }] as const;
const approvedAt = [Date.UTC(2030, 0, 1, 12, 4)];
const ada = [{ id: 'ada', name: 'Ada' }];

function Seen({ run, people }: { readonly run: UseAgentRunResult; readonly people: People }): ReactElement | null {
  const [batch] = run.pending;
  const [item] = batch?.items ?? [];
  const seen = useMemo(() => item && { ...item, call: { ...item.call, needs: twoOfOps, ...people } }, [item, people]);
  return batch === undefined || seen === undefined ? null : <ApprovalCard run={run} batch={batch} item={seen} />;
}

function seenBy(people: People): Pick<Story, 'beforeEach' | 'render'> {
  return {
    beforeEach: setUpRun({ turns: [{ calls: [deploy] }] }),
    render: showRun((run) => <Seen run={run} people={people} />),
  };
}

/** The person who started it: an approval would not count, so Approve is disabled and says why. A denial counts. */
export const Requester: Story = {
  ...seenBy({
    approvedBy: ada,
    approvalProgress: { viewer: 'requester', viewerId: 'eve', missing: [1], approvedAt },
  }),
  play: async ({ canvas, loaded, userEvent }) => {
    const approve = canvas.getByRole('button', { name: 'Approve' });
    await expect(approve).toHaveAttribute('aria-disabled', 'true');
    await expect(approve).toHaveAccessibleDescription('You started this, so someone else has to approve it.');

    await userEvent.click(approve);

    await expect(runOf({ loaded }).log).toEqual([]);
    await expect(approve).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Edit' })).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Deny…' })).toBeVisible();
  },
};

function InChat({ run, people }: { readonly run: UseAgentRunResult; readonly people: People }): ReactElement {
  const seen = useMemo(() => {
    const asked = (item: PendingItem): PendingItem => ({ ...item, call: { ...item.call, needs: twoOfOps, ...people } });
    const pending = run.pending.map((batch) => ({ ...batch, items: batch.items.map(asked) }));
    const state = { ...run.store.getState(), pending };
    const store = { ...run.store, getState: () => state };
    return { ...run, pending, store };
  }, [run, people]);
  return <ApprovalQueue run={seen} others="line" />;
}

/** The same in the chat of the requester: one line, as there is nothing to press. The card is shown on request. */
export const RequesterInChat: Story = {
  beforeEach: setUpRun({ turns: [{ calls: [deploy] }] }),
  render: showRun((run) => (
    <InChat
      run={run}
      people={{ approvedBy: ada, approvalProgress: { viewer: 'requester', viewerId: 'eve', missing: [1], approvedAt } }}
    />
  )),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('Ada approved. Waiting for someone from ops')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Approve' })).toBeNull();

    await userEvent.click(canvas.getByRole('button', { name: 'Details' }));

    await expect(canvas.getByRole('button', { name: 'Deny…' })).toBeVisible();
  },
};

/** The first of two: the card says that the approval counts, and who is missing. */
export const FirstApprover: Story = {
  ...seenBy({
    approvedBy: ada,
    approvalProgress: { viewer: 'approved', viewerId: 'ada', missing: [1], approvedAt },
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('You approved. Waiting for one more.')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Approved' })).toHaveAttribute('aria-disabled', 'true');
    await expect(canvas.getByText('someone from ops')).toBeVisible();
  },
};

/** The second: it is the last approval that is missing. */
export const SecondApprover: Story = {
  ...seenBy({
    approvedBy: ada,
    approvalProgress: { viewer: 'open', viewerId: 'bob', missing: [1], approvedAt },
  }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('you or someone from ops')).toBeVisible();
    await expect(canvas.getByText('Yours is the last approval that is missing.')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Approve' })).not.toHaveAttribute('aria-disabled');
  },
};

/** Someone whom no rule asks: only a denial counts. */
export const NotAsked: Story = {
  ...seenBy({ approvalProgress: { viewer: 'other', viewerId: 'carl', missing: [2], approvedAt: [] } }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('2 more from ops')).toBeVisible();
    await expect(canvas.getByText('Only the people named above can approve this.')).toBeVisible();
  },
};
