import {
  ApprovalRequired,
  buildResults,
  CallDeferred,
  CountersignError,
  type DeferredToolHandler,
  type DeferredToolRequests,
  type DeferredToolResults,
  isDeferred,
  type JSONValue,
  ModelRetry,
  mergeResults,
  type RunOutcome,
  ToolFailed,
  tool,
  toolApproved,
  toolDenied,
  toolReturn,
  toToolCallResults,
  UserError,
} from 'countersign/core';
import { memoryJournal } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, converse, errorOf, eventsOf, lastResults, scriptedAgent, until } from './support.js';

const remove = { toolName: 'deleteFile', input: { path: 'a' } };
const clear = { toolName: 'writeFile', input: { path: '.env', content: '' } };
const write = { toolName: 'writeFile', input: { path: 'b', content: 'c' } };
const pick = { toolName: 'pickFile', input: { reason: 'r' } };

const requests: DeferredToolRequests = {
  approvals: ['a', 'b'].map((toolCallId) => ({ toolCallId, toolName: 't', input: {}, title: 'T' })),
  calls: ['x', 'y'].map((toolCallId) => ({ toolCallId, toolName: 'u', input: {}, title: 'U' })),
  metadata: {},
};

/** A date for the tool, text for the model and people. */
const date = z.iso.date().transform((text) => new Date(text));

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

describe('requests', () => {
  it('C1 list each call once, in emission order, raised and declared ones alike (≠ raised ones first)', async () => {
    const raise = tool({
      inputSchema: z.object({ kind: z.string() }),
      execute: ({ kind }) => {
        throw kind === 'approval' ? new ApprovalRequired() : new CallDeferred();
      },
    });
    const declared = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'ran' });
    const external = tool({ inputSchema: z.object({}) });
    const calls = [
      { toolName: 'external' },
      { toolName: 'declared' },
      { toolName: 'raise', input: { kind: 'call' } },
      { toolName: 'raise', input: { kind: 'approval' } },
      { toolName: 'external' },
      { toolName: 'declared' },
    ];
    const { agent } = agentWith({ raise, declared, external }, [{ calls }]);

    const outcome = await agent.run('go').outcome;

    const { approvals, calls: deferred } = (isDeferred(outcome) && outcome.requests) || requests;
    expect(approvals.map(({ toolCallId }) => toolCallId)).toEqual(['call-2', 'call-4', 'call-6']);
    expect(deferred.map(({ toolCallId }) => toolCallId)).toEqual(['call-1', 'call-3', 'call-5']);
  });

  it('C2 have the model’s JSON, frozen, with texts and the effective input (≠ the raw arguments alone)', async () => {
    const seen: unknown[] = [];
    const book = tool({
      description: 'Books a table',
      inputSchema: z.object({
        when: date,
        who: z.object({ name: z.string().transform((name) => `${name}!`) }),
        seats: z.number().default(2),
      }),
      requiresApproval: true,
      describe: ({ when, seats }) => ({ title: `Book ${seats} seats on ${when.getUTCFullYear()}` }),
      execute: (input) => void seen.push(input),
    });
    const input = { when: '2026-01-02', who: { name: 'Ada' } };
    const { agent } = agentWith({ book }, [{ calls: [{ toolName: 'book', input }] }, 'ok']);
    const asked: DeferredToolRequests[] = [];

    await agent.run('go', {
      deferredToolHandler: (batch) => {
        asked.push(batch);
        // Batches and answers may travel through JSON before anything runs.
        return throughJson(buildResults(throughJson(batch), { approveAll: true }));
      },
    }).outcome;

    const call = asked[0]?.approvals[0];
    expect(call).toEqual({
      toolCallId: 'call-1',
      toolName: 'book',
      title: 'Book 2 seats on 2026',
      description: 'Books a table',
      input,
      effectiveInput: { when: '2026-01-02T00:00:00.000Z', who: { name: 'Ada!' }, seats: 2 },
    });
    expect([call, call?.input, call?.input && Object.values(call.input)[1]].every(Object.isFrozen)).toBe(true);
    expect(seen).toEqual([{ when: new Date('2026-01-02'), who: { name: 'Ada!' }, seats: 2 }]);
  });

  it('C2 have no "will run as" if the schema changes nothing', async () => {
    const { agent } = scriptedAgent([{ calls: [remove] }]);

    const outcome = await agent.run('go').outcome;

    expect(isDeferred(outcome) && outcome.requests.approvals[0]).not.toHaveProperty('effectiveInput');
  });

  it('C2 of a tool whose schema accepts values that JSON lacks are rejected when the agent is created', () => {
    const book = tool({ inputSchema: z.object({ when: z.date() }) });
    const message = expect.stringMatching(/tool 'book'.*Date cannot be represented/);

    expect(() => agentWith({ book }, [])).toThrow(
      expect.objectContaining({ name: 'UserError', code: 'no-json-schema', message }),
    );
  });

  it('C2 are validated separately for execute, describe, the predicate and the validator', async () => {
    const seen: { readonly who: string; readonly input: { at: Date; list: string[] }; readonly text: string }[] = [];
    const look = (who: string) => (input: { at: Date; list: string[] }) => {
      seen.push({ who, input, text: JSON.stringify(input) });
      input.list.push(who);
      input.at.setFullYear(1970);
    };
    const act = tool({
      inputSchema: z.object({ at: date, list: z.array(z.string()) }),
      argsValidator: look('validator'),
      requiresApproval: (input) => {
        look('predicate')(input);
        return true;
      },
      describe: (input) => {
        look('describe')(input);
        return { title: 'Act' };
      },
      execute: look('execute'),
    });
    const { agent } = agentWith({ act }, [
      { calls: [{ toolName: 'act', input: { at: '2026-01-02', list: [] } }] },
      'ok',
    ]);

    await agent.run('go', { deferredToolHandler: (batch) => buildResults(batch, { approveAll: true }) }).outcome;

    expect(new Set(seen.map(({ who }) => who))).toEqual(new Set(['validator', 'predicate', 'describe', 'execute']));
    expect(new Set(seen.map(({ input }) => input)).size).toBe(seen.length);
    expect(new Set(seen.map(({ text }) => text))).toEqual(new Set(['{"at":"2026-01-02T00:00:00.000Z","list":[]}']));
  });

  it('C2 C11 do not freeze the tool’s own metadata and capabilities', async () => {
    const metadata = { tries: 1 };
    const capabilities = ['fs.write'];
    const act = tool({
      inputSchema: z.object({}),
      capabilities,
      execute: () => {
        throw new ApprovalRequired({ metadata });
      },
    });

    await agentWith({ act }, [{ calls: [{ toolName: 'act' }] }]).agent.run('go').outcome;

    expect([metadata, capabilities].some(Object.isFrozen)).toBe(false);
  });

  const mutations: readonly (readonly [string, (batch: DeferredToolRequests) => void])[] = [
    ['adds a call', (batch) => void (batch.approvals as unknown[]).push({})],
    ['drops a list', (batch) => void Object.assign(batch, { approvals: [] })],
    ['changes an input', (batch) => void Object.assign(batch.approvals[0]?.input ?? {}, { path: 'evil' })],
    ['changes a call', (batch) => void Object.assign(batch.approvals[0] ?? {}, { toolName: 'writeFile' })],
    ['changes metadata', (batch) => void Object.assign(batch.metadata, { 'call-1': {} })],
  ];

  it.each(mutations)(
    'C11 throw when a handler %s, and stay unchanged (≠ the live batch changes)',
    async (_, mutate) => {
      const { agent, done } = scriptedAgent([{ calls: [remove, clear] }, 'ok']);
      const before: string[] = [];
      const careless: DeferredToolHandler = (batch) => {
        before.push(JSON.stringify(batch));
        expect(() => mutate(batch)).toThrow(TypeError);
        return null;
      };
      const run = agent.run('go', {
        deferredToolHandler: careless,
        ask: async ({ requests: batch }) => {
          before.push(JSON.stringify(batch));
          return buildResults(batch, { approveAll: true });
        },
      });

      await run.outcome;

      expect(before[1]).toBe(before[0]);
      expect(done).toEqual(['delete a approved', 'write .env ""']);
    },
  );

  it('C11 end the run with the handler’s error if it does not catch its TypeError', async () => {
    const { agent, done } = scriptedAgent([{ calls: [remove] }]);

    const outcome = await agent.run('go', {
      deferredToolHandler: (batch) => Object.assign(batch, { approvals: [] }) && null,
    }).outcome;

    expect(errorOf(outcome)).toMatchObject({ name: 'HandlerError', cause: expect.any(TypeError) });
    expect(done).toEqual([]);
  });
});

describe('mergeResults', () => {
  it('C6 returns a new object in which the first answer counts (≠ a later handler turns a denial into an approval)', () => {
    const first = buildResults(requests, { approvals: { a: toolDenied('no') }, calls: { x: 1 }, defer: ['y'] });
    const second = buildResults(requests, {
      approveAll: true,
      calls: { x: 2, y: 2 },
      metadata: { a: { by: 'B' }, b: { by: 'B' } },
    });
    const before = JSON.stringify([first, second]);

    const merged = mergeResults(first, second);

    expect(merged).toEqual({
      approvals: { a: { kind: 'tool-denied', message: 'no' }, b: { kind: 'tool-approved' } },
      calls: { x: { kind: 'tool-return', returnValue: 1 } },
      metadata: { b: { by: 'B' } },
      defer: ['y'],
    });
    expect(JSON.stringify([first, second])).toBe(before);
    expect(merged).not.toBe(first);
    expect(mergeResults(second, first).approvals.a).toEqual({ kind: 'tool-approved' });
  });
});

describe('an approval that is none', () => {
  const nonsense = [
    1,
    0,
    'true',
    '',
    null,
    undefined,
    {},
    [],
    { kind: 'approved' },
    { kind: 'tool-denied' },
    toolReturn(1),
  ];

  it.each(nonsense)('C7 %j ends the run with a UserError, and nothing has run', async (answer) => {
    const { agent, done } = scriptedAgent([{ calls: [remove, clear] }]);
    const wrong = { approvals: { 'call-1': true, 'call-2': answer } } as unknown as DeferredToolResults; // wrong on purpose

    const direct = await agent.run('go', { deferredToolHandler: () => wrong }).outcome;

    expect(errorOf(direct)).toMatchObject({ name: 'UserError', code: 'approval-answer' });
    expect(done).toEqual([]);
  });

  it.each(nonsense.filter((answer) => answer !== undefined))(
    'C7 %j is also rejected when parsed from a storage',
    async (answer) => {
      const { agent, done } = scriptedAgent([{ calls: [remove, clear] }]);
      const { messages } = await agent.run('go').outcome;
      const stored = JSON.stringify({
        approvals: { 'call-1': true, 'call-2': answer },
        calls: {},
        metadata: {},
        defer: [],
      });

      const outcome = await agent.run(undefined, { messages, deferredToolResults: JSON.parse(stored) }).outcome;

      expect(errorOf(outcome)).toMatchObject({ name: 'UserError', code: 'approval-answer' });
      expect(done).toEqual([]);
    },
  );

  it.each(nonsense)('C7 %j is rejected at the card, which stays open', async (answer) => {
    const { agent, done } = scriptedAgent([{ calls: [remove] }]);
    const conversation = converse(agent);
    conversation.start('go');
    await until(conversation, ({ pending }) => pending.length > 0);

    const decided = conversation.decide('call-1', answer as never);

    await expect(decided).rejects.toMatchObject({ name: 'UserError', code: 'approval-answer' });
    expect(conversation.store.getState().pending[0]?.items[0]?.state).toEqual({ status: 'waiting' });
    expect(done).toEqual([]);
  });
});

describe('answers', () => {
  it.each([
    [toolDenied(), 'The tool call was denied.'],
    [toolDenied('x'), 'x'],
    [toolDenied(''), ''],
    [false, 'The tool call was denied.'],
  ])('C8 %j is read by the model as "%s"', async (answer, reason) => {
    const { agent, model } = scriptedAgent([{ calls: [remove] }, 'ok']);

    await agent.run('go', {
      deferredToolHandler: (batch) => throughJson(buildResults(batch, { approvals: { 'call-1': answer } })),
    }).outcome;

    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: { type: 'execution-denied', reason } },
    ]);
  });

  const values: readonly JSONValue[] = [null, true, false, 0, '', 'text', [], {}, { deep: [{ list: [null, 1.5] }] }];

  it.each(values)('C9 an external call may return %j', async (value) => {
    const any = tool({ inputSchema: z.object({}) });
    const { agent, model } = agentWith({ any }, [{ calls: [{ toolName: 'any' }] }, 'ok']);

    await agent.run('go', { deferredToolHandler: (batch) => buildResults(batch, { calls: { 'call-1': value } }) })
      .outcome;

    const type = typeof value === 'string' ? 'text' : 'json';
    expect(lastResults(model.requests[1]?.prompt)).toEqual([{ id: 'call-1', output: { type, value } }]);
  });

  it('C9 are tagged data, and toToolCallResults flattens them', () => {
    const issues = [{ path: ['name', 0], message: 'too short' }];
    const all: DeferredToolRequests = {
      ...requests,
      calls: ['r', 't', 'f', 'm'].map((toolCallId) => ({ toolCallId, toolName: 'u', input: {}, title: 'U' })),
    };

    const results = buildResults(all, {
      approvals: { a: true, b: toolDenied('no') },
      calls: {
        r: null,
        t: toolReturn(1, { content: 'more', metadata: { ms: 5 } }),
        f: new ToolFailed('broken'),
        m: new ModelRetry('again', { issues }),
      },
    });

    const flat = {
      a: { kind: 'tool-approved' },
      b: { kind: 'tool-denied', message: 'no' },
      r: { kind: 'tool-return', returnValue: null },
      t: { kind: 'tool-return', returnValue: 1, content: 'more', metadata: { ms: 5 } },
      f: { kind: 'tool-failed', message: 'broken' },
      m: { kind: 'model-retry', message: 'again', issues },
    };
    expect(toToolCallResults(results)).toStrictEqual(flat);
    expect(toToolCallResults(buildResults(all, throughJson(results)))).toStrictEqual(flat);
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;

  it.each([
    ['a function', { on: { click: () => 1 } }, '"on.click"'],
    ['NaN', { list: [1, Number.NaN] }, '"list.1"'],
    ['a bigint', { n: 1n }, '"n"'],
    ['a Map', { map: new Map() }, '"map"'],
    ['a cycle', cycle, '"self"'],
    ['undefined itself', undefined, 'undefined'],
    [
      'content with a Map',
      { kind: 'tool-return', returnValue: 1, content: [{ type: 'text', text: new Map() }] },
      '"0.text"',
    ],
    ['metadata with a symbol', { kind: 'tool-return', returnValue: 1, metadata: { s: Symbol('s') } }, '"s"'],
  ])('C9 %s is a UserError that names the path', (_, value, place) => {
    const build = () => buildResults(requests, { calls: { x: value as never } });

    expect(build).toThrow(UserError);
    expect(build).toThrow(place);
  });

  it('C9 content may have bytes and addresses, as in any message, and is sent as text', () => {
    const bytes = new Uint8Array([1, 2, 255]);
    const content = [
      { type: 'image' as const, image: bytes },
      { type: 'image' as const, image: new URL('https://example.com/a.png') },
      { type: 'file' as const, mediaType: 'text/plain', data: bytes.buffer },
    ];

    const { calls } = buildResults(requests, { calls: { x: toolReturn(1, { content }) } });

    expect(calls.x).toStrictEqual({
      kind: 'tool-return',
      returnValue: 1,
      content: [
        { type: 'image', image: 'AQL/' },
        { type: 'image', image: 'https://example.com/a.png' },
        { type: 'file', mediaType: 'text/plain', data: 'AQL/' },
      ],
    });
  });

  it('C9 metadata and edits for the approved tool have to be JSON, too', () => {
    const wrong = { a: { at: new Map() } } as never;

    expect(() => buildResults(requests, { metadata: wrong })).toThrow(/'a' holds a Map at "at"/);
    expect(() =>
      buildResults(requests, { approvals: { a: toolApproved({ overrideArgs: { n: Number.NaN } }) } }),
    ).toThrow(/'a' holds the number NaN at "n"/);
  });
});

describe('the data of a run', () => {
  const answerAll: DeferredToolHandler = (batch) =>
    buildResults(batch, {
      approvals: {
        'call-1': false,
        'call-2': toolApproved({ overrideArgs: { path: '.env', content: 'A=1' }, note: 'ok' }),
      },
      calls: { 'call-4': toolReturn({ name: 'x' }, { content: 'see', metadata: { ms: 1 } }) },
      metadata: { 'call-2': { by: 'Ada' } },
    });
  const turn = { text: 'On it.', reasoning: 'Hm.', calls: [remove, clear, write, pick, { toolName: 'ghost' }] };

  async function endings(): Promise<Record<RunOutcome['type'], RunOutcome>> {
    const left = scriptedAgent([turn]).agent.run('go', { journal: memoryJournal() });
    left.suspend?.();
    const run = (deferredToolHandler: DeferredToolHandler) =>
      scriptedAgent([turn, 'done']).agent.run('go', { deferredToolHandler });
    const stopped = run(() => {
      stopped.abort('enough');
      return null;
    });
    const failing = run(() => {
      throw new TypeError('broken', { cause: new Error('inner') });
    });
    return {
      completed: await run(answerAll).outcome,
      deferred: await run((batch) => buildResults(batch, { approveAll: true, defer: ['call-4'] })).outcome,
      aborted: await stopped.outcome,
      failed: await failing.outcome,
      suspended: await left.outcome,
    };
  }

  it('C10 survives JSON: requests, results and events', async () => {
    const { agent } = scriptedAgent([turn, 'done']);
    const batches: unknown[] = [];

    const events = await eventsOf(
      agent.run('go', {
        deferredToolHandler: (batch, ctx) => {
          const results = answerAll(batch, ctx);
          batches.push(batch, results);
          return results;
        },
      }),
    );

    expect(batches).toHaveLength(2);
    expect(throughJson(batches)).toStrictEqual(batches);
    expect(throughJson(events)).toStrictEqual(events);
  });

  it('C10 survives JSON: outcomes of every kind, with errors as data', async () => {
    const { failed, ...rest } = await endings();

    for (const [type, outcome] of Object.entries(rest)) {
      expect(outcome.type).toBe(type);
      expect(throughJson(outcome)).toStrictEqual(outcome);
    }
    const { error, ...failure } = throughJson(failed) as Extract<RunOutcome, { type: 'failed' }>;
    expect({ ...failure, error: errorOf(failed) }).toStrictEqual(failed);
    expect(error).toEqual({
      code: 'handler-threw',
      name: 'HandlerError',
      message: errorOf(failed).message,
      cause: {
        code: 'error',
        name: 'TypeError',
        message: 'broken',
        cause: { code: 'error', name: 'Error', message: 'inner' },
      },
    });
    expect(CountersignError.isInstance(errorOf(failed))).toBe(true);
  });
});
