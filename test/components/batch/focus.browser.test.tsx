import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { disarmApprovals } from '../../../src/testing/disarm-approvals.js';
import { approval, batch, fakeRun, settleOnDecide } from '../support.js';
import { button, showBatches } from './support.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

describe('The focus', () => {
  it('returns after the last answer to where it was before the batch took it', async () => {
    const run = showBatches([], { commit: 'each', focusOnBatch: 'when-idle' });
    button('elsewhere').focus();
    act(() => run.set({ pending: [batch([approval('a'), approval('b')])] }));
    await waitFor(() => expect(screen.getByRole('heading', { name: '2 actions need your approval' })).toHaveFocus());
    run.decide.mockImplementation(async () => {
      run.set({ pending: [] });
      return { status: 'accepted' };
    });

    await userEvent.click(button('Approve all'));

    await waitFor(() => expect(button('elsewhere')).toHaveFocus());
  });

  it('goes to the composer when that place is gone', async () => {
    const run = showBatches([], { commit: 'each', focusOnBatch: 'when-idle' });
    const gone = document.body.appendChild(document.createElement('button'));
    gone.focus();
    act(() => run.set({ pending: [batch([approval('a'), approval('b')])] }));
    await waitFor(() => expect(screen.getByRole('heading', { name: '2 actions need your approval' })).toHaveFocus());
    gone.remove();
    run.decide.mockImplementation(async () => {
      run.set({ pending: [] });
      return { status: 'accepted' };
    });

    await userEvent.click(button('Approve all'));

    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus());
  });

  it('stays with whoever went elsewhere while an answer was on its way', async () => {
    const run = showBatches([batch([approval('a'), approval('b')])], { commit: 'each' });
    await userEvent.click(button('Approve all'));
    await userEvent.click(screen.getByRole('textbox', { name: 'Message' }));

    act(() => {
      run.settle('a', { kind: 'tool-approved' });
      run.settle('b', { kind: 'tool-approved' });
    });

    await waitFor(() => expect(screen.getByText('2 of 2 decided')).toBeVisible());
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  });

  it('goes back to the button when no reason is given after all, and keeps what was typed', async () => {
    const run = showBatches([batch([approval('a'), approval('b')])], { commit: 'each' });
    await userEvent.click(button('Deny all…'));
    await userEvent.keyboard('because{Escape}');
    await waitFor(() => expect(button('Deny all…')).toHaveFocus());

    await userEvent.keyboard('{Enter}');

    expect(screen.getByRole('textbox', { name: /Why none/ })).toHaveValue('because');
    expect(run.decide).not.toHaveBeenCalled();
  });

  it('goes from a settled batch to the open one beside it', async () => {
    const other = { ...approval('c'), batchId: 'batch-2' };
    const run = showBatches([batch([approval('a'), approval('b')]), batch([other], { batchId: 'batch-2' })], {
      commit: 'each',
      run: fakeRun(),
    });
    act(() => run.set({ pending: [batch([approval('a'), approval('b')]), batch([other], { batchId: 'batch-2' })] }));
    settleOnDecide(run);

    await userEvent.click(button('Approve all'));

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Write c' })).toHaveFocus());
    const second = within(screen.getByRole('region', { name: '1 action needs your approval' }));
    expect(second.getByText('0 of 1 decided')).toBeVisible();
  });
});
