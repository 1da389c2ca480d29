import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PendingBatch } from '../../../src/approval/broker/pending.js';
import { ApprovalQueue, MessageComposer } from '../../../src/components/index.js';
import { toolDenied } from '../../../src/protocol/make-answer.js';
import { disarmApprovals } from '../../../src/testing/disarm-approvals.js';
import { approval, batch, external, type FakeRun, fakeRun, settleOnDecide } from '../support.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

function showQueue(...pending: PendingBatch[]): FakeRun {
  const run = fakeRun({ pending });
  render(
    <StrictMode>
      <ApprovalQueue run={run} />
      <MessageComposer run={run} />
    </StrictMode>,
  );
  return run;
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const announced = (): string | undefined => document.querySelector('[data-cs="announcer"]')?.textContent ?? undefined;

describe('ApprovalQueue', () => {
  it('shows nothing while nothing waits', () => {
    showQueue();

    expect(screen.queryByRole('region')).toBeNull();
    expect(document.querySelector('[data-cs="approval-queue"]')).toHaveTextContent('');
  });

  it('counts what is decided, card by card', () => {
    const run = showQueue(batch([approval('a'), approval('b'), approval('c')]));

    run.settle('b', toolDenied('no'));

    return waitFor(() => {
      expect(screen.getByRole('heading', { name: '3 actions need your approval' })).toBeVisible();
      expect(screen.getByText('1 of 3 decided')).toBeVisible();
      const bar = screen.getByRole('progressbar', { name: 'Decided' });
      expect(bar).toHaveAttribute('value', '1');
      expect(bar).toHaveAttribute('max', '3');
    });
  });

  it('counts only what needs a person', () => {
    const run = fakeRun(
      { pending: [batch([approval('a'), external('b', { toolName: 'locate' })])] },
      { locate: { execute: () => 'here' } },
    );

    render(<ApprovalQueue run={run} />);

    expect(screen.getByRole('heading', { name: '1 action needs your approval' })).toBeVisible();
    expect(screen.getByText('0 of 1 decided')).toBeVisible();
  });

  it.each([
    [[approval('a'), external('b')], '1 action needs your approval, 1 needs your answer'],
    [[approval('a'), approval('b'), external('c')], '2 actions need your approval, 1 needs your answer'],
    [[approval('a'), external('b'), external('c')], '1 action needs your approval, 2 need your answer'],
    [[external('b')], '1 action needs your answer'],
    [[external('b'), external('c')], '2 actions need your answer'],
  ])('says which calls need an approval, and which an answer: %#', (items, words) => {
    render(<ApprovalQueue run={fakeRun({ pending: [batch(items)] })} />);

    expect(screen.getByRole('heading', { name: words })).toBeVisible();
    expect(announced()).toContain(words);
  });

  it.each([
    ['on the only card', [approval('a')], 'Requested by workspace › cleaner.'],
    ['above several cards', [approval('a'), approval('b')], 'For workspace › cleaner'],
    ['above a question', [external('a')], 'For workspace › cleaner'],
  ])('says once which agent asks, %s', (_, items, words) => {
    render(<ApprovalQueue run={fakeRun({ pending: [batch(items, { agentPath: ['workspace', 'cleaner'] })] })} />);

    expect(screen.getAllByText(/workspace › cleaner/).map(({ textContent }) => textContent)).toEqual([words]);
  });

  it('asks nobody for a batch that runs by itself', () => {
    const run = fakeRun(
      { pending: [batch([external('b', { toolName: 'locate' })])] },
      { locate: { execute: () => 'here' } },
    );

    render(<ApprovalQueue run={run} />);

    expect(screen.getByRole('heading', { name: '1 action runs in this page' })).not.toHaveFocus();
    expect(announced()).toBe('');
  });

  it('announces a batch once, with its first call', async () => {
    const run = showQueue();
    const announcer = document.querySelector('[data-cs="announcer"]');
    const told: string[] = [];
    const observer = new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) told.push(node.textContent ?? '');
    });
    if (announcer !== null) observer.observe(announcer, { childList: true, subtree: true, characterData: true });

    run.set({ pending: [batch([approval('a'), approval('b')])] });
    await screen.findByRole('heading', { name: '2 actions need your approval' });
    run.settle('a', toolDenied());
    await screen.findByText('1 of 2 decided');
    run.set({ pending: [batch([approval('a'), approval('b')], { batchId: 'batch-2' })] });
    await waitFor(() => expect(told).toHaveLength(2));

    expect(told).toEqual([
      '2 actions need your approval. First: Write a.',
      '2 actions need your approval. First: Write a.',
    ]);
    expect(announcer).toHaveAttribute('aria-live', 'polite');
    observer.disconnect();
  });
});

describe('ApprovalQueue moves the focus', () => {
  it('nowhere when a batch comes, unless it is asked to', async () => {
    const run = showQueue();

    run.set({ pending: [batch([approval('a')])] });

    expect(await screen.findByRole('heading', { name: '1 action needs your approval' })).not.toHaveFocus();
  });

  it('never away from someone who types', async () => {
    const run = showQueue();
    await userEvent.click(screen.getByRole('textbox'));

    run.set({ pending: [batch([approval('a')])] });
    await screen.findByRole('heading', { name: '1 action needs your approval' });
    await userEvent.keyboard('aed');

    expect(screen.getByRole('textbox')).toHaveFocus();
    expect(screen.getByRole('textbox')).toHaveValue('aed');
    expect(run.decide).not.toHaveBeenCalled();
  });

  it('never away from another card', async () => {
    const run = showQueue(batch([approval('a')]));
    button('Edit').focus();

    run.set({ pending: [batch([approval('a')]), batch([approval('b')], { batchId: 'batch-2' })] });

    await waitFor(() =>
      expect(screen.getAllByRole('heading', { name: '1 action needs your approval' })).toHaveLength(2),
    );
    expect(screen.getAllByRole('button', { name: 'Edit' })[0]).toHaveFocus();
  });

  it('to the composer when the last call of the last batch is answered', async () => {
    const run = showQueue(batch([approval('a')]));
    run.decide.mockImplementation(async () => {
      run.set({ pending: [] });
      return { status: 'accepted' };
    });

    await userEvent.click(button('Approve'));

    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus());
  });
});

describe('ApprovalQueue answers several calls at once', () => {
  it('only when at least two approvals are open', () => {
    const run = showQueue(batch([approval('a'), approval('b')]));
    expect(button('Approve all')).toBeVisible();

    run.settle('a', toolDenied());

    return waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Approve all' })).toBeNull();
      expect(screen.getByText('Sent together when all are done')).toBeVisible();
    });
  });

  it('and approves all, once on a double click', async () => {
    const run = showQueue(batch([approval('a'), approval('b'), external('c')]));
    settleOnDecide(run);

    await userEvent.dblClick(button('Approve all'));

    expect(run.decide.mock.calls).toEqual([
      ['a', true, { batchId: 'batch-1' }],
      ['b', true, { batchId: 'batch-1' }],
    ]);
  });

  it('but approves nothing destructive with them', async () => {
    const run = showQueue(batch([approval('a'), approval('b', { risk: 'destructive' }), approval('c')]));

    await userEvent.click(button('Approve the 2 others'));

    expect(run.decide.mock.calls.map(([id]) => id)).toEqual(['a', 'c']);
  });

  it('but approves no card on which someone is at work', async () => {
    const run = showQueue(batch([approval('a'), approval('b')]));
    run.saveDraft('batch-1:a', { mode: 'edit', text: '{' });

    await userEvent.click(await screen.findByRole('button', { name: 'Approve the other one' }));

    expect(run.decide.mock.calls.map(([id]) => id)).toEqual(['b']);
  });

  it('but offers no approval when all are destructive', () => {
    showQueue(batch([approval('a', { risk: 'destructive' }), approval('b', { risk: 'destructive' })]));

    const footer = document.querySelector<HTMLElement>('[data-cs="batch-footer"]');

    expect(
      within(footer as HTMLElement)
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual(['Deny all…', 'Leave all for later']);
  });

  it('and denies all with one reason', async () => {
    const run = showQueue(batch([approval('a'), approval('b', { risk: 'destructive' })]));

    await userEvent.click(button('Deny all…'));
    await userEvent.keyboard('not today{Enter}');

    expect(run.decide.mock.calls).toEqual([
      ['a', toolDenied('not today'), { batchId: 'batch-1' }],
      ['b', toolDenied('not today'), { batchId: 'batch-1' }],
    ]);
  });

  it('and says how many answers were not taken', async () => {
    const run = showQueue(batch([approval('a'), approval('b')]));
    run.decide.mockResolvedValueOnce({ status: 'late', reason: 'answered' }).mockRejectedValueOnce(new Error('no'));

    await userEvent.click(button('Approve all'));

    expect(await screen.findByText('2 answers were not accepted. See the cards.')).toHaveAttribute('role', 'alert');
    expect(button('Approve all')).not.toHaveAttribute('aria-disabled');
  });

  it('and passes the focus on to the card that is left', async () => {
    const run = showQueue(batch([approval('a'), approval('b', { risk: 'destructive' })]));
    settleOnDecide(run);

    await userEvent.click(button('Approve the other one'));

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Write b' })).toHaveFocus());
  });
});
