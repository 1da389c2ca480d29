import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  type ClientToolProps,
  type ClientTools,
  createAgent,
  tool,
  type UseAgentRunResult,
  useAgentRun,
} from 'countersign';
import { AgentChat, ApprovalQueue, ArmingProvider, DecisionTray, EventFeed } from 'countersign/components';
import {
  createVirtualClock,
  expectBatch,
  type ScriptedTurn,
  scriptedModel,
  type VirtualClock,
} from 'countersign/testing';
import { renderAgent } from 'countersign/testing/react';
import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { jumpToCard } from '../../src/components/card/jump-to-card.js';
import '../setup/browser.js';

/** How Testing Library finds React when a runner's hooks are global: each update outside of `act` is then a warning. */
const react: { IS_REACT_ACT_ENVIRONMENT?: boolean } = globalThis as object;

const said = vi.fn<(...words: unknown[]) => void>();

interface Shown {
  readonly clock: VirtualClock;
  readonly written: string[];
  readonly run: () => UseAgentRunResult;
}

type View = (props: { readonly run: UseAgentRunResult }) => ReactElement;

const write = (path: string) => ({ toolName: 'write', input: { path } });
const ask = { calls: [write('a.txt')] };

function Picker({ submit }: ClientToolProps<{ what: string }, string>): ReactElement {
  return (
    <button type="button" onClick={() => void submit('b.txt')}>
      Give it
    </button>
  );
}

const clientTools: ClientTools = { pick: { render: Picker } };

/** A conversation that really runs, whose buttons have a time that stands still. */
function show(turns: readonly ScriptedTurn[], View: View): Shown {
  const clock = createVirtualClock();
  const written: string[] = [];
  const tools = {
    write: tool({
      inputSchema: z.object({ path: z.string() }),
      requiresApproval: true,
      describe: ({ path }) => ({ title: `Write ${path}` }),
      execute: ({ path }) => {
        written.push(path);
        return 'written';
      },
    }),
    pick: tool({ inputSchema: z.object({ what: z.string() }), outputSchema: z.string() }),
  };
  const agent = createAgent({ model: scriptedModel(turns), tools });
  let latest: UseAgentRunResult | undefined;
  function App(): ReactElement {
    const run = useAgentRun({ agent, clientTools });
    latest = run;
    return (
      <ArmingProvider clock={clock.environment}>
        <View run={run} />
      </ArmingProvider>
    );
  }
  render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  const run = (): UseAgentRunResult => {
    if (latest === undefined) throw new Error('Nothing was rendered.');
    return latest;
  };
  return { clock, written, run };
}

const Chat: View = ({ run }) => <AgentChat run={run} />;
const card = (name: string): Promise<HTMLElement> => screen.findByRole('group', { name });
const inside = (within_: HTMLElement, name: RegExp): HTMLElement => within(within_).getByRole('button', { name });
const isArming = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true';
const pass = ({ clock }: Shown, ms: number): Promise<void> => act(() => clock.advance(ms));
const send = (words: string): Promise<void> =>
  userEvent.type(screen.getByRole('textbox', { name: 'Message' }), `${words}{Enter}`);

/** What the kit promises without a browser, for an environment that has a document. */
export function domCases(): void {
  beforeEach(() => {
    react.IS_REACT_ACT_ENVIRONMENT = true;
    vi.spyOn(console, 'error').mockImplementation(said);
    vi.spyOn(console, 'warn').mockImplementation(said);
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    const words = said.mock.calls.splice(0);
    expect(words).toEqual([]);
  });
  chatCases();
  queueCases();
  gapCases();
  feedCases();
  agentCases();
}

function chatCases(): void {
  it('C147 arms by time alone, and takes a click then', async () => {
    const shown = show([ask, 'It is written.'], Chat);
    await send('Write a.txt');
    const approve = inside(await card('Write a.txt'), /^Approve/);

    await pass(shown, 499);
    await userEvent.click(approve);
    fireEvent.click(approve);
    expect(shown.written).toEqual([]);
    expect(isArming(approve)).toBe(true);
    await pass(shown, 1);
    expect(isArming(approve)).toBe(false);
    await userEvent.click(approve);

    await within(screen.getByRole('log')).findByText('It is written.');
    expect(shown.written).toEqual(['a.txt']);
    expect(shown.clock.timers).toBe(0);
  });

  it('takes a click of fireEvent, too, and moves the focus on to the next card', async () => {
    const shown = show([{ calls: [write('a.txt'), write('b.txt')] }, 'Done.'], Chat);
    await send('Write');
    const first = await card('Write a.txt');
    await pass(shown, 500);
    const approve = inside(first, /^Approve/);
    approve.focus();

    fireEvent.click(approve);

    const title = within(await card('Write b.txt')).getByRole('heading');
    await waitFor(() => expect(document.activeElement).toBe(title));
    fireEvent.click(inside(await card('Write b.txt'), /^Approve/));
    await within(screen.getByRole('log')).findByText('Done.');
    expect(shown.written).toEqual(['a.txt', 'b.txt']);
  });

  it('takes an edit of the input', async () => {
    const shown = show([ask, 'Done.'], Chat);
    await send('Write');
    const its = await card('Write a.txt');
    await pass(shown, 500);

    await userEvent.click(inside(its, /^Edit/));
    const field = await within(its).findByRole('textbox', { name: /path/i });
    await userEvent.clear(field);
    await userEvent.type(field, 'c.txt');
    await pass(shown, 500);
    await userEvent.click(inside(its, /edit|chang/i));

    await within(screen.getByRole('log')).findByText('Done.');
    expect(shown.written).toEqual(['c.txt']);
  });

  it('takes a no with a reason', async () => {
    const shown = show([ask, 'Left alone.'], Chat);
    await send('Write');
    const its = await card('Write a.txt');

    await userEvent.click(inside(its, /^Deny/));
    await userEvent.type(await within(its).findByRole('textbox'), 'Not that one');
    await userEvent.click(inside(its, /^Deny/));

    await within(screen.getByRole('log')).findByText('Left alone.');
    expect(shown.written).toEqual([]);
    expect(JSON.stringify(shown.run().messages)).toContain('Not that one');
  });

  it('takes the result of an external call', async () => {
    const shown = show([{ calls: [{ toolName: 'pick', input: { what: 'file' } }] }, 'Thanks.'], Chat);
    await send('Pick');

    fireEvent.click(await screen.findByRole('button', { name: 'Give it' }));

    await within(screen.getByRole('log')).findByText('Thanks.');
    expect(JSON.stringify(shown.run().messages)).toContain('b.txt');
  });

  it('goes away in the middle of a batch', async () => {
    const shown = show([ask], Chat);
    await send('Write');
    await card('Write a.txt');
    await pass(shown, 100);

    cleanup();
    await vi.waitUntil(() => shown.run().store.getState().outcome !== null);

    expect(document.body.textContent).toBe('');
    expect(shown.run().store.getState().outcome).toMatchObject({ type: 'aborted' });
    expect(shown.clock.timers).toBe(0);
  });
}

function queueCases(): void {
  const Queue: View = ({ run }) => (
    <>
      <DecisionTray sources={[run]} />
      <ApprovalQueue run={run} commit="review" />
    </>
  );

  it('reviews answers before they are sent', async () => {
    const shown = show([{ calls: [write('a.txt'), write('b.txt')] }, 'Done.'], Queue);
    act(() => shown.run().start('Write'));
    const first = await card('Write a.txt');
    await pass(shown, 500);

    await userEvent.click(inside(first, /^Approve/));
    await userEvent.click(inside(await card('Write b.txt'), /^Deny/));
    await userEvent.click(inside(await card('Write b.txt'), /^Deny/));
    expect(shown.written).toEqual([]);
    const submit = await screen.findByRole('button', { name: /^Submit/ });
    await pass(shown, 500);
    await userEvent.click(submit);

    await waitFor(() => expect(shown.run().outcome).toMatchObject({ type: 'completed' }));
    expect(shown.written).toEqual(['a.txt']);
  });

  it('goes from card to card by key, opens the list of keys, and jumps to a card', async () => {
    const shown = show([{ calls: [write('a.txt'), write('b.txt')] }], Queue);
    act(() => shown.run().start('Write'));
    const title = within(await card('Write a.txt')).getByRole('heading');
    const next = within(await card('Write b.txt')).getByRole('heading');
    title.focus();

    fireEvent.keyDown(title, { key: 'j' });
    expect(document.activeElement).toBe(next);
    fireEvent.keyDown(next, { key: '?' });
    const keys = document.querySelector('dialog');
    expect(keys?.open).toBe(true);
    if (keys !== null) fireEvent.click(within(keys).getByRole('button'));
    expect(keys?.open).toBe(false);
    const [item] = shown.run().pending.flatMap(({ items }) => items);
    expect(item !== undefined && jumpToCard(item)).toBe(true);

    expect(document.activeElement).toBe(title);
  });

  it('lists in a tray what waits, and goes there', async () => {
    const shown = show([ask], Queue);
    act(() => shown.run().start('Write'));
    const title = within(await card('Write a.txt')).getByRole('heading');

    const item = document.querySelector('[data-cs="tray-item"]');
    if (item !== null) fireEvent.click(item);

    await waitFor(() => expect(document.activeElement).toBe(title));
  });
}

/** What an environment may lack. */
const gaps = ['ResizeObserver', 'IntersectionObserver', 'CSS', 'matchMedia', 'requestAnimationFrame'] as const;

function gapCases(): void {
  it('C147 needs no API that may be missing', async () => {
    for (const name of gaps) vi.stubGlobal(name, undefined);
    const shown = show([{ calls: [write('a.txt'), write('b.txt')] }, 'Done.'], Chat);
    await send('Write');
    const approve = inside(await card('Write a.txt'), /^Approve/);
    await pass(shown, 500);

    await userEvent.click(screen.getByRole('button', { name: /^Deny all/ }));
    await userEvent.keyboard('{Escape}');
    const denyAll = await screen.findByRole('button', { name: /^Deny all/ });
    await waitFor(() => expect(document.activeElement).toBe(denyAll));
    await userEvent.click(approve);
    await userEvent.click(inside(await card('Write b.txt'), /^Approve/));

    await within(screen.getByRole('log')).findByText('Done.');
    expect(shown.written).toEqual(['a.txt', 'b.txt']);
  });

  it('C147 arms under an observer that never reports', async () => {
    class Silent {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    }
    for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, Silent);
    const shown = show([ask, 'Done.'], Chat);
    await send('Write');
    const approve = inside(await card('Write a.txt'), /^Approve/);

    await pass(shown, 500);

    expect(isArming(approve)).toBe(false);
  });
}

function feedCases(): void {
  it('lists the events of a run, and unfolds a line', async () => {
    const shown = show([ask, 'Done.'], ({ run }) => <EventFeed run={run} />);
    act(() => shown.run().start('Write'));
    const grid = await screen.findByRole('treegrid', { name: 'Events' });
    const rows = (): HTMLElement[] => within(grid).getAllByRole('row');
    const asked = await within(grid).findByText(/Write a\.txt/);
    const before = rows().length;
    const line = asked.closest<HTMLElement>('[role="row"]');
    if (line === null) throw new Error('The call has no line.');

    await userEvent.click(line);

    await waitFor(() => expect(grid.querySelector('[aria-expanded="true"]')).not.toBeNull());
    expect(before).toBeGreaterThan(2);
  });
}

function agentCases(): void {
  it.each(['plain', 'strict'] as const)('renders an agent without a word of act() (%s)', async (mode) => {
    const shout = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'said' });
    const model = scriptedModel([{ calls: [{ toolName: 'shout', input: {} }] }, 'Done.']);
    const rendered = await renderAgent({ agent: createAgent({ model, tools: { shout } }) }, { createRoot, mode });

    rendered.run.start('go');
    await rendered.rerender();
    await expectBatch(rendered.run).approve('Shout').settled();
    await vi.waitUntil(() => rendered.run.outcome !== null);
    rendered.unmount();

    expect(rendered.run.outcome).toMatchObject({ type: 'completed' });
    expect(react.IS_REACT_ACT_ENVIRONMENT).toBe(true);
    model.assertDone();
  });

  it('leaves the warnings of React to others once the last agent is gone', async () => {
    const agent = createAgent({ model: scriptedModel([]) });
    const first = await renderAgent({ agent }, { createRoot });
    const second = await renderAgent({ agent }, { createRoot });

    first.unmount();
    first.unmount();
    const between = react.IS_REACT_ACT_ENVIRONMENT;
    second.unmount();

    expect([between, react.IS_REACT_ACT_ENVIRONMENT]).toEqual([false, true]);
  });
}
