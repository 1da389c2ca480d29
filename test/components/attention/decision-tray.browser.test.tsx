import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, StrictMode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBroker } from '../../../src/approval/broker/create-broker.js';
import type { PendingBatch } from '../../../src/approval/broker/pending.js';
import { jumpToCard } from '../../../src/components/card/jump-to-card.js';
import { ApprovalQueue, DecisionTray, Tray } from '../../../src/components/index.js';
import { toolDenied } from '../../../src/protocol/make-answer.js';
import { approval, batch, external, type FakeRun, fakeRun } from '../support.js';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A batch whose ids are its own. */
function asked(batchId: string, ids: readonly string[], rest: Partial<PendingBatch> = {}): PendingBatch {
  const items = ids.map((id) => ({ ...approval(id), id: `${batchId}:${id}`, batchId }));
  return batch(items, { batchId, runId: `run of ${batchId}`, ...rest });
}

function showTray(props: ComponentProps<typeof DecisionTray>, runs: readonly FakeRun[] = []) {
  return render(
    <StrictMode>
      <DecisionTray {...props} />
      {runs.map((run, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their places
        <ApprovalQueue key={index} run={run} />
      ))}
      <button type="button">elsewhere</button>
    </StrictMode>,
  );
}

const trigger = (): HTMLElement => screen.getByRole('button', { name: /waiting/i });
const tray = (): Promise<HTMLElement> => screen.findByRole('dialog', { name: 'Waiting for you' });
const titles = (container: HTMLElement): (string | null)[] =>
  within(container)
    .getAllByRole('button')
    .map((button) => button.querySelector('[data-cs="tray-item-title"]')?.textContent ?? null);

async function openTray(): Promise<HTMLElement> {
  await userEvent.click(trigger());
  return await tray();
}

describe('DecisionTray', () => {
  it('opens again what was left open, and goes to its card', async () => {
    const { call } = approval('a', { title: 'Remove a.txt' });
    const run = fakeRun({ status: 'deferred', parked: { approvals: [call], calls: [], metadata: {} } });
    run.resume.mockImplementation(() => run.set({ parked: null, pending: [asked('again', ['a'])] }));
    showTray({ sources: run }, [run]);
    await userEvent.click(screen.getByRole('button', { name: '1 action left open' }));
    const open = await tray();
    expect(open).toHaveTextContent('Remove a.txt');
    expect(open).not.toHaveTextContent('Nothing needs your approval.');

    await userEvent.click(within(open).getByRole('button', { name: 'Answer' }));

    await waitFor(() =>
      expect(within(screen.getByRole('group', { name: 'Write a' })).getByRole('heading')).toHaveFocus(),
    );
    expect(run.resume).toHaveBeenCalledExactlyOnceWith();
    expect(trigger()).toHaveTextContent('1 waiting');
  });

  it('tells the app where to go when the card of what was left open is on another page', async () => {
    const onJump = vi.fn();
    const parked = { approvals: [approval('a').call], calls: [], metadata: {} };
    const run = fakeRun({ status: 'deferred', parked });
    run.resume.mockImplementation(() => run.set({ parked: null, pending: [asked('again', ['a'])] }));
    showTray({ sources: run, onJump });
    await userEvent.click(screen.getByRole('button', { name: '1 action left open' }));

    await userEvent.click(within(await tray()).getByRole('button', { name: 'Answer' }));

    await waitFor(() => expect(onJump).toHaveBeenCalledOnce());
    expect(onJump.mock.calls[0]?.[1]).toMatchObject({ batchId: 'again' });
  });

  it('counts what waits in all conversations, as it comes and goes', () => {
    const [one, two] = [fakeRun({ pending: [asked('x', ['a', 'b'])] }), fakeRun()];
    showTray({ sources: [one, two] });
    expect(trigger()).toHaveTextContent('2 waiting');

    act(() => two.set({ pending: [asked('y', ['c'])] }));
    expect(trigger()).toHaveTextContent('3 waiting');

    act(() => one.settle('a', toolDenied()));
    expect(trigger()).toHaveTextContent('2 waiting');
  });

  it('says when nothing waits', async () => {
    showTray({ sources: fakeRun() });
    expect(trigger()).toHaveTextContent('Nothing waiting');

    const panel = await openTray();

    expect(within(panel).getByText('Nothing needs your approval.')).toBeVisible();
    expect(within(panel).queryByRole('group')).toBeNull();
    await waitFor(() => expect(panel).toHaveFocus());
  });

  it('groups the calls by who asks, with path and count, by whom asked first', async () => {
    const event = { v: 1, seq: 0, runId: 'r', agentPath: ['workspace'] } as const;
    const requested = (batchId: string, at: number) =>
      ({ ...event, at, type: 'approval-requested', batchId, call: approval('a').call }) as const;
    const late = fakeRun({ pending: [asked('x', ['a'])], events: [requested('x', 2000)] });
    const early = fakeRun({
      pending: [asked('y', ['b', 'c'], { agentPath: ['workspace', 'cleaner'] })],
      events: [requested('y', 1000)],
    });
    showTray({ sources: [late, early] });

    const panel = await openTray();

    const groups = within(panel).getAllByRole('group');
    expect(groups.map((group) => group.querySelector('h4')?.textContent)).toEqual([
      'workspace › cleaner 2 actions',
      'workspace 1 action',
    ]);
    expect(groups.map(titles)).toEqual([['Write b', 'Write c'], ['Write a']]);
    expect(within(panel).getByRole('group', { name: 'workspace › cleaner 2 actions' })).toBeVisible();
  });

  it('takes the names of the app', async () => {
    showTray({ sources: fakeRun({ pending: [asked('x', ['a'])] }), nameOf: ({ batchId }) => `Chat ${batchId}` });

    const panel = await openTray();

    expect(within(panel).getByRole('group', { name: 'Chat x 1 action' })).toBeVisible();
  });

  it('shows the risk in words, and what a person has to do', async () => {
    const pending = [batch([approval('a', { risk: 'destructive' }), external('b')])];
    showTray({ sources: fakeRun({ pending }) });

    const panel = await openTray();

    expect(within(panel).getByRole('button', { name: 'Write a destructive' })).toBeVisible();
    expect(within(panel).getByRole('button', { name: 'Write b your input needed' })).toBeVisible();
  });

  it('shows how much time is left', async () => {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now);
    const item = (id: string, ms: number) => ({ ...approval(id), id, expiresAt: now + ms });
    showTray({
      sources: fakeRun({ pending: [batch([item('a', 90_000), item('b', 5000), item('c', -1), item('d', 9e15)])] }),
    });

    const panel = await openTray();

    expect(within(panel).getByText('1 min 30 sec left')).toHaveAttribute('data-state', 'running');
    expect(within(panel).getByText('5 sec left')).toHaveAttribute('data-state', 'soon');
    expect(within(panel).getByText('time is up')).toBeVisible();
    expect(panel.querySelectorAll('[data-cs=tray-countdown]')).toHaveLength(3);
  });

  it('takes a broker that several runs share', async () => {
    const broker = createBroker();
    showTray({ sources: broker });
    const request = (batchId: string, path: readonly string[]) =>
      broker.request({
        batchId,
        runId: `run of ${batchId}`,
        agentPath: path,
        round: 1,
        requests: { approvals: [{ ...approval(batchId).call }], calls: [], metadata: {} },
        signal: new AbortController().signal,
        check: async () => [],
        report: () => undefined,
      });
    act(() => {
      void request('p', ['mail']);
      void request('q', ['mail', 'cleaner']);
    });
    await waitFor(() => expect(trigger()).toHaveTextContent('2 waiting'));

    await broker.respond('p:p', false);

    await waitFor(() => expect(trigger()).toHaveTextContent('1 waiting'));
    expect(within(await openTray()).getByRole('group', { name: 'mail › cleaner 1 action' })).toBeVisible();
  });

  it('counts a batch once that a conversation and its broker have', () => {
    const pending = [asked('x', ['a'])];
    const broker = { pending, subscribe: () => () => undefined };

    showTray({ sources: [fakeRun({ pending }), broker] });

    expect(trigger()).toHaveTextContent('1 waiting');
  });

  it('shows text that cannot be seen', async () => {
    showTray({ sources: fakeRun({ pending: [batch([approval('a', { title: 'Write a\u202Etxt.exe' })])] }) });

    expect(titles(await openTray())).toEqual(['Write a\\u202etxt.exe']);
  });
});

describe('the popover of DecisionTray', () => {
  const open = { 'aria-expanded': 'true' };

  it('opens at a press with the focus on the first call, and closes with Escape', async () => {
    showTray({ sources: fakeRun({ pending: [asked('x', ['a', 'b'])] }) });
    expect(trigger()).toHaveAttribute('aria-expanded', 'false');
    expect(trigger()).toHaveAttribute('aria-haspopup', 'dialog');

    const panel = await openTray();
    await waitFor(() => expect(within(panel).getByRole('button', { name: /Write a/ })).toHaveFocus());
    expect(trigger()).toHaveAttribute('aria-expanded', open['aria-expanded']);

    document.getElementById(panel.id)?.hidePopover();
    await waitFor(() => expect(trigger()).toHaveAttribute('aria-expanded', 'false'));
    expect(trigger()).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('goes from call to call by arrow keys, Home and End, and around', async () => {
    showTray({ sources: fakeRun({ pending: [asked('x', ['a', 'b']), asked('y', ['c'])] }) });
    const panel = await openTray();
    const focused = (): string | undefined =>
      document.activeElement?.querySelector('[data-cs="tray-item-title"]')?.textContent ?? undefined;
    await waitFor(() => expect(focused()).toBe('Write a'));
    const seen: (string | undefined)[] = [];

    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
      await userEvent.keyboard(`{${key}}`);
      seen.push(focused());
    }

    expect(seen).toEqual(['Write b', 'Write c', 'Write a', 'Write c', 'Write a', 'Write c']);
    expect(panel).toBeVisible();
  });

  it('keeps the focus when the call is answered elsewhere', async () => {
    const run = fakeRun({ pending: [asked('x', ['a', 'b'])] });
    showTray({ sources: run });
    const panel = await openTray();
    await waitFor(() => expect(within(panel).getByRole('button', { name: /Write a/ })).toHaveFocus());

    act(() => run.settle('a', toolDenied()));
    expect(within(panel).getByRole('button', { name: /Write b/ })).toHaveFocus();

    act(() => run.set({ pending: [] }));
    expect(panel).toHaveFocus();
  });
});

describe('a press on a call', () => {
  it('closes the tray and goes to its card', async () => {
    const [one, two] = [fakeRun({ pending: [asked('x', ['a'])] }), fakeRun({ pending: [asked('y', ['b', 'c'])] })];
    showTray({ sources: [one, two] }, [one, two]);

    await userEvent.click(within(await openTray()).getByRole('button', { name: /Write c/ }));

    expect(screen.getByRole('heading', { name: 'Write c' })).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('goes to the card of the very batch where ids are the same', async () => {
    const [one, two] = [fakeRun({ pending: [asked('x', ['a'])] }), fakeRun({ pending: [asked('y', ['a'])] })];
    showTray({ sources: [one, two] }, [one, two]);
    const panel = await openTray();

    await userEvent.click(within(panel).getAllByRole('button')[1] ?? panel);

    expect(document.activeElement?.closest('[data-batch]')).toHaveAttribute('data-batch', 'y');
  });

  it('opens what is folded around the card', () => {
    const run = fakeRun({ pending: [asked('x', ['a'])] });
    render(
      <details>
        <summary>more</summary>
        <ApprovalQueue run={run} />
      </details>,
    );
    const [item = approval('none')] = run.pending[0]?.items ?? [];

    expect(jumpToCard(item)).toBe(true);

    expect(screen.getByRole('heading', { name: 'Write a' })).toHaveFocus();
    expect(document.querySelector('details')).toHaveAttribute('open');
  });

  it('asks the app for a card that is not in the page, and goes there when it comes', async () => {
    const run = fakeRun({ pending: [asked('x', ['a'])] });
    const onJump = vi.fn();
    const { rerender } = render(<DecisionTray sources={run} onJump={onJump} />);

    await userEvent.click(within(await openTray()).getByRole('button', { name: /Write a/ }));
    expect(onJump.mock.calls.map(([item, { batchId }]) => [item.call.toolCallId, batchId])).toEqual([['a', 'x']]);
    rerender(
      <>
        <DecisionTray sources={run} onJump={onJump} />
        <ApprovalQueue run={run} />
      </>,
    );

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Write a' })).toHaveFocus());
  });

  it('leaves the focus to a person who goes on meanwhile', async () => {
    const run = fakeRun({ pending: [asked('x', ['a'])] });
    const sources = { sources: run, onJump: () => undefined };
    const { rerender } = render(<DecisionTray {...sources} />);
    await userEvent.click(within(await openTray()).getByRole('button', { name: /Write a/ }));
    const typing = (
      <>
        <DecisionTray {...sources} />
        <input aria-label="note" />
      </>
    );
    rerender(typing);
    await userEvent.type(screen.getByRole('textbox'), 'x');

    rerender(
      <>
        <DecisionTray {...sources} />
        <input aria-label="note" />
        <ApprovalQueue run={run} />
      </>,
    );
    await screen.findByRole('heading', { name: 'Write a' });

    expect(screen.getByRole('textbox')).toHaveFocus();
  });
});

describe('the parts of a tray', () => {
  it('take classes by state, attributes, refs and other elements', async () => {
    const refs: (Element | null)[] = [];
    render(
      <Tray.Root sources={fakeRun({ pending: [asked('x', ['a'])] })} className={({ calls }) => `root ${calls}`}>
        <Tray.Trigger ref={(element) => void refs.push(element)} title="Decide" render={<button type="button" />} />
        <Tray.Popover>
          <Tray.Title render={(attributes) => <h2 {...attributes}>{attributes.children as string}</h2>} />
          <Tray.Groups
            group={(owner) => (
              <Tray.Group key={owner.id} owner={owner} data-mine="">
                <Tray.Items className="items" />
              </Tray.Group>
            )}
          />
        </Tray.Popover>
      </Tray.Root>,
    );

    expect(document.querySelector('.root.waiting')).toHaveAttribute('data-cs', 'tray');
    expect(refs[0]).toBe(screen.getByTitle('Decide'));
    await userEvent.click(screen.getByTitle('Decide'));
    expect(await screen.findByRole('heading', { level: 2, name: 'Waiting for you' })).toBeVisible();
    expect(document.querySelector('[data-mine] .items [data-cs="tray-item"]')).toBeVisible();
  });

  it('say so when they stand outside of their root', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);

    expect(() => render(<Tray.Trigger />)).toThrow('<Tray.Trigger> is outside of <Tray.Root>');
  });
});
