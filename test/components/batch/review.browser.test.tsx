import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApprovalQueue } from '../../../src/components/index.js';
import { toolApproved, toolDenied } from '../../../src/protocol/make-answer.js';
import { disarmApprovals } from '../../../src/testing/disarm-approvals.js';
import { approval, batch, external, type FakeRun, fakeRun, holdDecision, settleOnDecide } from '../support.js';
import { button, showBatches } from './support.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

const card = (id: string) => within(screen.getByRole('group', { name: `Write ${id}` }));
const press = (id: string, name: string): Promise<void> => userEvent.click(card(id).getByRole('button', { name }));
const summary = (): string | null | undefined => document.querySelector('[data-cs="batch-summary"]')?.textContent;

async function chooseAll(run: FakeRun): Promise<void> {
  await press('a', 'Yes');
  await press('b', 'Yes, edited');
  await press('c', 'No');
  expect(run.decide).not.toHaveBeenCalled();
}

describe('A batch that is reviewed before it is sent', () => {
  it('sends nothing while answers are chosen, and says what it would send', async () => {
    const run = showBatches([batch([approval('a'), approval('b'), approval('c')])]);
    expect(summary()).toBe('3 still open');

    await chooseAll(run);

    expect(summary()).toBe('1 to approve, 1 to approve with edits, 1 to deny');
    expect(screen.getByText('3 of 3 chosen')).toBeVisible();
    expect(document.querySelector('[data-batch]')).toHaveAttribute('data-state', 'chosen');
  });

  it('promises no submit where only external calls wait, whose results go out at once', () => {
    render(<ApprovalQueue run={fakeRun({ pending: [batch([external('a'), external('b')])] })} commit="review" />);

    expect(screen.getByText('0 of 2 decided')).toBeVisible();
    expect(screen.queryByText(/before you submit|chosen/)).toBeNull();
  });

  it('lets each choice be changed', async () => {
    showBatches([batch([approval('a'), approval('b')])]);
    await press('a', 'Yes');
    expect(card('a').getByRole('status')).toHaveTextContent('chosen');

    await press('a', 'Change');
    expect(summary()).toBe('2 still open');
    await press('a', 'No');

    expect(summary()).toBe('1 to deny, 1 still open');
  });

  it('can be submitted only when every call has a choice', async () => {
    const run = showBatches([batch([approval('a'), approval('b')])]);
    await press('a', 'Yes');

    expect(button(/^Submit/)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button(/^Submit/));

    expect(run.decide).not.toHaveBeenCalled();
  });

  it('sends all at once, once on a double click', async () => {
    const run = showBatches([batch([approval('a'), approval('b'), approval('c')])]);
    settleOnDecide(run);
    await chooseAll(run);

    await userEvent.dblClick(button(/^Submit 3 answers/));

    expect(run.decide.mock.calls).toEqual([
      ['a', true, { batchId: 'batch-1' }],
      ['b', toolApproved({ overrideArgs: { path: 'edited' } }), { batchId: 'batch-1' }],
      ['c', toolDenied('no'), { batchId: 'batch-1' }],
    ]);
    await waitFor(() => expect(document.querySelector('[data-batch]')).toHaveAttribute('data-state', 'decided'));
  });

  it('is not sent by a key that is still down when the focus comes to the button', async () => {
    const run = showBatches([batch([approval('a')])]);
    await press('a', 'Yes');
    button(/^Submit 1 answer/).focus();
    const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });

    button(/^Submit 1 answer/).dispatchEvent(held);

    expect(held.defaultPrevented).toBe(true);
    await userEvent.keyboard('{Enter}');
    expect(run.decide).toHaveBeenCalledTimes(1);
  });

  it('opens the cards whose answers were not taken, says why there, and goes to the first', async () => {
    const run = showBatches([batch([approval('a'), approval('b'), approval('c')])]);
    await chooseAll(run);
    settleOnDecide(run);
    run.decide.mockResolvedValueOnce({ status: 'late', reason: 'expired' });
    run.decide.mockRejectedValueOnce(new Error('the line is down'));

    await userEvent.click(button(/^Submit/));

    expect(await screen.findByText('2 answers were not accepted. See the cards.')).toHaveAttribute('role', 'alert');
    expect(card('a').getByRole('status')).toHaveTextContent('late');
    expect(card('b').getByRole('status')).toHaveTextContent('rejected');
    expect(card('c').getByRole('status')).toHaveTextContent('decided');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Write a' })).toHaveFocus());
  });

  it('takes no other choice while answers are on their way', async () => {
    const run = showBatches([batch([approval('a')])]);
    await press('a', 'Yes');
    const held = holdDecision(run);
    await userEvent.click(button(/^Submit/));

    await press('a', 'No');
    expect(card('a').getByRole('status')).toHaveTextContent('sending');
    expect(button('Submitting…')).toHaveAttribute('aria-disabled', 'true');
    held.answer({ status: 'accepted' });

    await waitFor(() => expect(screen.queryByRole('button', { name: 'Submitting…' })).toBeNull());
    expect(run.decide.mock.calls).toEqual([['a', true, { batchId: 'batch-1' }]]);
  });

  it('chooses for all with one press, and takes a reason for all', async () => {
    const run = showBatches([batch([approval('a'), approval('b', { risk: 'destructive' }), approval('c')])]);
    await userEvent.click(button('Approve the 2 others'));
    expect(summary()).toBe('2 to approve, 1 still open');
    await press('a', 'Change');

    await userEvent.click(button('Deny all…'));
    await userEvent.keyboard('later{Enter}');

    expect(summary()).toBe('1 to approve, 2 to deny');
    expect(run.decide).not.toHaveBeenCalled();
  });

  it('moves the focus to the next card without a choice, and after the last to the submit button', async () => {
    showBatches([batch([approval('a'), approval('b')])], { commit: 'review' });

    await userEvent.click(button('Approve all'));

    await waitFor(() => expect(button(/^Submit 2 answers/)).toHaveFocus());
  });

  it('forgets the choice for a call that was answered elsewhere', async () => {
    const run = showBatches([batch([approval('a'), approval('b')])]);
    await press('a', 'Yes');
    await press('b', 'Yes');

    act(() => run.settle('a', toolDenied('by a colleague')));
    expect(summary()).toBe('1 to approve');
    await userEvent.click(button(/^Submit 1 answer/));

    expect(run.decide.mock.calls.map(([id]) => id)).toEqual(['b']);
  });

  it('leaves calls that the page answers to themselves', async () => {
    const run = fakeRun({ pending: [batch([approval('a'), external('b')])] });
    showBatches([], { run });

    await press('a', 'Yes');

    expect(button(/^Submit 1 answer/)).not.toHaveAttribute('aria-disabled');
  });
});
