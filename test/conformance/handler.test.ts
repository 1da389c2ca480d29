import {
  ApprovalRequired,
  type AskFunction,
  buildResults,
  chainHandlers,
  type DeferredToolHandler,
  type DeferredToolRequests,
  type DeferredToolResults,
  type HandlerContext,
  isDeferred,
  tool,
} from 'countersign/core';
import { controllableHandler } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, errorOf, eventsOf, lastResults, ofType, scriptedAgent } from './support.js';

const mixed = {
  text: 'On it.',
  calls: [
    { toolName: 'deleteFile', input: { path: 'a' } },
    { toolName: 'writeFile', input: { path: 'b', content: 'c' } },
    { toolName: 'writeFile', input: { path: '.env', content: '' } },
    { toolName: 'pickFile', input: { reason: 'r' } },
  ],
};
const remove = { calls: [{ toolName: 'deleteFile', input: { path: 'a' } }] };
const allAnswers = { approveAll: true, calls: { 'call-4': { name: 'x' } } };
const approveAll: DeferredToolHandler = (requests) => buildResults(requests, { approveAll: true });
const idsOf = ({ approvals, calls }: DeferredToolRequests) => [...approvals, ...calls].map((call) => call.toolCallId);

describe('the context of a handler', () => {
  it('C27 is that of the run, without members of a single tool, and the history ends with the response', async () => {
    const { agent, model } = scriptedAgent([{ ...mixed, calls: mixed.calls.slice(0, 2) }, 'ok']);
    const seen: HandlerContext[] = [];
    const run = agent.run('go', {
      metadata: { tenant: 't1' },
      conversationId: 'c1',
      modelSettings: { temperature: 0 },
      deps: { db: 1 },
      deferredToolHandler: (requests, ctx) => {
        seen.push(ctx);
        return approveAll(requests, ctx);
      },
    });

    await run.outcome;

    expect(seen).toHaveLength(1);
    const { messages, ask, abortSignal, ...rest } = seen[0] ?? ({} as HandlerContext);
    expect(rest).toEqual({
      agent: { name: 'agent' },
      deps: { db: 1 },
      model,
      modelSettings: { temperature: 0 },
      usage: { requests: 1, toolCalls: 1, inputTokens: 10, outputTokens: 5 },
      prompt: [{ role: 'user', content: 'go' }],
      runId: run.runId,
      conversationId: 'c1',
      agentPath: ['agent'],
      runStep: 1,
      metadata: { tenant: 't1' },
      round: 1,
      askedAt: expect.any(Number),
    });
    expect([typeof ask, abortSignal.aborted]).toEqual(['function', false]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(messages.at(-1)).toMatchObject({
      content: [{ text: 'On it.' }, { type: 'tool-call' }, { type: 'tool-call' }],
    });
  });

  it('C27 has a signal that fires when the run is stopped, and an ask that returns null if nobody can be asked', async () => {
    const { agent } = scriptedAgent([remove]);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });
    const { ctx, requests } = await people.next();

    await expect(ctx.ask(requests)).resolves.toBeNull();
    run.abort();

    expect(ctx.abortSignal.aborted).toBe(true);
    await run.outcome;
  });
});

describe('an answer', () => {
  it('C30 may park calls: the other answers are applied, and the run ends as deferred and can be resumed (≠ all or nothing)', async () => {
    const { agent, done, model } = scriptedAgent([mixed, 'Finished.']);
    let asked = 0;

    const first = await agent.run('go', {
      deferredToolHandler: (requests) => {
        asked += 1;
        return buildResults(requests, { approvals: { 'call-3': true }, defer: ['call-1', 'call-4'] });
      },
    }).outcome;

    expect(asked).toBe(1);
    expect(done).toEqual(['write b "c"', 'write .env ""']);
    expect(isDeferred(first) && idsOf(first.requests)).toEqual(['call-1', 'call-4']);
    expect(model.requests).toHaveLength(1);

    const second = await agent.run(undefined, {
      messages: first.messages,
      deferredToolResults: buildResults(
        (isDeferred(first) && first.requests) || ({} as DeferredToolRequests),
        allAnswers,
      ),
    }).outcome;

    expect(second).toMatchObject({ type: 'completed', output: 'Finished.' });
    expect(done).toEqual(['write b "c"', 'write .env ""', 'delete a approved']);
    const results = lastResults(model.requests[1]?.prompt);
    expect(results.map(({ id }) => id).sort()).toEqual(['call-1', 'call-2', 'call-3', 'call-4']);
  });

  it('C30 does not request a parked call again when an approved one defers again', async () => {
    const stubborn = tool({
      inputSchema: z.object({}),
      requiresApproval: true,
      execute: (_, { toolCallMetadata }) => {
        if (toolCallMetadata?.sure !== true) throw new ApprovalRequired({ metadata: { sure: false } });
        return 'ok';
      },
    });
    const { agent } = agentWith({ stubborn }, [{ calls: [{ toolName: 'stubborn' }, { toolName: 'stubborn' }] }]);
    const asked: (readonly string[])[] = [];

    const outcome = await agent.run('go', {
      deferredToolHandler: (requests, { round }) => {
        asked.push(idsOf(requests));
        return round === 1
          ? buildResults(requests, { approvals: { 'call-1': true }, defer: ['call-2'] })
          : buildResults(requests, { approvals: { 'call-1': true }, metadata: { 'call-1': { sure: true } } });
      },
    }).outcome;

    expect(asked).toEqual([['call-1', 'call-2'], ['call-1']]);
    expect(isDeferred(outcome) && idsOf(outcome.requests)).toEqual(['call-2']);
  });

  const shapes: readonly (readonly [unknown, string])[] = [
    [undefined, 'undefined'],
    ['yes', '"yes"'],
    [42, '42'],
    [true, 'true'],
    [[], '[]'],
    [{}, '{}'],
    [{ approved: true }, '{"approved":true}'],
    [{ approvals: [] }, '{"approvals":[]}'],
    [{ approvals: true }, '{"approvals":true}'],
    [{ defer: 'call-1' }, '{"defer":"call-1"}'],
    [() => null, 'a function'],
  ];

  it.each(shapes)(
    'C32 that is %j is a UserError with the received and the expected value (≠ undefined declines)',
    async (answer, shown) => {
      const { agent, done } = scriptedAgent([remove]);

      const outcome = await agent.run('go', { deferredToolHandler: () => answer as DeferredToolResults }).outcome;

      expect(errorOf(outcome)).toMatchObject({ name: 'UserError', code: 'handler-answer' });
      expect(errorOf(outcome).message).toContain(`returned ${shown}.`);
      expect(errorOf(outcome).message).toContain('DeferredToolResults ({ approvals, calls, metadata, defer }) or null');
      expect(done).toEqual([]);
    },
  );

  const strangers: readonly (readonly [string, object])[] = [
    ['an id that nobody asked for', { approvals: { ghost: true } }],
    ['the id of an ordinary call', { approvals: { 'call-2': true } }],
    ['a hostile id', { approvals: JSON.parse('{ "__proto__": true }') }],
    ['a result for an approval', { calls: { 'call-1': 'x' } }],
    ['a yes for an external call', { approvals: { 'call-4': true } }],
    ['a tagged yes for an external call', { calls: { 'call-4': { kind: 'tool-approved' } } }],
    ['a parked id that nobody asked for', { defer: ['ghost'] }],
    ['metadata for an id that nobody asked for', { metadata: { ghost: {} } }],
  ];

  // `calls: { id: true }` is no yes but the JSON value `true`, a result like any other (C9).
  it.each(strangers)('C33 with %s is a UserError, and none of it is applied (≠ ignored)', async (_, wrong) => {
    const { agent, done } = scriptedAgent([mixed]);
    const right = {
      approvals: { 'call-1': true, 'call-3': true },
      calls: { 'call-4': { name: 'x' } },
      metadata: {},
      defer: [],
    };
    const answer = Object.fromEntries(
      Object.entries({ ...right, ...wrong }).map(([key, value]) => [
        key,
        Array.isArray(value) ? value : withOwn(right[key as 'approvals'], value),
      ]),
    );

    const outcome = await agent.run('go', { deferredToolHandler: () => answer as never }).outcome;

    expect(errorOf(outcome).name).toBe('UserError');
    expect(done).toEqual(['write b "c"']);
    expect(outcome.messages.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'call-2' }] });
  });
});

/** Joins records without losing an own `__proto__`. */
function withOwn(first: object, second: object): object {
  return Object.fromEntries([...Object.entries(first), ...Object.entries(second)]);
}

describe('several handlers', () => {
  it('C34 the run’s option precedes the agent’s default, which precedes people; null means nobody', async () => {
    const asked: string[] = [];
    const by =
      (who: string): DeferredToolHandler =>
      (requests) => {
        asked.push(who);
        return buildResults(requests, { approveAll: true });
      };
    const ask: AskFunction = async ({ requests }) => {
      asked.push('people');
      return buildResults(requests, { approveAll: true });
    };
    const make = (handler?: DeferredToolHandler) =>
      agentWith(
        { act: tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 1 }) },
        [{ calls: [{ toolName: 'act' }] }, 'ok'],
        handler === undefined ? {} : { deferredToolHandler: handler },
      ).agent;
    const declines: DeferredToolHandler = () => null;

    await make(by('agent')).run('go', { deferredToolHandler: by('run'), ask }).outcome;
    await make(by('agent')).run('go', { ask }).outcome;
    await make().run('go', { ask }).outcome;
    await make(by('agent')).run('go', { deferredToolHandler: declines, ask }).outcome;
    const nobody = await make(by('agent')).run('go', { deferredToolHandler: null, ask }).outcome;

    expect(asked).toEqual(['run', 'agent', 'people', 'people']);
    expect(nobody.type).toBe('deferred');
  });

  it('C34 chainHandlers calls handlers in order, passes each the remaining calls, and stops when none remain', async () => {
    const { agent, done } = scriptedAgent([mixed, 'ok']);
    const seen: DeferredToolRequests[] = [];
    const link =
      (answer: (requests: DeferredToolRequests) => DeferredToolResults | null): DeferredToolHandler =>
      async (requests) => {
        seen.push(requests);
        return answer(requests);
      };

    const outcome = await agent.run('go', {
      deferredToolHandler: chainHandlers(
        link((requests) => buildResults(requests, { approvals: { 'call-1': false } })),
        link(() => null),
        link((requests) => buildResults(requests, { approvals: { 'call-3': true } })),
        link((requests) => buildResults(requests, { calls: { 'call-4': { name: 'x' } } })),
        link(() => expect.unreachable('Nothing is left to ask about.')),
      ),
    }).outcome;

    expect(outcome.type).toBe('completed');
    expect(seen.map(idsOf)).toEqual([
      ['call-1', 'call-3', 'call-4'],
      ['call-3', 'call-4'],
      ['call-3', 'call-4'],
      ['call-4'],
    ]);
    expect(seen.map(({ metadata }) => Object.keys(metadata))).toEqual([['call-3'], ['call-3'], ['call-3'], []]);
    expect(seen.every((requests) => Object.isFrozen(requests) && Object.isFrozen(requests.approvals))).toBe(true);
    expect(done).toEqual(['write b "c"', 'write .env ""']);
  });

  it('C34 chainHandlers does not request parked calls again', async () => {
    const { agent } = scriptedAgent([mixed]);
    const seen: DeferredToolRequests[] = [];

    const outcome = await agent.run('go', {
      deferredToolHandler: chainHandlers(
        (requests) => buildResults(requests, { defer: ['call-3'] }),
        (requests) => {
          seen.push(requests);
          return buildResults(requests, allAnswers);
        },
      ),
    }).outcome;

    expect(seen.map((requests) => [idsOf(requests), requests.metadata])).toEqual([[['call-1', 'call-4'], {}]]);
    expect(isDeferred(outcome) && idsOf(outcome.requests)).toEqual(['call-3']);
  });

  it('C34 completeness is checked once, after the last handler: the rest stays unanswered', async () => {
    const { agent, done } = scriptedAgent([mixed]);
    let last = 0;

    const outcome = await agent.run('go', {
      deferredToolHandler: chainHandlers(
        (requests) => buildResults(requests, { approvals: { 'call-1': true } }),
        () => {
          last += 1;
          return null;
        },
      ),
    }).outcome;

    expect(last).toBe(1);
    expect(errorOf(outcome)).toMatchObject({
      code: 'incomplete-answer',
      message: expect.stringContaining("'call-3', 'call-4'"),
    });
    expect(done).toEqual(['write b "c"']);
  });
});

describe('a handler that fails', () => {
  const boom = new TypeError('boom');
  const failures: readonly (readonly [string, DeferredToolHandler])[] = [
    [
      'throws',
      () => {
        throw boom;
      },
    ],
    ['rejects', () => Promise.reject(boom)],
    [
      'fails in a chain',
      chainHandlers(
        () => null,
        () => Promise.reject(boom),
      ),
    ],
  ];

  it.each(failures)(
    'C35 that %s makes the run fail with a HandlerError, siblings’ results are kept, and nothing of the batch executes',
    async (_, handler) => {
      const { agent, done, model } = scriptedAgent([mixed, 'Finished.']);

      const outcome = await agent.run('go', { deferredToolHandler: handler }).outcome;

      expect(errorOf(outcome)).toMatchObject({ name: 'HandlerError', message: expect.stringContaining('boom') });
      expect(errorOf(outcome).cause).toBe(boom);
      expect(done).toEqual(['write b "c"']);
      expect(outcome.messages.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'call-2' }] });

      const again = await agent.run(undefined, {
        messages: outcome.messages,
        deferredToolHandler: (requests) => buildResults(requests, allAnswers),
      }).outcome;

      expect(again).toMatchObject({ type: 'completed', output: 'Finished.' });
      expect(done).toEqual(['write b "c"', 'delete a approved', 'write .env ""']);
      expect(model.requests).toHaveLength(2);
    },
  );
});

describe('an approved call that defers again', () => {
  function stubborn(yesses: number) {
    const act = tool({
      inputSchema: z.object({ sure: z.boolean() }),
      requiresApproval: true,
      execute: ({ sure }, { toolCallMetadata }) => {
        if (!sure && Number(toolCallMetadata?.yesses ?? 0) < yesses)
          throw new ApprovalRequired({ metadata: { again: true } });
        return 'ran';
      },
    });
    const calls = [true, false].map((sure) => ({ toolName: 'act', input: { sure } }));
    const { agent, model } = agentWith({ act }, [{ calls }, 'ok']);
    const seen: DeferredToolRequests[] = [];
    const run = agent.run('go', {
      deferredToolHandler: (requests, { round }) => {
        seen.push(requests);
        expect(round).toBe(seen.length);
        return buildResults(requests, { approveAll: true, metadata: { 'call-2': { yesses: round } } });
      },
    });
    return { run, seen, model };
  }

  it('C36 is requested in a new round with only those calls (≠ it runs unasked, or ends the run)', async () => {
    const { run, seen, model } = stubborn(2);

    const outcome = await run.outcome;

    expect(outcome.type).toBe('completed');
    expect(seen.map(idsOf)).toEqual([['call-1', 'call-2'], ['call-2']]);
    expect(seen[1]?.metadata).toEqual({ 'call-2': { again: true } });
    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toEqual([
      { type: 'text', value: 'ran' },
      { type: 'text', value: 'ran' },
    ]);
    expect(ofType(await eventsOf(run), 'deferred-request').map(({ batchId }) => batchId)).toHaveLength(2);
  });

  it('C36 ends the run after the second time, with a UserError that names the tool and toolCallApproved', async () => {
    const { run, seen } = stubborn(Number.POSITIVE_INFINITY);

    const outcome = await run.outcome;

    expect(seen).toHaveLength(2);
    expect(errorOf(outcome)).toMatchObject({ name: 'UserError', code: 'deferred-again' });
    expect(errorOf(outcome).message).toMatch(/'act'.*ctx\.toolCallApproved/);
    expect(outcome.messages.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'call-1' }] });
  });
});
