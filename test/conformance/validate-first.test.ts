import { block, createPolicy, type RunOptions, tool } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, errorOf, eventsOf, lastResults, ofType } from './support.js';

const count = z.object({ n: z.number(), unit: z.enum(['kg', 'm']) });

function tools() {
  const done: number[] = [];
  const act = tool({ inputSchema: count, execute: ({ n }) => void done.push(n) });
  const last = tool({ inputSchema: count, sequential: true, retries: 0, execute: ({ n }) => void done.push(n) });
  return { done, tools: { act, last } };
}

const good = { toolName: 'act', input: { n: 1, unit: 'kg' } };
const wrong = { toolName: 'last', input: { n: 'x', unit: 'mile' } };

describe('the calls of one response', () => {
  it('C130 are all validated before any runs: one whose retries are exhausted ends the run before its siblings run', async () => {
    const own = tools();
    const { agent } = agentWith(own.tools, [{ calls: [good, { ...good, toolName: 'last' }, wrong] }]);
    const run = agent.run('go');

    const outcome = await run.outcome;

    expect(errorOf(outcome).code).toBe('tool-retries');
    expect(own.done).toEqual([]);
    expect(ofType(await eventsOf(run), 'tool-start')).toEqual([]);
    expect(outcome.messages.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'call-3' }] });
  });

  it('C130 run if another is invalid and can be retried', async () => {
    const own = tools();
    const { agent, model } = agentWith(own.tools, [{ calls: [{ ...wrong, toolName: 'act' }, good] }, 'Done.']);

    const outcome = await agent.run('go').outcome;

    expect(outcome.type).toBe('completed');
    expect(own.done).toEqual([1]);
    expect(lastResults(model.requests[1]?.prompt).map(({ id }) => id)).toEqual(['call-1', 'call-2']);
  });

  it('C130 of a tool whose schema throws fail by themselves', async () => {
    const broken = tool({
      inputSchema: z.object({}).refine(() => {
        throw new Error('no schema today');
      }),
      execute: () => 'never',
    });
    const own = tools();
    const { agent, model } = agentWith({ ...own.tools, broken }, [{ calls: [{ toolName: 'broken' }, good] }, 'Done.']);

    await agent.run('go').outcome;

    expect(own.done).toEqual([1]);
    expect(lastResults(model.requests[1]?.prompt)[0]).toMatchObject({ output: { value: 'no schema today' } });
  });

  it('C130 of a tool that a policy hides from the model are blocked, with any input', async () => {
    const own = tools();
    const policy = createPolicy({ rules: [block({ tool: 'last' }, 'Not here.')] });
    const { agent, model } = agentWith(own.tools, [{ calls: [wrong, good] }, 'Done.'], { policy });

    await agent.run('go').outcome;

    expect(lastResults(model.requests[1]?.prompt)[0]).toMatchObject({ output: { type: 'execution-denied' } });
  });
});

describe('the error for exhausted retries', () => {
  it('C131 names the issues of the input', async () => {
    const { agent } = agentWith(tools().tools, [{ calls: [wrong] }]);

    const { message } = errorOf(await agent.run('go').outcome);

    expect(message).toMatch(
      /^Tool 'last' exceeded max retries count of 0\. .*does not match the schema: n: .*; unit: /,
    );
  });
});

describe('a key that the schema does not know', () => {
  const call = { calls: [{ toolName: 'remove', input: { path: 'a', dryRun: true } }] };

  it.each([
    ['is dropped by z.object, and the call runs without it', z.object({ path: z.string() }), [{ path: 'a' }]],
    ['is refused by z.strictObject, and nothing runs', z.strictObject({ path: z.string() }), []],
  ])('C132 %s', async (_, inputSchema, expected) => {
    const ran: unknown[] = [];
    const remove = tool({ inputSchema, execute: (input) => void ran.push(input) });
    const { agent } = agentWith({ remove }, [call, 'Done.']);

    await agent.run('go').outcome;

    expect(ran).toEqual(expected);
  });
});

describe('an ordinary call beside a valid output', () => {
  it('C132 does not run, and is skipped; beside plain text it runs', async () => {
    const own = tools();
    const run = (options: RunOptions = {}) =>
      agentWith(own.tools, [{ text: '{"ok":true}', calls: [good] }, '{"ok":true}']).agent.run('go', options);

    const beside = await run({ output: z.object({ ok: z.boolean() }) }).outcome;
    const ranBeside = [...own.done];
    const plain = await run().outcome;

    expect(beside).toMatchObject({ type: 'completed', output: { ok: true } });
    expect(ranBeside).toEqual([]);
    expect(beside.messages.at(-1)).toMatchObject({
      content: [{ output: { value: 'Tool not executed - a final result was already processed.' } }],
    });
    expect(plain).toMatchObject({ type: 'completed' });
    expect(own.done).toEqual([1]);
  });
});
