import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent as hand } from 'vitest/browser';
import type { PendingItem } from '../../../src/approval/broker/pending.js';
import { createGrants } from '../../../src/approval/grants/grants.js';
import {
  Approval,
  ApprovalCard,
  Batch,
  ClientTool,
  ClientToolOutlet,
  Confirm,
  RememberMenu,
} from '../../../src/components/index.js';
import type { ClientToolProps } from '../../../src/hooks/client-tools.js';
import { useConversation } from '../../../src/hooks/use-conversation.js';
import type { DeferredCall } from '../../../src/protocol/deferred.js';
import { disarmApprovals } from '../../../src/testing/index.js';
import { approval, batch, call, chooseFrom, external, type FakeRun, fakeRun, settleOnDecide } from '../support.js';

let armAgain: (() => void) | undefined;
afterEach(() => {
  cleanup();
  armAgain?.();
  armAgain = undefined;
});

const disarm = (): void => {
  armAgain = disarmApprovals();
};
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });

/** The first call that waits, always in one and the same place, with no key of the app's own. */
function Next({ run, show }: { readonly run: FakeRun; readonly show: Show }): ReactElement {
  const pending = useConversation(run, (state) => state.pending);
  const waiting = pending.flatMap((each) => each.items.map((item) => ({ item, batch: each })));
  const next = waiting.find(({ item }) => item.state.status === 'waiting');
  return next === undefined ? <p>All done</p> : show({ run, ...next });
}

type Show = (props: Parameters<typeof ApprovalCard>[0]) => ReactElement;

const cards: readonly (readonly [name: string, show: Show])[] = [
  ['ApprovalCard', (props) => <ApprovalCard {...props} />],
  [
    'Approval.Root with parts of the app’s choice',
    (props) => (
      <Approval.Root {...props}>
        <Approval.Title />
        <Approval.EditForm />
        <Approval.ReasonForm />
        <Approval.Approve />
        <Approval.Edit />
        <Approval.Deny />
        <Approval.Remember />
        <Approval.Problem />
      </Approval.Root>
    ),
  ],
];

function showNext(show: Show, items: readonly PendingItem[]): FakeRun {
  const run = fakeRun({ pending: [batch(items)], status: 'waiting' });
  settleOnDecide(run);
  render(
    <StrictMode>
      <Next run={run} show={show} />
    </StrictMode>,
  );
  return run;
}

describe.each(cards)('%s that gets another item', (_, show) => {
  it('C133 does not take the second click of a double click as approval of an unseen call', async () => {
    const run = showNext(show, [approval('a'), approval('b')]);
    await vi.waitFor(() => expect(button('Approve')).toHaveAttribute('data-arming', 'armed'), 10_000);

    await hand.dblClick(button('Approve'));

    expect(run.decide.mock.calls.map(([id]) => id)).toEqual(['a']);
    expect(screen.getByRole('group', { name: 'Write b' })).toBeVisible();
  });

  it('C133 does not use a remember choice of the previous call', async () => {
    disarm();
    const grave = approval('b', { risk: 'destructive' });
    const run = showNext(show, [approval('a'), grave]);
    Object.assign(run, { grants: createGrants() });
    await chooseFrom(screen.getByRole('button', { name: /^Remember/ }), 2);
    act(() => run.settle('a', { kind: 'tool-denied', message: 'elsewhere' }));

    await userEvent.click(button('Approve'));

    expect(run.decide.mock.calls).toEqual([['b', true, { batchId: 'batch-1' }]]);
  });

  it('C133 opens it unedited, without the reason of the previous call', async () => {
    disarm();
    const run = showNext(show, [approval('a'), approval('b')]);
    await userEvent.click(button('Edit'));
    await userEvent.type(await screen.findByRole('textbox', { name: /path/i }), '-half-done');
    await userEvent.click(button('Back'));
    await userEvent.click(button('Deny…'));
    await userEvent.type(screen.getByRole('textbox'), 'Not this');
    await userEvent.click(button('Back'));
    act(() => run.settle('a', { kind: 'tool-denied', message: 'elsewhere' }));

    await userEvent.click(button('Edit'));
    expect(await screen.findByRole('textbox', { name: /path/i })).toHaveValue('b');
    await userEvent.click(button('Back'));
    await userEvent.click(button('Deny…'));

    expect(screen.getByRole('textbox')).toHaveValue('');
  });

  it('C133 does not show an error of the previous call', async () => {
    disarm();
    const run = showNext(show, [approval('a'), approval('b')]);
    run.decide.mockRejectedValueOnce(new Error('offline'));
    await userEvent.click(button('Approve'));
    act(() => run.settle('a', { kind: 'tool-denied', message: 'elsewhere' }));

    expect(screen.getByRole('group', { name: 'Write b' })).toHaveAttribute('data-state', 'waiting');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('Two pending calls with the same id', () => {
  it('C133 each have their own draft', async () => {
    disarm();
    const inBatch = (batchId: string): PendingItem => ({ ...approval('a'), id: `${batchId}:a`, batchId });
    const both = ['one', 'two'].map((batchId) => batch([inBatch(batchId)], { batchId }));
    const run = fakeRun({ pending: both, status: 'waiting' });
    render(
      both.flatMap((each) =>
        each.items.map((item) => <ApprovalCard key={item.id} run={run} item={item} batch={each} />),
      ),
    );
    const [one, two] = screen.getAllByRole('group', { name: 'Write a' }).map((card) => within(card));

    await userEvent.click(one?.getByRole('button', { name: 'Edit' }) ?? document.body);

    expect(await one?.findByRole('textbox')).toBeVisible();
    expect(two?.queryByRole('textbox')).toBeNull();
    expect(Object.keys(run.store.getState().drafts)).toEqual(['one:a']);
  });
});

describe('Batch.Root that gets another batch', () => {
  it('C133 does not keep choices for calls with the same ids', async () => {
    disarm();
    const inBatch = (batchId: string, round: number) =>
      batch([{ ...approval('a'), id: `${batchId}:a`, batchId }], { batchId, round });
    const run = fakeRun({ pending: [inBatch('one', 1)] });
    const element = (): ReactElement => {
      const [waiting = batch([])] = run.pending;
      return (
        <Batch.Root run={run} batch={waiting} commit="review">
          <Batch.Items />
          <Batch.Submit />
        </Batch.Root>
      );
    };
    const { rerender } = render(element());
    await userEvent.click(button('Approve'));
    expect(button(/^Submit/)).not.toHaveAttribute('aria-disabled');

    run.set({ pending: [inBatch('two', 2)] });
    rerender(element());

    expect(button('Approve')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Write a' })).toHaveAttribute('data-state', 'waiting');
  });
});

describe('A component that answers a call in the page', () => {
  const props = (toolCallId: string): ClientToolProps<never, never> => {
    const its = external(toolCallId).call;
    const taken = vi.fn(async () => ({ status: 'accepted' as const }));
    return { call: its, input: its.input as never, submit: taken, fail: taken };
  };

  it('C133 starts fresh for another item: ClientToolOutlet', async () => {
    const run = fakeRun({}, { pick_file: { render: Confirm as never } });
    const outlet = (id: string): ReactElement => <ClientToolOutlet run={run} item={external(id)} />;
    const { rerender } = render(outlet('a'));
    await userEvent.type(screen.getByRole('textbox'), 'because of a');

    rerender(outlet('b'));

    expect(screen.getByRole('textbox')).toHaveValue('');
  });

  it('C133 starts fresh for another call: Confirm', async () => {
    const { rerender } = render(<Confirm {...(props('a') as unknown as Parameters<typeof Confirm>[0])} />);
    await userEvent.type(screen.getByRole('textbox'), 'because of a');

    rerender(<Confirm {...(props('b') as unknown as Parameters<typeof Confirm>[0])} />);

    expect(screen.getByRole('textbox')).toHaveValue('');
  });

  it('C133 can be answered even if the previous call was answered: ClientTool.Root', async () => {
    const tool = (its: ClientToolProps<never, never>): ReactElement => (
      <ClientTool.Root tool={its}>
        <ClientTool.Submit value="yes">Yes</ClientTool.Submit>
      </ClientTool.Root>
    );
    const [a, b] = [props('a'), props('b')];
    const { rerender } = render(tool(a));
    await userEvent.click(button('Yes'));

    rerender(tool(b));
    await userEvent.click(button('Yes'));

    expect(b.submit).toHaveBeenCalledTimes(1);
  });
});

describe('RememberMenu that gets another call', () => {
  it('C133 resets to “just this once”, and notifies its owner', async () => {
    const onValueChange = vi.fn();
    const menu = (its: DeferredCall): ReactElement => <RememberMenu call={its} onValueChange={onValueChange} />;
    const { rerender } = render(menu(call('a')));
    const choice = screen.getByRole('button', { name: /^Remember/ });
    await chooseFrom(choice, 2);

    rerender(menu(call('b')));

    expect(choice).toHaveTextContent('Just this once');
    expect(onValueChange).toHaveBeenLastCalledWith(undefined);
  });
});
