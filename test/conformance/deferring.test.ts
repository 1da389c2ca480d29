import { jsonSchema } from 'ai';
import {
  ApprovalRequired,
  buildResults,
  CallDeferred,
  type DeferredToolRequests,
  isControlSignal,
  isDeferred,
  ModelRetry,
  type Tool,
  ToolFailed,
  type ToolRunContext,
  tool,
  toolApproved,
} from 'countersign/core';
import { controllableHandler, type ScriptedTurn } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, errorOf, eventsOf, lastResults, ofType, scriptedAgent } from './support.js';

const remove = { toolName: 'deleteFile', input: { path: 'a' } };
const again = '\n\nFix the errors and try again.';

type Predicate = (input: { n: number }, ctx: ToolRunContext) => boolean | PromiseLike<boolean>;

/** A tool that asks by this function, and what it did. */
function guarded(requiresApproval: Predicate, turns: readonly ScriptedTurn[]) {
  const ran: number[] = [];
  const act = tool({
    inputSchema: z.object({ n: z.number() }),
    requiresApproval,
    execute: ({ n }) => {
      ran.push(n);
      return n;
    },
  });
  return { ran, ...agentWith({ act }, turns) };
}

const both = { calls: [1, 2].map((n) => ({ toolName: 'act', input: { n } })) };

describe('requiresApproval as a function', () => {
  const predicates: readonly (readonly [string, Predicate])[] = [
    ['sync', ({ n }) => n > 1],
    ['async', async ({ n }) => n > 1],
  ];

  it.each(predicates)('C13 may be %s: it is awaited (≠ a promise counts as true)', async (_, predicate) => {
    const { agent, ran } = guarded(predicate, [both]);

    const outcome = await agent.run('go').outcome;

    expect(ran).toEqual([1]);
    expect(isDeferred(outcome) && outcome.requests.approvals.map(({ toolCallId }) => toolCallId)).toEqual(['call-2']);
  });

  it('C13 receives the input and the context of the call', async () => {
    const seen: unknown[] = [];
    const { agent } = guarded(
      ({ n }, { toolCallId, toolName, toolCallApproved }) => {
        seen.push([n, toolCallId, toolName, toolCallApproved]);
        return false;
      },
      [both, 'ok'],
    );

    await agent.run('go').outcome;

    expect(seen).toEqual([
      [1, 'call-1', 'act', false],
      [2, 'call-2', 'act', false],
    ]);
  });

  const failures: readonly (readonly [string, Predicate])[] = [
    [
      'throws',
      () => {
        throw new Error('no network');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no network'))],
  ];

  it.each(failures)('C13 requires approval if it %s, and an event reports the error', async (_, predicate) => {
    const { agent, ran } = guarded(predicate, [both]);
    const run = agent.run('go');

    const outcome = await run.outcome;

    expect(isDeferred(outcome) && outcome.requests.approvals).toHaveLength(2);
    expect(ran).toEqual([]);
    expect(ofType(await eventsOf(run), 'warning')).toMatchObject([
      { code: 'requires-approval-threw', message: expect.stringMatching(/'act'.*no network.*'call-1'/) },
      { code: 'requires-approval-threw', message: expect.stringMatching(/'call-2'/) },
    ]);
  });

  it.each([undefined, null, 0, ''])(
    'C13 requires approval if it returns %j, which is not clearly false',
    async (answer) => {
      const { agent, ran } = guarded(() => answer as never, [both]);

      const outcome = await agent.run('go').outcome;

      expect(outcome.type).toBe('deferred');
      expect(ran).toEqual([]);
    },
  );
});

describe('signals', () => {
  it('C17 thrown without metadata have no entry, in requests and in events', async () => {
    const throwing = (signal: Error) =>
      tool({
        inputSchema: z.object({}),
        execute: () => {
          throw signal;
        },
      });
    const tools = {
      asks: throwing(new ApprovalRequired()),
      defers: throwing(new CallDeferred()),
      says: throwing(new CallDeferred({ metadata: { job: 7 } })),
    };
    const calls = Object.keys(tools).map((toolName) => ({ toolName }));
    const run = agentWith(tools, [{ calls }]).agent.run('go');

    const outcome = await run.outcome;

    expect(isDeferred(outcome) && outcome.requests.metadata).toStrictEqual({ 'call-3': { job: 7 } });
    const events = await eventsOf(run);
    expect(ofType(events, 'approval-requested').map((event) => 'metadata' in event)).toEqual([false]);
    expect(ofType(events, 'external-requested').map((event) => 'metadata' in event)).toEqual([false, true]);
  });

  const never: Tool<unknown, string>['execute'] = () => 'ran';
  const bodies = {
    asks: () => {
      throw new ApprovalRequired({ metadata: { reason: 'asks' } });
    },
    defers: () => {
      throw new CallDeferred({ metadata: { reason: 'defers' } });
    },
    retries: () => {
      throw new ModelRetry('again');
    },
    fails: () => {
      throw new ToolFailed('broken');
    },
    breaks: () => {
      throw new TypeError('a bug');
    },
    works: never,
  };

  it('C24 pass a guard that rethrows them, and still defer without it', async () => {
    const caught: string[] = [];
    const tools = Object.fromEntries(
      Object.entries(bodies).map(([name, body]) => [
        name,
        tool({
          inputSchema: z.object({}),
          execute: async (input, ctx) => {
            try {
              return await body(input, ctx);
            } catch (error) {
              if (isControlSignal(error)) throw error;
              caught.push(name);
              return 'guarded';
            }
          },
        }),
      ]),
    );
    const calls = Object.keys(bodies).map((toolName) => ({ toolName }));
    const { agent, model } = agentWith(tools, [{ calls }, 'ok']);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    const { requests, answer } = await people.next();
    answer({ approvals: { 'call-1': false }, calls: { 'call-2': 1 } });
    await run.outcome;

    expect(requests.approvals.map(({ toolName }) => toolName)).toEqual(['asks']);
    expect(requests.calls.map(({ toolName }) => toolName)).toEqual(['defers']);
    expect(requests.metadata).toEqual({ 'call-1': { reason: 'asks' }, 'call-2': { reason: 'defers' } });
    expect(caught).toEqual(['breaks']);
    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toMatchObject([
      { type: 'execution-denied' },
      { value: 1 },
      { type: 'error-text', value: `again${again}` },
      { type: 'error-text', value: 'broken' },
      { value: 'guarded' },
      { value: 'ran' },
    ]);
  });

  it('C24 are the four that isControlSignal recognizes, and nothing similar', () => {
    const signals = [new ApprovalRequired(), new CallDeferred(), new ModelRetry('m'), new ToolFailed('m')];
    const others = [new Error('m'), { kind: 'model-retry', message: 'm' }, null, undefined, 'model-retry'];

    expect(signals.map(isControlSignal)).toEqual([true, true, true, true]);
    expect(others.some(isControlSignal)).toBe(false);
  });
});

describe('an invalid call', () => {
  it('C18 is never shown to a person, and the valid calls of its response continue', async () => {
    const calls = [
      { toolName: 'deleteFile', input: { path: 7 } },
      remove,
      { toolName: 'deleteFile', rawInput: '{"pa' },
    ];
    const { agent, model, done } = scriptedAgent([{ calls }, 'ok']);
    const asked: DeferredToolRequests[] = [];

    await agent.run('go', {
      deferredToolHandler: (batch) => {
        asked.push(batch);
        return buildResults(batch, { approveAll: true });
      },
    }).outcome;

    expect(asked).toHaveLength(1);
    expect(asked[0]?.approvals.map(({ toolCallId }) => toolCallId)).toEqual(['call-2']);
    expect(done).toEqual(['delete a approved']);
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([
      {
        id: 'call-1',
        output: { type: 'error-text', value: expect.stringMatching(/^The input does not match.*path/s) },
      },
      { id: 'call-2', output: { type: 'text', value: 'deleted a' } },
      { id: 'call-3', output: { type: 'error-text', value: expect.stringMatching(/^The input is not valid JSON/) } },
    ]);
  });

  it.each([
    [0, undefined],
    [1, undefined],
    [3, undefined],
    [2, 2],
  ])(
    'C19 ends the run after toolRetries %i (the tool’s own retries: %j) with the exact words',
    async (toolRetries, retries) => {
      const x = tool({
        inputSchema: z.object({ n: z.number() }),
        requiresApproval: true,
        execute: () => 1,
        ...(retries === undefined ? {} : { retries }),
      });
      const limit = retries ?? toolRetries;
      const wrong = { calls: [{ toolName: 'x', input: { n: 'one' } }] };
      const { agent, model } = agentWith({ x }, Array(limit + 1).fill(wrong), { toolRetries });

      const outcome = await agent.run('go').outcome;

      expect(errorOf(outcome)).toMatchObject({ name: 'UnexpectedModelBehavior', code: 'tool-retries' });
      expect(errorOf(outcome).message).toMatch(new RegExp(`^Tool 'x' exceeded max retries count of ${limit}\\. `));
      model.assertDone();
    },
  );

  it('C19 counts once for each response, even if several of its calls fail', async () => {
    const x = tool({ inputSchema: z.object({ n: z.number() }), execute: () => 1 });
    const bad = { toolName: 'x', input: { n: 'one' } };
    const good = { toolName: 'x', input: { n: 1 } };
    const tries = [[bad, bad, bad], [good], [bad, good], [good, bad]].map((calls) => ({ calls }));
    const { agent, model } = agentWith({ x }, tries);

    const outcome = await agent.run('go').outcome;

    expect(errorOf(outcome)).toMatchObject({ code: 'tool-retries' });
    model.assertDone();
  });

  it('C19 resets the count after a success', async () => {
    const x = tool({ inputSchema: z.object({ n: z.number() }), execute: () => 1 });
    const [wrong, right] = ['one', 1].map((n) => ({ calls: [{ toolName: 'x', input: { n } }] }));
    const { agent } = agentWith(
      { x },
      [wrong, right, wrong, right, 'ok'].filter((turn) => turn !== undefined),
    );

    const outcome = await agent.run('go').outcome;

    expect(outcome.type).toBe('completed');
  });

  const hostile = ['ghost', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

  it.each(hostile)(
    'C20 with an unknown tool: %s receives the list of available tools, and siblings execute',
    async (toolName) => {
      const b = tool({ inputSchema: z.object({}), execute: () => 'b ran' });
      const { agent, model } = agentWith({ a: b, b }, [{ calls: [{ toolName, input: {} }, { toolName: 'b' }] }, 'ok']);

      const outcome = await agent.run('go').outcome;

      expect(outcome.type).toBe('completed');
      expect(lastResults(model.requests[1]?.prompt)).toEqual([
        {
          id: 'call-1',
          output: { type: 'error-text', value: `Unknown tool name: '${toolName}'. Available tools: 'a', 'b'${again}` },
        },
        { id: 'call-2', output: { type: 'text', value: 'b ran' } },
      ]);
    },
  );

  it.each(hostile)('C20 with a result for the hostile id %s touches nothing inherited', async (toolCallId) => {
    const { agent, done } = scriptedAgent([{ calls: [{ ...remove, toolCallId }] }, 'ok']);

    const outcome = await agent.run('go', {
      deferredToolHandler: (batch) => {
        const [call] = batch.approvals;
        const approvals = Object.fromEntries([[call?.toolCallId ?? '', true]]);
        return buildResults(batch, { approvals });
      },
    }).outcome;

    expect(outcome.type).toBe('completed');
    expect(done).toEqual(['delete a approved']);
    expect(Object.hasOwn(Object.prototype, 'kind')).toBe(false);
  });
});

describe('a mutated input', () => {
  // A schema that hands on the very object that it was given.
  const asIs = jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } });

  it('C25 keeps the sent value in history, events, cards and the next validation if the body mutates it', async () => {
    const ran: string[] = [];
    const act = tool({
      inputSchema: asIs,
      execute: (input, { toolCallApproved }) => {
        ran.push(input.path);
        input.path = 'evil';
        if (!toolCallApproved) throw new ApprovalRequired();
        return 'ok';
      },
    });
    const { agent, model } = agentWith({ act }, [{ calls: [{ toolName: 'act', input: { path: 'a' } }] }, 'ok']);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    batch.answer({ approveAll: true });
    const outcome = await run.outcome;

    expect(batch.requests.approvals[0]).toMatchObject({ input: { path: 'a' } });
    expect(ran).toEqual(['a', 'a']);
    const written = JSON.stringify([outcome, await eventsOf(run), model.requests]);
    expect(written).toContain('"path":"a"');
    expect(written).not.toContain('evil');
  });

  it('C25 keeps the sent value if the handler or the body mutates the edit', async () => {
    const ran: string[] = [];
    const act = tool({
      inputSchema: asIs,
      requiresApproval: true,
      execute: async (input) => {
        ran.push(input.path);
        input.path = 'evil';
      },
    });
    const { agent, model } = agentWith({ act }, [{ calls: [{ toolName: 'act', input: { path: 'a' } }] }, 'ok']);
    const edit = { path: 'b' };
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    (await people.next()).answer({ approvals: { 'call-1': toolApproved({ overrideArgs: edit }) } });
    edit.path = 'evil';
    const outcome = await run.outcome;

    expect(ran).toEqual(['b']);
    const written = JSON.stringify([outcome, await eventsOf(run), model.requests]);
    expect(written).toContain('{\\"path\\":\\"b\\"}');
    expect(written).not.toContain('evil');
  });
});
