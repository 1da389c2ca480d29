import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  createAgent,
  type DeferredToolHandler,
  tool,
  toolApproved,
  type UseAgentRunResult,
  useAgentRun,
  useConversation,
} from 'countersign';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

afterEach(cleanup);

const call = { calls: [{ toolName: 'remove', input: { path: 'a' } }] };

function makeAgent(turns: readonly ScriptedTurn[]) {
  const removed: string[] = [];
  const signals: AbortSignal[] = [];
  const model = scriptedModel(turns);
  const remove = tool({
    inputSchema: z.object({ path: z.string() }),
    requiresApproval: true,
    execute: ({ path }, { abortSignal }) => {
      removed.push(path);
      signals.push(abortSignal);
      return 'removed';
    },
  });
  return { agent: createAgent({ model, tools: { remove } }), model, removed, signals };
}

interface ProbeProps {
  readonly agent: ReturnType<typeof makeAgent>['agent'];
  readonly handler?: DeferredToolHandler;
  readonly onRun: (run: UseAgentRunResult) => void;
}

function Probe({ agent, handler, onRun }: ProbeProps): ReactElement {
  const run = useAgentRun({ agent, ...(handler === undefined ? {} : { deferredToolHandler: handler }) });
  onRun(run);
  return (
    <div>
      <button type="button" onClick={() => run.start('go')}>
        start
      </button>
      <button
        type="button"
        onClick={() => run.pending[0]?.items.forEach(({ call: { toolCallId } }) => void run.decide(toolCallId, true))}
      >
        approve
      </button>
      <output>{run.status}</output>
    </div>
  );
}

describe('useAgentRun', () => {
  it('asks once, runs once and makes one request a turn under StrictMode', async () => {
    const { agent, model, removed } = makeAgent([call, 'Done.']);
    let asked = 0;
    const handler: DeferredToolHandler = (requests, { ask }) => {
      asked += 1;
      return ask(requests);
    };
    render(
      <StrictMode>
        <Probe agent={agent} handler={handler} onRun={() => {}} />
      </StrictMode>,
    );

    await userEvent.click(screen.getByText('start'));
    await screen.findByText('waiting');
    await userEvent.click(screen.getByText('approve'));
    await screen.findByText('idle');

    expect(asked).toBe(1);
    expect(removed).toEqual(['a']);
    expect(model.requests).toHaveLength(2);
  });

  it('C39 uses the handler that received a batch, and the newest for the next', async () => {
    const { agent } = makeAgent([call, call, 'Done.']);
    const asked: string[] = [];
    const named =
      (name: string): DeferredToolHandler =>
      (requests, { ask }) => {
        asked.push(name);
        return ask(requests);
      };
    const view = render(<Probe agent={agent} handler={named('first')} onRun={() => {}} />);
    await userEvent.click(screen.getByText('start'));
    await screen.findByText('waiting');

    view.rerender(<Probe agent={agent} handler={named('second')} onRun={() => {}} />);
    await userEvent.click(screen.getByText('approve'));
    await waitFor(() => expect(asked).toHaveLength(2));

    expect(asked).toEqual(['first', 'second']);
  });

  it('stops the run when its component goes away for good', async () => {
    const { agent, removed } = makeAgent([call]);
    let last: UseAgentRunResult | undefined;
    const view = render(<Probe agent={agent} onRun={(run) => (last = run)} />);
    await userEvent.click(screen.getByText('start'));
    await screen.findByText('waiting');

    view.unmount();

    await waitFor(() => expect(last?.store.getState().outcome?.type).toBe('aborted'));
    expect(removed).toEqual([]);
  });

  it('renders a component again only for what it reads', async () => {
    const { agent } = makeAgent(['A long answer that streams in many pieces, one after the other.']);
    const seen: UseAgentRunResult[] = [];
    render(<Probe agent={agent} onRun={(run) => seen.push(run)} />);
    const before = seen.length;

    await userEvent.click(screen.getByText('start'));
    await waitFor(() => expect(seen.at(-1)?.store.getState().outcome).not.toBeNull());

    // idle → running → idle, and `pending` never changed.
    expect(seen.length - before).toBeLessThanOrEqual(2);
  });

  it('lets a memoised child follow the state through the store', async () => {
    const { agent } = makeAgent([call, 'Done.']);
    function Child({ run }: { readonly run: UseAgentRunResult }): ReactElement {
      return <p>{useConversation(run, ({ messages }) => messages.length)} messages</p>;
    }
    function Parent(): ReactElement {
      const run = useAgentRun({ agent });
      return (
        <>
          <Child run={run} />
          <button type="button" onClick={() => run.start('go')}>
            start
          </button>
        </>
      );
    }
    render(<Parent />);

    await userEvent.click(screen.getByText('start'));

    expect(await screen.findByText('2 messages')).toBeDefined();
  });

  it('gives verbs that stay the same from render to render', async () => {
    const { agent } = makeAgent([call, 'Done.']);
    const seen: UseAgentRunResult[] = [];
    render(<Probe agent={agent} onRun={(run) => seen.push(run)} />);

    await userEvent.click(screen.getByText('start'));
    await screen.findByText('waiting');
    await seen.at(-1)?.decide('call-1', toolApproved());
    await screen.findByText('idle');

    expect(new Set(seen.map(({ start }) => start)).size).toBe(1);
    expect(new Set(seen.map(({ decide }) => decide)).size).toBe(1);
  });
});
