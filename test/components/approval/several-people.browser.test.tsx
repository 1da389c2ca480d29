import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ApprovalQueue, Thread } from 'countersign/components';
import { disarmApprovals } from 'countersign/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PendingItem } from '../../../src/approval/broker/pending.js';
import type { ApprovalProgress } from '../../../src/protocol/decided-by.js';
import { approval, batch, type FakeRun, fakeRun } from '../support.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

function seenBy(viewer: ApprovalProgress['viewer'], toolCallId = 'a'): PendingItem {
  return approval(toolCallId, {
    needs: [{ approvals: 2, from: ['role:ops'], notRequester: true }],
    approvedBy: [{ id: 'ada', name: 'Ada' }],
    approvalProgress: { viewer, viewerId: viewer === 'approved' ? 'ada' : 'eve', missing: [1], approvedAt: [0] },
  });
}

function show(...items: readonly PendingItem[]): FakeRun {
  const run = fakeRun({ pending: [batch(items)] });
  render(<ApprovalQueue run={run} />);
  return run;
}

describe('A call that needs several people', () => {
  it.each<[ApprovalProgress['viewer'], string, string]>([
    ['requester', 'Approve', 'You started this, so someone else has to approve it.'],
    ['other', 'Approve', 'Only the people named above can approve this.'],
    ['approved', 'Approved', 'You approved. Waiting for one more.'],
  ])('C466 takes no approval of the %s, by press or by key, and says why', async (viewer, name, note) => {
    const run = show(seenBy(viewer));
    const approve = screen.getByRole('button', { name });

    await userEvent.click(approve);
    screen.getByRole('heading', { name: 'Write a' }).focus();
    await userEvent.keyboard('a');

    expect(run.decide).not.toHaveBeenCalled();
    expect(approve).toHaveAttribute('aria-disabled', 'true');
    expect(approve).toHaveAccessibleDescription(note);
    expect(screen.getByRole('heading', { name: '1 action waits for someone else' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Remember/ })).toBeNull();
  });

  it('C466 says who has approved, who is missing, and that an approval is the last', async () => {
    const run = show(seenBy('open'));

    const row = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));

    expect(row).toContainEqual(expect.stringMatching(/^Approved by Ada \d/));
    expect(row).toContain('Still missing: you or someone from ops');
    expect(screen.getByText('Yours is the last approval that is missing.')).toBeVisible();
    expect(run.decide).toHaveBeenCalled();
  });

  it('C466 is left out of an approval of all', async () => {
    const run = show(seenBy('requester'), approval('b'), approval('c'));

    await userEvent.click(screen.getByRole('button', { name: /Approve all|Approve the 2/ }));

    expect(run.decide.mock.calls.map(([id]) => id)).toEqual(['b', 'c']);
    expect(screen.queryByText(/Left for you/)).toBeNull();
  });

  it('C499 is one line in the chat of the requester, with its card on request', async () => {
    const run = fakeRun({ pending: [batch([seenBy('requester')])] });
    render(<Thread run={run} />);
    const line = within(screen.getByRole('region', { name: 'Write a' }));

    expect(line.getByText('Ada approved. Waiting for someone from ops')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    const details = line.getByRole('button', { name: 'Details' });
    await userEvent.click(details);

    expect(details).toHaveFocus();
    expect(details).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('button', { name: 'Deny…' })).toBeVisible();
  });

  it.each(['open', 'approved', 'other'] as const)('C499 is a card in the chat of a reader who is %s', (viewer) => {
    const run = fakeRun({ pending: [batch([seenBy(viewer)])] });
    render(<Thread run={run} />);

    expect(screen.getByRole('group', { name: 'Write a' })).toBeVisible();
  });
});
