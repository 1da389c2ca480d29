import { getEventListeners } from 'node:events';
import {
  type Agent,
  type AskRequest,
  createAgent,
  createBroker,
  createConversation,
  type Issue,
  tool,
  toolApproved,
  toolDenied,
  toolReturn,
} from 'countersign/core';
import { createVirtualClock, type ScriptedTurn, scriptedModel, type VirtualClock } from 'countersign/testing';
import { describe, expect, it, type Mock, vi } from 'vitest';
import { z } from 'zod';
import { benchBroker } from '../approval/broker/broker-support.js';

const path = z.object({ path: z.string() });
const write = (file: string) => ({ toolName: 'write', input: { path: file } });

/** An agent over a script whose tool writes files, each behind a yes. */
function writer(clock = createVirtualClock(), turns: readonly ScriptedTurn[] = []) {
  const done: string[] = [];
  const tools = {
    write: tool({
      inputSchema: path,
      requiresApproval: true,
      capabilities: (input) => [`fs.write:/${input.path}`],
      execute: (input) => void done.push(input.path),
    }),
  };
  const { environment } = clock;
  const agent = createAgent({ model: scriptedModel(turns, environment), tools, environment });
  return { clock, done, agent };
}

describe('a broker', () => {
  it('C92 accepts the batches of several runs, answers each by id, and needs neither store nor React', async () => {
    const clock = createVirtualClock();
    const one = writer(clock, [{ calls: [write('a')] }, 'One.']);
    const two = writer(clock, [{ calls: [write('b')] }, 'Two.']);
    const broker = createBroker(clock.environment);
    const first = one.agent.run('go', { ask: broker.request });
    const second = two.agent.run('go', { ask: broker.request });
    await clock.settle();

    const [a, b] = broker.pending;
    await broker.respond(b?.items[0]?.id ?? '', true);
    await clock.settle();

    expect([a?.runId, b?.runId]).toEqual([first.runId, second.runId]);
    expect(two.done).toEqual(['b']);
    expect(one.done).toEqual([]);
    expect(broker.pending).toEqual([a]);
    expect(await second.outcome).toMatchObject({ type: 'completed', output: 'Two.' });
    first.abort();
    expect(await first.outcome).toMatchObject({ type: 'aborted' });
    expect(clock.timers).toBe(0);
  });

  it('C92 listens to the signal of a batch only while the batch is pending', async () => {
    const { clock, broker, ask } = benchBroker();
    const { signal } = new AbortController();
    ask('b', { approvals: ['a'], signal });
    await clock.settle();
    const waiting = getEventListeners(signal, 'abort').length;

    await broker.respond('b:a', true);

    expect([waiting, getEventListeners(signal, 'abort').length]).toEqual([1, 0]);
  });

  it('C92 counts the first answer, and records later ones with the reason', async () => {
    const { broker, ask, clock, events } = benchBroker();
    const one = ask('one', { approvals: ['a', 'b'] });
    const two = ask('two', { approvals: ['a'] });
    await clock.settle();

    const outcomes = await Promise.all([
      broker.respond('one:a', true, { by: { type: 'person', name: 'Ada' } }),
      broker.respond('one:a', false, { by: { type: 'person', name: 'Bob' } }),
    ]);
    two.stop();
    const after = await broker.respond('two:a', true);
    await broker.respond('one:b', toolDenied('no'));
    const last = await broker.respond('one:a', false);

    expect(outcomes).toEqual([{ status: 'accepted' }, { status: 'late', reason: 'answered' }]);
    expect(after).toEqual({ status: 'late', reason: 'cancelled' });
    expect(last).toEqual({ status: 'late', reason: 'answered' });
    expect(one.settled()?.results?.approvals).toEqual({ a: toolApproved(), b: toolDenied('no') });
    expect(one.reports).toEqual([
      { type: 'late-answer', toolCallId: 'a', reason: 'answered' },
      { type: 'answer', toolCallId: 'a', answer: toolApproved(), by: { type: 'person', name: 'Ada' } },
      { type: 'answer', toolCallId: 'b', answer: toolDenied('no'), by: { type: 'person' } },
      { type: 'late-answer', toolCallId: 'a', reason: 'answered' },
    ]);
    expect(two.settled()?.error).toMatchObject({ code: 'ask-cancelled' });
    expect(two.reports).toEqual([{ type: 'late-answer', toolCallId: 'a', reason: 'cancelled' }]);
    expect(events.map(({ type, id }) => `${type} ${id}`)).toEqual([
      'requested one:a',
      'requested one:b',
      'requested two:a',
      'late one:a',
      'answered one:a',
      'withdrawn two:a',
      'late two:a',
      'answered one:b',
      'late one:a',
    ]);
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  });

  describe.each([
    {
      that: 'is wrong',
      issues: [{ path: ['path'], message: 'wrong' }],
      ofEdit: { status: 'invalid' },
      ofNo: { status: 'accepted' },
      kept: toolDenied(),
    },
    {
      that: 'is right',
      issues: [],
      ofEdit: { status: 'accepted' },
      ofNo: { status: 'late', reason: 'answered' },
      kept: toolApproved({ overrideArgs: 'x' }),
    },
  ])('while an edit is validated that $that', ({ issues, ofEdit, ofNo, kept }) => {
    it('C136 a denial waits for the result, and counts unless the edit does', async () => {
      const { broker, ask, clock } = benchBroker();
      const one = ask('one', { approvals: ['a', 'b'], check: slowCheck(clock, issues) });
      await clock.settle();

      const edit = broker.respond('one:a', toolApproved({ overrideArgs: 'x' }));
      const no = broker.respond('one:a', false);
      await clock.advance(200);

      expect(await edit).toMatchObject(ofEdit);
      expect(await no).toEqual(ofNo);
      await broker.respond('one:b', false);
      expect(one.settled()?.results?.approvals.a).toEqual(kept);
    });
  });

  it('C136 a denial that was given in time counts, even if the validation takes long, and no other answer gets between', async () => {
    const { broker, ask, clock } = benchBroker();
    const check = slowCheck(clock, [{ path: [], message: 'wrong' }]);
    const one = ask('one', { approvals: ['a'], check, expiresAt: clock.environment.now() + 100 });
    await clock.settle();
    const edit = broker.respond('one:a', toolApproved({ overrideArgs: 1 }));
    const no = broker.respond('one:a', toolDenied('first'));
    const second = broker.respond('one:a', toolDenied('second'));
    await clock.advance(150);
    const overdue = broker.respond('one:a', toolDenied('overdue'));

    const yes = edit.then(() => broker.respond('one:a', true));
    await clock.advance(50);
    const outcomes = await Promise.all([edit, no, second, overdue, yes]);

    expect(outcomes.map(({ status }) => status)).toEqual(['invalid', 'accepted', 'late', 'late', 'late']);
    expect(one.settled()?.results?.approvals).toEqual({ a: toolDenied('first') });
  });

  it('C136 a denial is not delayed by an edit whose batch is withdrawn', async () => {
    const { broker, ask, clock } = benchBroker();
    const one = ask('one', { approvals: ['a'], check: () => new Promise(() => {}) });
    await clock.settle();
    void broker.respond('one:a', toolApproved({ overrideArgs: 1 }));
    const no = broker.respond('one:a', false);

    one.stop();

    expect(await no).toEqual({ status: 'late', reason: 'cancelled' });
    expect(one.reports).toEqual([{ type: 'late-answer', toolCallId: 'a', reason: 'cancelled' }]);
  });

  it('C92 rejects an unknown id, a second batch with the id of a pending one, and approval of an external call', async () => {
    const { broker, ask, clock } = benchBroker();
    ask('one', { calls: ['a'] });
    const twice = ask('one', { calls: ['a'] });
    await clock.settle();

    expect(twice.settled()?.error).toMatchObject({ code: 'asked-twice' });
    await expect(broker.respond('one', true)).rejects.toMatchObject({ code: 'unknown-call' });
    await expect(broker.respond('one:b', true)).rejects.toMatchObject({ code: 'unknown-call' });
    await expect(broker.respond('one:a', true)).rejects.toMatchObject({ code: 'call-answer' });
    expect(() => broker.extend('two', 1)).toThrow('two');
    await expect(broker.respond('one:a', toolReturn(1))).resolves.toEqual({ status: 'accepted' });
  });

  it('C92 provides the schema of an input for forms', async () => {
    const clock = createVirtualClock();
    const { agent } = writer(clock, [{ calls: [write('a')] }, 'Done.']);
    const broker = createBroker(clock.environment);
    const run = agent.run('go', { ask: broker.request });
    await clock.settle();

    const { pending } = broker;
    const schema = await broker.formOf(pending[0]?.items[0]?.id ?? '')?.schema();
    run.abort();

    expect(structuredClone(pending)).toEqual(pending);
    expect(schema).toMatchObject({ type: 'object', properties: { path: { type: 'string' } }, required: ['path'] });
  });

  it('C92 continues when a listener throws', async () => {
    const { broker, ask, clock } = benchBroker();
    const thrown: unknown[] = [];
    const catchOne = (error: unknown): void => void thrown.push(error);
    process.once('unhandledRejection', catchOne);
    const one = ask('one', { approvals: ['a'] });
    await clock.settle();
    const stop = broker.subscribe(() => {
      stop();
      throw new Error('mine');
    });

    await broker.respond('one:a', true);
    await clock.settle();

    expect(one.settled()?.results?.approvals).toEqual({ a: toolApproved() });
    expect(thrown).toMatchObject([{ message: 'mine' }]);
  });

  it('C92 shared by two conversations shows each its own batches, and all batches in the tray', async () => {
    const clock = createVirtualClock();
    const broker = createBroker(clock.environment);
    const one = writer(clock, [{ calls: [write('a')] }, 'One.']);
    const two = writer(clock, [{ calls: [write('b')] }, 'Two.']);
    const first = createConversation(() => ({ agent: one.agent, broker }), clock.environment);
    const second = createConversation(() => ({ agent: two.agent, broker }), clock.environment);
    first.start('go');
    second.start('go');
    await clock.runAll();

    const titles = [first, second].map(({ store }) =>
      store.getState().pending.map(({ items }) => items[0]?.call.input),
    );
    const tray = broker.pending.flatMap(({ items }) => items.map(({ id }) => id));
    for (const id of tray) await broker.respond(id, true);
    await clock.runAll();

    expect(titles).toEqual([[{ path: 'a' }], [{ path: 'b' }]]);
    expect(tray).toHaveLength(2);
    expect([first, second].map(({ store }) => store.getState().outcome)).toMatchObject([
      { output: 'One.' },
      { output: 'Two.' },
    ]);
    expect([first, second].map(({ store }) => store.getState().pending)).toEqual([[], []]);
  });
});

describe('a conversation', () => {
  it('C36 C92 accepts an answer for one batch only: a second click cannot answer the next round', async () => {
    const clock = createVirtualClock();
    const done: string[] = [];
    let runs = 0;
    const stubborn = tool({
      inputSchema: path,
      execute: async (input, ctx) => {
        runs += 1;
        if (runs < 3) await ctx.authorize(`fs.write:/${input.path}/${runs}`);
        done.push(input.path);
      },
    });
    const { environment } = clock;
    const model = scriptedModel([{ calls: [{ toolName: 'stubborn', input: { path: 'a' } }] }, 'Done.'], environment);
    const agent = createAgent({ model, tools: { stubborn }, environment });
    const conversation = createConversation(() => ({ agent }), environment);
    conversation.start('go');
    await clock.runAll();
    const [round1] = conversation.store.getState().pending;
    const { batchId = '', toolCallId = '' } = { ...round1?.items[0], ...round1?.items[0]?.call };
    await conversation.decide(toolCallId, true, { batchId });
    await clock.runAll();
    const [round2] = conversation.store.getState().pending;

    const second = await conversation.decide(toolCallId, true, { batchId });
    await clock.runAll();

    expect(round2?.round).toBe(2);
    expect(second).toEqual({ status: 'late', reason: 'answered' });
    expect(done).toEqual([]);
    await expect(conversation.decide(toolCallId, true, { batchId: 'other' })).rejects.toMatchObject({
      code: 'unknown-call',
    });
    await conversation.decide(toolCallId, true);
    await clock.runAll();
    expect(done).toEqual(['a']);
  });

  it('C92 rejects an id that calls of two runs have, unless the batch is named', async () => {
    const asked: AskRequest[] = [];
    // An agent of the app's own, whose parts number their calls alike.
    const agent: Agent = {
      name: 'app',
      run: (_, options) => {
        for (const request of ['x', 'y'].map(question)) {
          asked.push(request);
          options?.ask?.(request).catch(() => {});
        }
        return { ...createAgent({ model: scriptedModel(['Done.']) }).run('go'), outcome: new Promise(() => {}) };
      },
    };
    const conversation = createConversation(() => ({ agent }));
    conversation.start('go');

    await expect(conversation.decide('call-1', true)).rejects.toMatchObject({ code: 'ambiguous-call' });
    const one = await conversation.decide('call-1', true, { batchId: 'y' });
    const other = await conversation.decide('call-1', false);

    expect([one, other]).toEqual([{ status: 'accepted' }, { status: 'accepted' }]);
    expect(asked.map(({ report }) => (report as Mock).mock.calls.map(([event]) => event.answer.kind))).toEqual([
      ['tool-denied'],
      ['tool-approved'],
    ]);
  });
});

/** Takes a moment to tell what is wrong with an edit; nothing is with any other answer. */
function slowCheck({ environment }: VirtualClock, issues: readonly Issue[]): AskRequest['check'] {
  return async (_, answer) => {
    if (!('overrideArgs' in answer)) return [];
    await new Promise<void>((resolve) => environment.setTimeout(resolve, 200));
    return issues;
  };
}

function question(batchId: string): AskRequest {
  const call = { toolCallId: 'call-1', toolName: 'write', title: 'Write', input: {} };
  return {
    batchId,
    runId: `run ${batchId}`,
    agentPath: [batchId],
    round: 1,
    requests: { approvals: [call], calls: [], metadata: {} },
    signal: new AbortController().signal,
    check: async () => [],
    report: vi.fn(),
  };
}
