import type { ModelMessage } from 'ai';
import { createAgent, createConversation, type RunOptions, tool } from 'countersign/core';
import { memoryJournal, scriptedModel } from 'countersign/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { loopPart } from '../../../src/agent/create-agent.js';
import { launchRun } from '../../../src/agent/launch/launch-run.js';
import { runAgent, type UnbegunRun } from '../../../src/agent/loop/run-agent.js';
import { toConfig } from '../../../src/agent/to-config.js';
import { lazyPart } from '../../../src/protocol/base/lazy-part.js';
import { eventsOf } from '../../conformance/support.js';

type Loop = typeof runAgent;

/** Has each loop that a test did not wait for come after all: a virtual clock waits for whatever is being loaded. */
const arrivals: (() => void)[] = [];
afterEach(() => {
  for (const arrive of arrivals.splice(0)) arrive();
});

/** A run whose loop comes when the test says. */
function launch(options: RunOptions = {}, input: string | null = 'go') {
  const done: string[] = [];
  let arrive: (loop: Loop) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const load = vi.fn(
    () =>
      new Promise<Loop>((resolve, reject) => {
        arrive = resolve;
        fail = reject;
        arrivals.push(() => resolve(runAgent));
      }),
  );
  const act = tool({ inputSchema: z.object({}), execute: () => void done.push('act') });
  const model = scriptedModel([{ calls: [{ toolName: 'act' }] }, 'Done.']);
  const config = toConfig({ model, tools: { act } });
  const toRun = (run: Omit<UnbegunRun, 'outerMemory'>): UnbegunRun => ({ ...run, outerMemory: undefined });
  const run = launchRun<UnbegunRun, string>(
    config,
    { input: input ?? undefined, options },
    { toRun, loop: lazyPart(load) },
  );
  const asked = async (): Promise<void> => await vi.waitFor(() => expect(load).toHaveBeenCalled());
  return {
    run,
    done,
    model,
    load,
    arrive: async () => {
      await asked();
      arrive(runAgent);
    },
    fail: async () => {
      await asked();
      fail(new Error('no network'));
    },
  };
}

const openHistory: ModelMessage[] = [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'act', input: {} }] },
];

describe('a run whose loop is still being loaded', () => {
  it('C298 tells at once that it began and with what, and goes on when the loop comes', async () => {
    const { run, done, arrive } = launch();
    const events = run[Symbol.asyncIterator]();

    expect((await events.next()).value).toMatchObject({ type: 'run-start', prompt: [{ role: 'user', content: 'go' }] });
    expect(done).toEqual([]);
    await arrive();

    expect(await run.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(done).toEqual(['act']);
  });

  it('C298 fails where it does not come, with what it was to say, and nothing was done', async () => {
    const { run, model, fail } = launch();
    const told = eventsOf(run);
    await fail();

    expect(await run.outcome).toMatchObject({
      type: 'failed',
      error: { code: 'part-not-loaded' },
      prompt: [{ role: 'user', content: 'go' }],
      messages: [],
    });
    expect((await told).map(({ type }) => type)).toEqual(['run-start', 'run-end']);
    expect(model.requests).toEqual([]);
  });

  it('C298 is stopped at once, with what it was to say in its history', async () => {
    const { run, model } = launch();

    run.abort('Not now');

    expect(await run.outcome).toMatchObject({
      type: 'aborted',
      reason: 'Not now',
      messages: [{ role: 'user', content: 'go' }],
    });
    expect(model.requests).toEqual([]);
  });

  it('C298 leaves no call open when it is stopped, so that a new message works', async () => {
    const { run, done } = launch({ messages: openHistory }, null);

    run.abort();

    const { messages } = await run.outcome;
    expect(messages.at(-1)).toMatchObject({ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a' }] });
    expect(done).toEqual([]);
  });

  it('C298 leaves its calls open when the loop does not come, so that it can be begun again', async () => {
    const { run, fail } = launch({ messages: openHistory }, null);
    await fail();

    expect(await run.outcome).toMatchObject({ type: 'failed', messages: openHistory });
  });

  it('C298 is left without a word where it is kept, and nothing is written', async () => {
    const journal = memoryJournal();
    const { run } = launch({ journal });
    const told = eventsOf(run);
    run.leave?.();

    expect(await run.outcome).toMatchObject({ type: 'left' });
    expect((await told).map(({ type }) => type)).toEqual(['run-start']);
  });

  it('C298 is loaded once for all runs, and asked for again after a failure', async () => {
    const load = vi
      .fn<() => Promise<Loop>>()
      .mockRejectedValueOnce(new Error('no network'))
      .mockResolvedValue(runAgent);
    const part = lazyPart(load);
    const config = toConfig({ model: scriptedModel(['One.', 'Two.']) });
    const toRun = (run: Omit<UnbegunRun, 'outerMemory'>): UnbegunRun => ({ ...run, outerMemory: undefined });
    const again = () => launchRun<UnbegunRun, string>(config, { input: 'go', options: {} }, { toRun, loop: part });

    expect(await again().outcome).toMatchObject({ type: 'failed' });
    expect(await again().outcome).toMatchObject({ type: 'completed', output: 'One.' });
    expect(await again().outcome).toMatchObject({ type: 'completed', output: 'Two.' });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('costs an input that is wrong no loop: its mistake is the outcome', async () => {
    const { run, load } = launch({}, ' ');

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'empty-prompt' } });
    expect(load).not.toHaveBeenCalled();
  });
});

describe('a conversation', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('has its agent load the loop once the page is idle', async () => {
    const agent = createAgent({ model: scriptedModel([]) });
    const preload = vi.fn(async () => {});
    let idle: () => void = () => {};
    vi.stubGlobal('requestIdleCallback', (work: () => void) => {
      idle = work;
      return 1;
    });

    createConversation(() => ({ agent: { ...agent, preload } }));
    expect(agent.preload).toBe(loopPart);
    expect(preload).not.toHaveBeenCalled();
    idle();

    expect(preload).toHaveBeenCalledOnce();
  });

  it('goes on where what is loaded ahead does not come', async () => {
    const agent = createAgent({ model: scriptedModel(['Hello.']) });
    vi.stubGlobal('requestIdleCallback', (work: () => void) => {
      work();
      return 1;
    });
    const preload = async (): Promise<never> => {
      throw new Error('no network');
    };
    const conversation = createConversation(() => ({ agent: { ...agent, preload } }));

    conversation.start('Hi');

    await vi.waitFor(() => expect(conversation.store.getState().outcome).toMatchObject({ output: 'Hello.' }));
  });
});
