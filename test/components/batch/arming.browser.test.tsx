import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ArmingProvider, Batch } from '../../../src/components/index.js';
import { toolDenied } from '../../../src/protocol/make-answer.js';
import { createVirtualClock, type VirtualClock } from '../../../src/testing/index.js';
import { approval, batch, type FakeRun, fakeRun } from '../support.js';
import { button } from './support.js';

afterEach(cleanup);

function show(run: FakeRun, clock: VirtualClock): { readonly again: () => void } {
  const element = () => {
    const [waiting = batch([])] = run.pending;
    return (
      <ArmingProvider clock={clock.environment}>
        <Batch.Root run={run} batch={waiting}>
          <Batch.Title />
          <Batch.ApproveAll />
          <Batch.DenyAll />
          <Batch.DenyReason />
        </Batch.Root>
      </ArmingProvider>
    );
  };
  const { rerender } = render(element());
  return { again: () => rerender(element()) };
}

/** Resolves when the browser has reported the button as visible and its wait has started. */
const waiting = (clock: VirtualClock): Promise<void> => waitFor(() => expect(clock.timers).toBe(1));
const pass = (clock: VirtualClock, ms: number): Promise<void> => act(() => clock.advance(ms));

describe('A button that approves several calls', () => {
  it('takes no press that came too early, says so, and takes a later one', async () => {
    const clock = createVirtualClock();
    const run = fakeRun({ pending: [batch([approval('a'), approval('b')])] });
    show(run, clock);
    await waiting(clock);

    await userEvent.click(button('Approve all'));
    expect(run.decide).not.toHaveBeenCalled();
    expect(await screen.findByText(/^Not approved yet/)).toBeVisible();
    await pass(clock, 500);
    await waitFor(() => expect(button('Approve all')).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(button('Approve all'));

    expect(run.decide).toHaveBeenCalledTimes(2);
  });

  it('arms anew when it would approve other calls than before', async () => {
    const clock = createVirtualClock();
    const run = fakeRun({ pending: [batch([approval('a'), approval('b'), approval('c')])] });
    const { again } = show(run, clock);
    await waiting(clock);
    await pass(clock, 500);
    expect(button('Approve all')).toHaveAttribute('data-arming', 'armed');

    act(() => run.settle('b', toolDenied()));
    again();

    await waitFor(() => expect(button('Approve all')).toHaveAttribute('data-arming', 'arming'));
    await userEvent.click(button('Approve all'));
    expect(run.decide).not.toHaveBeenCalled();
  });

  it('is the only one that waits: denying needs no second look', async () => {
    const clock = createVirtualClock();
    show(fakeRun({ pending: [batch([approval('a'), approval('b')])] }), clock);

    await userEvent.click(button('Deny all…'));

    expect(screen.getByRole('textbox', { name: /Why none/ })).toHaveFocus();
  });
});
