import { type Agent, buildResults, createAgent, tool, toolApproved, useAgentRun } from 'countersign';
import { scriptedModel } from 'countersign/testing';
import { type ReactNode, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';

/** The functions that the test calls and measures. */
export interface LeakPage {
  /** Plays runs in sequence, each in its own component, which a person answers and which is then unmounted. */
  readonly mountedRuns: (count: number) => Promise<void>;
  /** Plays runs in sequence that are stopped while a batch is pending. */
  readonly stoppedRuns: (count: number) => Promise<void>;
  /** Plays runs in sequence without a user interface, with one shared abort signal of the app. */
  readonly bareRuns: (count: number) => Promise<void>;
  /** Returns the number of pending timers and animation frames. */
  readonly waiting: () => number;
  /** The prototypes of plain objects and abort signals. */
  readonly plain: object;
  readonly signal: object;
}

const waiting = new Set<string>();

/** Counts the pending callbacks of a function. */
function count(ask: 'setTimeout' | 'requestAnimationFrame', cancel: 'clearTimeout' | 'cancelAnimationFrame'): void {
  const ours = globalThis as unknown as Record<string, (...args: unknown[]) => unknown>; // replaces methods by name
  const original = { ask: ours[ask]?.bind(globalThis), cancel: ours[cancel]?.bind(globalThis) };
  ours[ask] = (callback, ...rest) => {
    const id = original.ask?.(
      (...args: unknown[]) => {
        waiting.delete(`${ask} ${id}`);
        (callback as (...args: unknown[]) => void)(...args);
      },
      ...rest,
    );
    waiting.add(`${ask} ${id}`);
    return id;
  };
  ours[cancel] = (id) => {
    waiting.delete(`${ask} ${id}`);
    return original.cancel?.(id);
  };
}

count('setTimeout', 'clearTimeout');
count('requestAnimationFrame', 'cancelAnimationFrame');

function makeAgent(): Agent {
  const remove = tool({
    inputSchema: z.object({ path: z.string() }),
    requiresApproval: true,
    timeout: 60_000,
    execute: ({ path }) => path,
  });
  const calls = [{ toolName: 'remove', input: { path: 'a.txt' } }];
  return createAgent({ model: scriptedModel([{ text: 'I remove it.', calls }, 'Removed.']), tools: { remove } });
}

interface TalkProps {
  readonly agent: Agent;
  readonly answer: 'approve' | 'stop';
  readonly onDone: () => void;
}

function Talk({ agent, answer, onDone }: TalkProps): ReactNode {
  const { start, stop, decide, pending, outcome, messages } = useAgentRun({ agent });
  const item = pending[0]?.items[0];
  const open = item?.state.status === 'waiting' ? item.call.toolCallId : undefined;
  useEffect(() => start('go'), [start]);
  useEffect(() => {
    if (open === undefined) return;
    if (answer === 'stop') stop();
    else void decide(open, true);
  }, [open, answer, stop, decide]);
  useEffect(() => {
    if (outcome !== null) onDone();
  }, [outcome, onDone]);
  return <button type="button">{messages.length}</button>;
}

const root = createRoot(document.body.appendChild(document.createElement('main')));

async function mount(count: number, answer: TalkProps['answer']): Promise<void> {
  for (let index = 0; index < count; index++) {
    await new Promise<void>((onDone) => {
      flushSync(() => root.render(<Talk key={index} agent={makeAgent()} answer={answer} onDone={onDone} />));
    });
  }
  flushSync(() => root.render(null));
}

const app = new AbortController();

async function bareRuns(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const run = makeAgent().run('go', {
      abortSignal: app.signal,
      deferredToolHandler: (requests) => buildResults(requests, { approvals: { 'call-1': toolApproved() } }),
    });
    for await (const event of run) if (event.type === 'run-end') break;
    const { type } = await run.outcome;
    if (type !== 'completed') throw new Error(`A run ended ${type}.`);
  }
}

const page: LeakPage = {
  mountedRuns: (count) => mount(count, 'approve'),
  stoppedRuns: (count) => mount(count, 'stop'),
  bareRuns,
  waiting: () => waiting.size,
  plain: Object.prototype,
  signal: AbortSignal.prototype,
};
Object.assign(globalThis, { leakPage: page });
