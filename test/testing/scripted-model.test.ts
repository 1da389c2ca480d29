import { buildResults, createAgent, tool, toolApproved } from 'countersign/core';
import {
  controllableHandler,
  createVirtualClock,
  latestResults,
  type ScriptedTurn,
  scriptedModel,
} from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const ask = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'done' });

describe('scriptedModel', () => {
  it('throws when it receives more requests than its script has turns', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'ask' }] }]);
    const { handler, next } = controllableHandler();
    const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: handler });

    (await next()).answer({ approveAll: true });
    const outcome = await run.outcome;

    expect(outcome.type === 'failed' && outcome.error.message).toMatch(
      /received 2 requests, but its script has 1 turn/,
    );
  });

  it('throws when turns are left', async () => {
    const model = scriptedModel(['One.', 'Two.']);

    await createAgent({ model }).run('go').outcome;

    expect(model.assertDone).toThrow(/1 of 2 turns left/);
  });

  it('streams text and inputs in pieces that add up', async () => {
    const model = scriptedModel([{ text: 'A text that is longer than one piece.', reasoning: 'Because.' }]);
    const run = createAgent({ model }).run('go');
    let text = '';
    let reasoning = '';

    for await (const event of run) {
      if (event.type === 'text-delta') text += event.delta;
      if (event.type === 'reasoning-delta') reasoning += event.delta;
    }

    expect(text).toBe('A text that is longer than one piece.');
    expect(reasoning).toBe('Because.');
  });

  it('rejects when it is aborted while it is waiting', async () => {
    const model = scriptedModel([{ text: 'never', when: new Promise(() => {}) }]);
    const run = createAgent({ model }).run('go');

    run.abort();

    expect(await run.outcome).toMatchObject({ type: 'aborted' });
  });
});

describe('failures of a scriptedModel', () => {
  it('fails like a provider: the run retries after the provider’s delay', async () => {
    const clock = createVirtualClock();
    const { environment } = clock;
    const model = scriptedModel(
      [{ fails: 'Too many requests', status: 429, headers: { 'retry-after': '7' } }, 'At last.'],
      environment,
    );
    const run = createAgent({ model, environment }).run('go');
    let isOver = false;
    void run.outcome.then(() => {
      isOver = true;
    });

    await clock.advance(6_999);
    const wasOver = isOver;
    await clock.advance(1);

    expect(wasOver).toBe(false);
    expect(await run.outcome).toMatchObject({ type: 'completed', output: 'At last.' });
  });

  it('fails finally when the failure is not retryable', async () => {
    const model = scriptedModel([{ fails: 'No such key', status: 401 }]);

    const outcome = await createAgent({ model }).run('go').outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { cause: { message: 'No such key', statusCode: 401 } } });
    model.assertDone();
  });

  it.each([
    ['ends too early', {}],
    ['fails', { breakWith: { type: 'overloaded_error' } }],
  ])('breaks in the middle of a stream that %s: nothing of it counts', async (_, how) => {
    const clock = createVirtualClock();
    const { environment } = clock;
    const model = scriptedModel([{ text: 'A long text that breaks.', breakAfter: 3, ...how }, 'Whole.'], environment);
    const run = createAgent({ model, environment }).run('go');

    await clock.runAll();

    expect(await run.outcome).toMatchObject({ type: 'completed', output: 'Whole.' });
    model.assertDone();
  });

  it('waits before the first part, and between parts', async () => {
    const clock = createVirtualClock();
    const { environment } = clock;
    const model = scriptedModel([{ text: 'Slow.', after: 1_000, pace: 100 }], environment);
    const run = createAgent({ model, environment }).run('go');
    const at: number[] = [];

    await clock.runAll();
    for await (const event of run) if (event.type === 'text-delta') at.push(event.at - Date.UTC(2030, 0, 1));

    expect(at).toEqual([1_200]);
  });

  it('stops when it is aborted during a delay', async () => {
    const clock = createVirtualClock();
    const { environment } = clock;
    const model = scriptedModel([{ text: 'never', after: 1_000 }], environment);
    const run = createAgent({ model, environment }).run('go');
    await clock.settle();

    run.abort();

    expect(await run.outcome).toMatchObject({ type: 'aborted' });
    expect(clock.timers).toBe(0);
  });
});

describe('controllableHandler', () => {
  it('returns each batch once, whether the test asks before or after it arrives', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'ask' }] }, { calls: [{ toolName: 'ask' }] }, 'Done.']);
    const people = controllableHandler();
    const first = people.next();
    const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: people.handler });

    (await first).answer({ approveAll: true });
    (await people.next()).decline();

    expect(await run.outcome).toMatchObject({ type: 'deferred' });
    expect(people.batches).toHaveLength(2);
  });

  it('rejects with the error of `fail`', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'ask' }] }]);
    const people = controllableHandler();
    const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: people.handler });

    (await people.next()).fail(new Error('offline'));

    expect(await run.outcome).toMatchObject({
      type: 'failed',
      error: { code: 'handler-threw', cause: { message: 'offline' } },
    });
  });
});

describe('latestResults', () => {
  it('returns the results since the last response, also those before the message about an edit', async () => {
    const write = tool({
      inputSchema: z.object({ name: z.string() }),
      requiresApproval: true,
      execute: () => 'Written.',
    });
    const turn: ScriptedTurn = ({ prompt }) =>
      latestResults(prompt).length > 0 ? 'Done.' : { calls: [{ toolName: 'write', input: { name: 'a' } }] };
    const model = scriptedModel([turn, turn, turn]);
    const agent = createAgent({ model, tools: { write } });

    const { outcome } = agent.run('go', {
      deferredToolHandler: (requests) =>
        buildResults(requests, { approvals: { 'call-1': toolApproved({ overrideArgs: { name: 'b' } }) } }),
    });

    const { messages } = await outcome;
    const [first, second] = model.requests.map(({ prompt }) => prompt);
    expect(first && latestResults(first)).toEqual([]);
    expect(second?.at(-1)?.role).toBe('user');
    expect(second && latestResults(second)).toMatchObject([{ toolCallId: 'call-1', output: { value: 'Written.' } }]);
    const third = agent.run('Again', { messages });
    await third.outcome;
    expect(model.requests[2] && latestResults(model.requests[2].prompt)).toEqual([]);
  });
});
