import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent as hand } from 'vitest/browser';
import { ApprovalCard, ApprovalQueue, ArmingProvider, MessageComposer } from '../../../src/components/index.js';
import { createVirtualClock, type VirtualClock } from '../../../src/testing/index.js';
import { wearStyles } from '../../setup/wear-styles.js';
import { approval, batch, type FakeRun, fakeRun, settleOnDecide } from '../support.js';
import { read } from './support.js';

wearStyles();

afterEach(cleanup);

function showQueue(props: Partial<ComponentProps<typeof ApprovalQueue>> = {}, clock?: VirtualClock): FakeRun {
  const run = fakeRun({ pending: [batch([approval('a'), approval('b')])], status: 'waiting' });
  settleOnDecide(run);
  render(
    <ArmingProvider {...(clock === undefined ? {} : { clock: clock.environment })}>
      <ApprovalQueue run={run} {...props} />
      <MessageComposer run={run} />
    </ArmingProvider>,
  );
  return run;
}

const pass = (clock: VirtualClock, ms: number): Promise<void> => act(() => clock.advance(ms));
const card = (name: string): HTMLElement => screen.getByRole('group', { name });
const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });

async function goToCards(): Promise<void> {
  act(() => field().focus());
  await hand.keyboard('{ArrowUp}');
  expect(card('Write a')).toHaveFocus();
}

describe('A letter', () => {
  it.each([
    ['d', 'Deny'],
    ['e', 'Edit'],
    ['l', 'Later'],
    ['a', 'Approve'],
  ])('C149 %s answers nothing in the first half second of the focus, and the card says so', async (key) => {
    const clock = createVirtualClock();
    const run = showQueue({}, clock);
    await pass(clock, 800);
    await goToCards();

    await hand.keyboard(key);

    expect(screen.getByText(/the card had only just received the focus\. Press again\./)).toBeVisible();
    expect(run.drafts).toEqual({});
    expect(run.decide).not.toHaveBeenCalled();
    expect(card('Write a')).toHaveFocus();
    await pass(clock, 800);
    await hand.keyboard(key);
    await waitFor(() => expect(run.decide.mock.calls.length + Object.keys(run.drafts).length).toBe(1));
  });

  it('C149 letters within a typed word answer nothing', async () => {
    const clock = createVirtualClock();
    const run = showQueue({}, clock);
    await goToCards();
    await pass(clock, 5000);

    for (const key of 'wanted already') {
      await hand.keyboard(key);
      await pass(clock, 400);
    }

    expect(run.decide).not.toHaveBeenCalled();
    expect(run.drafts).toEqual({});
  });

  it('C149 answers nothing if letters are disabled, and no button names one; arrows and Escape still work', async () => {
    const run = showQueue({ letters: 'off', commit: 'review' });
    await goToCards();
    await read();

    for (const key of 'jkadel?') await hand.keyboard(key);

    expect(run.decide).not.toHaveBeenCalled();
    expect(run.drafts).toEqual({});
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(card('Write a')).toHaveFocus();
    expect(document.querySelector('[data-cs="approval-queue"] [aria-keyshortcuts]')).toBeNull();
    await hand.keyboard('{Escape}');
    expect(field()).toHaveFocus();
  });

  it('C149 can be disabled for a single card', async () => {
    const pending = batch([approval('a')]);
    const [item = approval('a')] = pending.items;
    const run = fakeRun({ pending: [pending] });
    render(<ApprovalCard run={run} item={item} batch={pending} letters="off" />);
    act(() => screen.getByRole('button', { name: 'Edit' }).focus());
    await read();

    await hand.keyboard('e');

    expect(run.drafts).toEqual({});
  });
});
