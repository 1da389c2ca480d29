import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType, ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ApprovalQueue,
  Batch,
  type CountersignStrings,
  Queue,
  StringsProvider,
} from '../../../src/components/index.js';
import { toolDenied } from '../../../src/protocol/make-answer.js';
import type { RunEvent } from '../../../src/protocol/run-event.js';
import { disarmApprovals } from '../../../src/testing/disarm-approvals.js';
import { approval, batch, external, type FakeRun, fakeRun, settleOnDecide } from '../support.js';
import { button } from './support.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

const titles = (): (string | null)[] =>
  [...document.querySelectorAll('[data-cs="card-title"]')].map((each) => each.textContent);
const decided = (run: FakeRun): string[] => run.decide.mock.calls.map(([id]) => id);

function proposalEvents(...ids: string[]): RunEvent[] {
  return ids.map((toolCallId, seq) => ({
    ...{ v: 1, seq, at: seq, runId: 'run-1', agentPath: ['workspace'], toolName: 'write_file', input: {} },
    type: 'tool-call',
    toolCallId,
  }));
}

describe('Batch.Items', () => {
  it('are a numbered list in the order of the response, approvals and what the page answers mixed', () => {
    const run = fakeRun({
      pending: [batch([approval('a'), approval('b'), external('c')])],
      events: proposalEvents('x', 'c', 'b', 'a'),
    });

    render(<ApprovalQueue run={run} />);

    expect(titles()).toEqual(['Write c', 'Write b', 'Write a']);
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByRole('list').tagName).toBe('OL');
  });

  it('keep the order of the batch where the events do not tell it', () => {
    const run = fakeRun({ pending: [batch([approval('b'), approval('a')])], events: proposalEvents('a') });

    render(<ApprovalQueue run={run} />);

    expect(titles()).toEqual(['Write b', 'Write a']);
  });

  it('can be fifty, each answered for itself and all with one press', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `f${index}`);
    const run = fakeRun({ pending: [batch(ids.map((id) => approval(id)))] });
    settleOnDecide(run);
    render(<ApprovalQueue run={run} fold="never" />);
    expect(screen.getByText('0 of 50 decided')).toBeVisible();

    act(() => run.settle('f7', toolDenied()));
    await userEvent.click(button('Approve all'));

    await screen.findByText('50 of 50 decided');
    expect(decided(run)).toEqual(ids.filter((id) => id !== 'f7'));
  });
});

/** A batch that an app shows with a list of its calls above it. */
function WithPlan({ run }: { readonly run: FakeRun }): ReactElement {
  return (
    <Queue.Root run={run}>
      <Queue.Batches>
        {(all) => (
          <Batch.Root run={run} batch={all}>
            <Batch.Title />
            <Batch.Plan />
            <Batch.Items />
          </Batch.Root>
        )}
      </Queue.Batches>
    </Queue.Root>
  );
}

describe('Batch.Plan', () => {
  it('tells all calls on a line each, with where they stand, and leads to the card', async () => {
    const items = [approval('a', { risk: 'high' }), approval('b'), approval('c'), external('d')];
    const run = fakeRun({ pending: [batch(items)] });
    render(<WithPlan run={run} />);
    act(() => run.settle('b', toolDenied('no')));

    await userEvent.click(screen.getByText('All 4 actions, in the order in which they were proposed'));

    const names = [...document.querySelectorAll('[data-cs="plan-jump"]')].map((each) => each.textContent);
    expect(names).toEqual(['Write a high risk', 'Write b denied: no', 'Write c open', 'Write d your input needed']);
    await userEvent.click(button('Write c open'));
    expect(screen.getByRole('heading', { name: 'Write c' })).toHaveFocus();
  });

  it('is not there for one', () => {
    render(<WithPlan run={fakeRun({ pending: [batch([approval('a')])] })} />);

    expect(screen.queryByText(/in the order/)).toBeNull();
  });
});

describe('What can be said to several calls', () => {
  it('approves the ones of low risk', async () => {
    const run = fakeRun({
      pending: [
        batch([approval('a', { risk: 'low' }), approval('b', { risk: 'high' }), approval('c', { risk: 'low' })]),
      ],
    });
    render(<ApprovalQueue run={run} />);

    await userEvent.click(button('Approve the 2 low-risk ones'));

    expect(decided(run)).toEqual(['a', 'c']);
  });

  it('is said once, also by two presses before anything is drawn', () => {
    const run = fakeRun({ pending: [batch([approval('a'), approval('b')])] });
    render(<ApprovalQueue run={run} />);
    const approve = button('Approve all');

    act(() => {
      approve.click();
      approve.click();
    });

    expect(decided(run)).toEqual(['a', 'b']);
  });

  it('leaves all for later', async () => {
    const run = fakeRun({ pending: [batch([approval('a'), approval('b', { risk: 'destructive' })])] });
    render(<ApprovalQueue run={run} />);

    await userEvent.click(button('Leave all for later'));

    expect(run.decide.mock.calls.map(([id, decision]) => [id, decision])).toEqual([
      ['a', 'defer'],
      ['b', 'defer'],
    ]);
  });

  it('names what “approve all” leaves, and describes the button with it', () => {
    const gone = ['b', 'c', 'd', 'e'].map((id) => approval(id, { risk: 'destructive', title: `Delete ${id}` }));
    render(<ApprovalQueue run={fakeRun({ pending: [batch([approval('a'), ...gone])] })} fold="never" />);

    const left = document.querySelector('[data-cs="batch-left"]');
    const words = 'To decide one by one: “Delete b”, “Delete c”, “Delete d” and 1 more.';

    expect(left?.textContent?.replace(/[\u2068\u2069]/g, '')).toBe(words);
    expect(button('Approve the other one')).toHaveAccessibleDescription(left?.textContent ?? '');
  });

  it('shows what cannot be seen in a title that it names', () => {
    const hidden = approval('b', { risk: 'destructive', title: 'Delete \u202Egnp.exe' });
    render(<ApprovalQueue run={fakeRun({ pending: [batch([approval('a'), hidden])] })} />);

    expect(document.querySelector('[data-cs="batch-left"]')?.textContent).not.toContain('\u202E');
  });

  it('says whose it is without letting a name look like two, or turn the others around', () => {
    const path = ['workspace', 'cleaner › \u202Eadmin'];
    render(<ApprovalQueue run={fakeRun({ pending: [{ ...batch([approval('a')]), agentPath: path }] })} />);

    const said = document.body.textContent?.replace(/[\u2068\u2069]/g, '') ?? '';

    expect(said).toContain('workspace › cleaner \\u203a \\u202eadmin');
    expect(said).not.toMatch(/cleaner ›|\u202E/);
  });

  it('is told at the cards when it comes too late for some', async () => {
    const run = fakeRun({ pending: [batch([approval('a'), approval('b'), approval('c')])] });
    settleOnDecide(run);
    run.decide.mockResolvedValueOnce({ status: 'late', reason: 'answered' });
    render(<ApprovalQueue run={run} />);

    await userEvent.click(button('Approve all'));

    expect(await screen.findByText('1 answer was not accepted. See the cards.')).toHaveAttribute('role', 'alert');
    expect(screen.getByText('2 of 3 decided')).toBeVisible();
  });

  it('never reaches the calls of another batch', async () => {
    const other = [approval('c'), approval('d')].map((item) => ({ ...item, batchId: 'batch-2' }));
    const second = batch(other, { batchId: 'batch-2', agentPath: ['workspace', 'cleaner'] });
    const run = fakeRun({ pending: [batch([approval('a'), approval('b')]), second] });
    render(<ApprovalQueue run={run} />);
    const cleaner = screen.getByRole('region', { name: '2 actions need your approval Write c' });
    expect(within(cleaner).getByText('For workspace › cleaner')).toBeVisible();

    await userEvent.click(within(cleaner).getByRole('button', { name: 'Approve all' }));

    expect(run.decide.mock.calls.map(([id, , options]) => [id, options?.batchId])).toEqual([
      ['c', 'batch-2'],
      ['d', 'batch-2'],
    ]);
  });
});

describe('Batch.Countdown', () => {
  it.each([
    [272_000, 'Expires in 4 min 32 sec', 'running'],
    [59_000, 'Expires in 59 sec', 'soon'],
    [-1, 'Time is up', 'over'],
  ])('says at %d ms before the end: %s', async (left, words, state) => {
    const at = Date.UTC(2030, 0, 1);
    const now = (): number => at - left;
    const waiting = batch([approval('a')], { expiresAt: at });
    render(
      <StringsProvider locale="en">
        <Batch.Root run={fakeRun({ pending: [waiting] })} batch={waiting}>
          <Batch.Title />
          <Batch.Countdown now={now} />
        </Batch.Root>
      </StringsProvider>,
    );

    const timer = screen.getByRole('timer');

    expect(timer).toHaveTextContent(words);
    expect(timer).toHaveAttribute('data-state', state);
    expect(timer).toHaveAttribute('aria-live', 'off');
  });

  it('says nothing of a time that no date reaches, here and at a card', () => {
    const forever = Number.MAX_SAFE_INTEGER;
    const waiting = batch([{ ...approval('a'), expiresAt: forever }], { expiresAt: forever });
    render(<ApprovalQueue run={fakeRun({ pending: [waiting] })} />);

    expect(screen.getByRole('heading', { name: '1 action needs your approval' })).toBeVisible();
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('is extended by a press', async () => {
    const waiting = batch([approval('a')], { expiresAt: 1_000_000 });
    const run = fakeRun({ pending: [waiting] });
    render(
      <StringsProvider locale="en">
        <ApprovalQueue run={run} />
      </StringsProvider>,
    );

    await userEvent.click(button('Extend by 5 min'));

    expect(run.extend).toHaveBeenCalledWith('batch-1', 1_300_000);
  });
});

describe('Parts of a batch', () => {
  const parts = Object.entries(Batch).filter(([name]) => name !== 'Root') as [string, ComponentType][];

  it.each(parts)('Batch.%s says where it belongs when it stands alone', (name, Part) => {
    expect(() => render(<Part />)).toThrow(new RegExp(`<Batch\\.${name}> is outside of <Batch.Root>`));
  });

  it('Queue.Batches too', () => {
    expect(() => render(<Queue.Batches>{() => null}</Queue.Batches>)).toThrow(/outside of <Queue.Root>/);
  });

  it('take classes, attributes, refs and other elements', () => {
    const waiting = batch([approval('a'), approval('b')]);
    const run = fakeRun({ pending: [waiting] });
    let seen: HTMLElement | null = null;

    render(
      <Batch.Root run={run} batch={waiting} id="mine" className={({ state }) => `is-${state}`}>
        <Batch.Header
          render={<div />}
          ref={(element) => {
            seen = element;
          }}
        >
          <Batch.Title />
        </Batch.Header>
        <Batch.Footer>
          <Batch.ApproveAll className={({ arming }) => `is-${arming}`} title="Yes to all">
            Yes to all of them
          </Batch.ApproveAll>
        </Batch.Footer>
      </Batch.Root>,
    );

    expect(screen.getByRole('region', { name: '2 actions need your approval' })).toHaveClass('is-open');
    expect(document.querySelector('div[data-cs="batch-header"]')).toBe(seen);
    expect(button('Yes to all of them')).toHaveClass('is-armed');
  });

  it('take their words from the provider', () => {
    const strings = { batch: { help: 'Tasten' } } satisfies { batch: Partial<CountersignStrings['batch']> };
    render(
      <StringsProvider strings={strings}>
        <ApprovalQueue run={fakeRun({ pending: [batch([approval('a'), approval('b')])] })} />
      </StringsProvider>,
    );

    return waitFor(() => expect(button('Tasten')).toBeVisible());
  });
});
