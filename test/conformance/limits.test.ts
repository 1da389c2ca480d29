import { createAgent, tool, type UsageLimits } from 'countersign/core';
import { controllableHandler, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorOf, eventsOf, fileTools, ofType } from './support.js';

const note = { toolName: 'readFile', input: { path: 'a' } };
const remove = { toolName: 'deleteFile', input: { path: 'a' } };

function limited(usageLimits: UsageLimits, turns: readonly ScriptedTurn[]) {
  const model = scriptedModel(turns);
  const files = fileTools();
  return { model, ...files, agent: createAgent({ model, tools: files.tools, usageLimits }) };
}

describe('usageLimits', () => {
  it('C70 stop the run before the request that would exceed them', async () => {
    const { agent, model } = limited({ requests: 2 }, [{ calls: [note] }, { calls: [note] }]);

    const outcome = await agent.run('go').outcome;

    expect(errorOf(outcome)).toMatchObject({ name: 'UsageLimitExceeded', code: 'requests' });
    expect(outcome.usage).toMatchObject({ requests: 2, toolCalls: 2 });
    expect(outcome.messages.at(-1)).toMatchObject({ role: 'tool' });
    model.assertDone();
  });

  it('C70 allow 50 requests by default, and a run may have its own limit', async () => {
    const endless = Array.from({ length: 50 }, () => ({ calls: [note] }));
    const { agent, model } = limited({}, endless);
    const own = limited({ requests: 1 }, [{ calls: [note] }, 'done']);

    const outcome = await agent.run('go').outcome;
    const more = await own.agent.run('go', { usageLimits: { requests: 2 } }).outcome;

    expect(errorOf(outcome)).toMatchObject({ name: 'UsageLimitExceeded' });
    expect(model.requests).toHaveLength(50);
    expect(more.type).toBe('completed');
  });

  it('C70 stop the run before the tool call that would exceed them', async () => {
    const { agent, model } = limited({ toolCalls: 1 }, [{ calls: [note] }, { calls: [note] }]);
    const run = agent.run('go');

    const outcome = await run.outcome;

    expect(errorOf(outcome)).toMatchObject({ name: 'UsageLimitExceeded', code: 'tool-calls' });
    expect(outcome.usage.toolCalls).toBe(1);
    expect(ofType(await eventsOf(run), 'tool-start')).toHaveLength(1);
    model.assertDone();
  });

  // PydanticAI does not count calls that a handler approves within the run.
  it('C70 count a call that was approved within the run', async () => {
    const { agent, done } = limited({ toolCalls: 1 }, [{ calls: [note, remove] }]);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    (await people.next()).answer({ approveAll: true });
    const outcome = await run.outcome;

    expect(errorOf(outcome)).toMatchObject({ name: 'UsageLimitExceeded', code: 'tool-calls' });
    expect(done).toEqual([]);
    expect(outcome.messages.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'call-1' }] });
  });

  it('C70 do not count denials and deferrals', async () => {
    const { agent } = limited({ toolCalls: 1 }, [{ calls: [remove, remove] }, { calls: [note] }, 'done']);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    (await people.next()).answer({ approvals: { 'call-1': false, 'call-2': false } });
    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'completed', usage: { toolCalls: 1 } });
  });

  it.each([
    ['with calls', { calls: [note] }],
    ['without', 'The end.'],
  ] as const)(
    'C70 check tokens after each response, %s: none of its calls executes, all of it is kept',
    async (_, turn) => {
      const { agent } = limited({ tokens: 20 }, [{ calls: [note] }, turn]);
      const run = agent.run('go');

      const outcome = await run.outcome;

      expect(errorOf(outcome)).toMatchObject({ name: 'UsageLimitExceeded', code: 'tokens' });
      expect(outcome.usage).toMatchObject({ inputTokens: 20, outputTokens: 10, toolCalls: 1 });
      expect(outcome.messages.at(-1)).toMatchObject({ role: 'assistant' });
      expect(ofType(await eventsOf(run), 'step-end').at(-1)?.messages).toEqual(outcome.messages.slice(-1));
    },
  );

  it('C70 let a run use all of them', async () => {
    const { agent } = limited({ requests: 2, toolCalls: 1, tokens: 30 }, [{ calls: [note] }, 'done']);

    const outcome = await agent.run('go').outcome;

    expect(outcome.type).toBe('completed');
  });

  it('C70 stop siblings that are still running', async () => {
    let isStopped = false;
    const model = scriptedModel([{ calls: [{ toolName: 'slow' }, { toolName: 'slow' }] }]);
    const slow = tool({
      inputSchema: z.object({}),
      execute: (_, { abortSignal }) =>
        new Promise<string>((resolve) => {
          abortSignal.addEventListener('abort', () => {
            isStopped = true;
            resolve('late');
          });
        }),
    });
    const run = createAgent({ model, tools: { slow }, usageLimits: { toolCalls: 1 } }).run('go');

    const outcome = await run.outcome;

    expect(errorOf(outcome)).toMatchObject({ name: 'UsageLimitExceeded' });
    expect(isStopped).toBe(true);
    expect(ofType(await eventsOf(run), 'tool-end').map(({ end }) => end.status)).toEqual(['unknown']);
  });
});
