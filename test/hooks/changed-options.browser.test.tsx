import { act, cleanup, render, screen } from '@testing-library/react';
import {
  createAgent,
  createBroker,
  createGrants,
  tool,
  type UseAgentRunOptions,
  type UseAgentRunResult,
  UserError,
  useAgentRun,
  useStoredConversations,
} from 'countersign';
import { DecisionLog, Inbox, MessageComposer } from 'countersign/components';
import { memoryStorage, type RunStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type RunInbox, useRunInbox } from '../../src/hooks/use-run-inbox.js';
import { fakeRun } from '../components/support.js';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const ask = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'done' });
const agentOf = (...turns: Parameters<typeof scriptedModel>[0]) =>
  createAgent({ model: scriptedModel(turns), tools: { ask } });

function makePage() {
  const shown: { run?: UseAgentRunResult } = {};
  function Page(options: UseAgentRunOptions): ReactElement {
    const run = useAgentRun(options);
    shown.run = run;
    const [last] = run.messages.slice(-1);
    return <output>{`${run.status} ${run.messages.length} ${JSON.stringify(last?.parts ?? [])}`}</output>;
  }
  const inStrictMode = (options: UseAgentRunOptions): ReactElement => (
    <StrictMode>
      <Page {...options} />
    </StrictMode>
  );
  return { inStrictMode, shown };
}

describe('another option in a mounted component', () => {
  let report = vi.spyOn(console, 'error');
  beforeEach(() => {
    report = vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  const reportedCodes = (): readonly string[] =>
    report.mock.calls.map(([error]) => (UserError.isInstance(error) ? `${error.code} ${error.message}` : 'other'));

  it('C385 that is an agent takes effect with the next run', async () => {
    const { inStrictMode, shown } = makePage();
    const [first, second] = [agentOf({ calls: [{ toolName: 'ask', toolCallId: 'a' }] }, 'First.'), agentOf('Second.')];
    const view = render(inStrictMode({ agent: first }));
    act(() => shown.run?.start('Go'));
    await screen.findByText(/^waiting 2/);

    view.rerender(inStrictMode({ agent: second }));
    act(() => void shown.run?.decide('a', true));
    await screen.findByText(/^idle 2 .*First\./);
    act(() => shown.run?.start('More'));

    await screen.findByText(/^idle 4 .*Second\./);
    expect(reportedCodes()).toEqual([]);
  });

  const agent = agentOf();
  const stored = { agent, storage: memoryStorage(), runKey: 'talk' };
  const message = { id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hello' }] } as const;
  it.each<[string, UseAgentRunOptions, UseAgentRunOptions]>([
    ['storage', stored, { ...stored, storage: memoryStorage() }],
    ['grants', { agent, grants: createGrants() }, { agent, grants: createGrants() }],
    ['broker', { agent, broker: createBroker() }, { agent, broker: createBroker() }],
    ['initialMessages', { agent }, { agent, initialMessages: [{ ...message, parts: [...message.parts] }] }],
  ])('C384 that cannot change is reported once: %s', (name, first, second) => {
    const { inStrictMode } = makePage();
    const view = render(inStrictMode(first));

    view.rerender(inStrictMode(second));
    view.rerender(inStrictMode({ ...second }));

    expect(reportedCodes()).toEqual([expect.stringMatching(new RegExp(`^option-changed .*'${name}'`))]);
  });

  it('C384 that changes together with the runKey belongs to a new conversation', async () => {
    const { inStrictMode } = makePage();
    const view = render(inStrictMode(stored));

    view.rerender(inStrictMode({ agent, storage: memoryStorage(), runKey: 'other', grants: createGrants() }));

    await screen.findByText(/^idle 0/);
    expect(reportedCodes()).toEqual([]);
  });
});

describe('another conversation in a mounted component', () => {
  it('C386 has a composer without the files of the first one', async () => {
    const [one, two] = [fakeRun(), fakeRun()];
    const view = render(<MessageComposer run={{ ...one, runKey: 'one' }} />);
    const input = view.container.querySelector<HTMLInputElement>('input[type=file]');
    const files = new DataTransfer();
    files.items.add(new File(['private'], 'private.txt', { type: 'text/plain' }));
    act(() => {
      if (input === null) throw new Error('There is no file input.');
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await screen.findByText(/private\.txt/);

    view.rerender(<MessageComposer run={{ ...two, runKey: 'two' }} />);

    await vi.waitFor(() => expect(screen.queryByText(/private\.txt/)).toBeNull());
  });

  it('C386 has a list of stored conversations without those of the first storage', async () => {
    function Titles({ storage }: { readonly storage: Pick<RunStorage, 'conversations'> }): ReactElement {
      return <output>{`titles: ${useStoredConversations(storage).map(({ title }) => title)}`}</output>;
    }
    const one = memoryStorage();
    const times = { createdAt: 1, updatedAt: 1 };
    await one.conversations.put({ id: 'a', title: 'Taxes', state: 'idle', messages: [], runIds: [], ...times });
    const view = render(<Titles storage={one} />);
    await screen.findByText('titles: Taxes');
    const refusing = { list: () => Promise.reject(new Error('no')), subscribe: () => () => {} };
    const broken = { conversations: { ...memoryStorage().conversations, ...refusing } };

    view.rerender(<Titles storage={broken} />);

    expect(screen.getByText('titles:')).toBeDefined();
  });

  it('C386 has a decision log without the decisions of the first one', async () => {
    const { inStrictMode, shown } = makePage();
    render(inStrictMode({ agent: agentOf({ calls: [{ toolName: 'ask', toolCallId: 'a' }] }, 'Done.') }));
    act(() => shown.run?.start('Go'));
    await screen.findByText(/^waiting 2/);
    act(() => void shown.run?.decide('a', true));
    await screen.findByText(/^idle 2/);
    if (shown.run === undefined) throw new Error('There is no run.');
    const view = render(<DecisionLog source={shown.run} />);
    await vi.waitFor(() => expect(view.container.textContent).toContain('Ask'));

    view.rerender(<DecisionLog source={fakeRun()} />);

    expect(view.container.textContent).not.toContain('Ask');
  });

  it('C386 has an inbox that uses its own server, and shows nothing of the first one', async () => {
    const inboxOf = (toolCallId: string): RunInbox => ({
      id: toolCallId,
      agent: agentOf({ calls: [{ toolName: 'ask', toolCallId }] }),
      state: () => ({ status: 'ready', error: null, asked: {}, news: [] }),
      subscribe: () => () => {},
      refresh: () => {},
      history: async () => [],
      decided: async () => [],
      record: async () => [],
    });
    function Waiting({ inbox }: { readonly inbox: RunInbox }): ReactElement {
      const { pending } = useRunInbox(inbox);
      return <output>{`waits: ${pending.flatMap(({ items }) => items.map(({ call }) => call.toolCallId))}`}</output>;
    }
    const [one, two] = [inboxOf('first'), inboxOf('second')];
    const view = render(
      <StrictMode>
        <Waiting inbox={one} />
      </StrictMode>,
    );
    await screen.findByText('waits: first');

    view.rerender(
      <StrictMode>
        <Waiting inbox={two} />
      </StrictMode>,
    );

    await screen.findByText('waits: second');
  });

  it('C386 has the record of a run from its own inbox', async () => {
    const run = {
      runId: 'r1',
      title: 'Clear .env',
      agent: 'files',
      conversationId: 'c1',
      startedBy: { id: 'eve' },
      startedAt: 1,
      state: { type: 'ended', outcome: 'completed', at: 2 },
    } as const;
    const state = { status: 'ready', error: null, asked: {}, news: [] } as const;
    const inboxOf = (record: RunInbox['record']): RunInbox => ({
      id: 'inbox',
      agent: agentOf('Nothing waits.'),
      state: () => state,
      subscribe: () => () => {},
      refresh: () => {},
      history: async () => [run],
      decided: async () => [],
      record,
    });
    const [first, second] = [vi.fn(async () => []), vi.fn(async () => [])];
    const page = (inbox: RunInbox): ReactElement => (
      <Inbox.Root inbox={inbox}>
        <Inbox.History />
      </Inbox.Root>
    );
    const view = render(page(inboxOf(first)));
    const title = await screen.findByText('Clear .env');
    act(() => title.click());
    await vi.waitFor(() => expect(first).toHaveBeenCalledOnce());

    view.rerender(page(inboxOf(second)));

    await vi.waitFor(() => expect(second).toHaveBeenCalledOnce());
  });
});
