import {
  allow,
  block,
  buildResults,
  type ConversationOptions,
  createAgent,
  createConversation,
  createGrants,
  createPolicy,
  type DeferredCall,
  type DeferredToolHandler,
  type DeferredToolResults,
  type EarlierExecution,
  isDeferred,
  type JSONValue,
  type RunOptions,
  type RunOutcome,
  runAgain,
  storeRun,
  type ToolDefinition,
  ToolFailed,
  tool,
  toolApproved,
  toolExpired,
  toolReturn,
} from 'countersign/core';
import { type MemoryJournal, memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { stepKind } from '../support/step-keys.js';
import { eventsOf, ofType } from './support.js';

const inputSchema = z.object({ to: z.string() });
const runId = 'run';
const since = 1_700_000_000_000;
const input = { to: 'ann' };
const turns = [{ calls: [{ toolName: 'pay', toolCallId: 'a', input }] }, 'Done.'];

type About = Partial<ToolDefinition<{ to: string }, JSONValue, unknown>>;

/** A life of a run that calls `pay` once. What an earlier life was told by the model is in the journal. */
function live(journal: MemoryJournal, about: About, options: Partial<RunOptions> = {}) {
  const model = scriptedModel(journal.writes.some(({ key }) => stepKind(key) === 'model') ? ['Done.'] : turns);
  const pay = tool({ inputSchema, execute: () => 'paid', ...about });
  return createAgent({ model, tools: { pay } }).run('go', { runId, journal, ...options });
}

/** The journal of a life that ended while the body of `pay` worked. */
async function crash(
  journal: MemoryJournal,
  about: About = {},
  options: Partial<RunOptions> = {},
): Promise<MemoryJournal> {
  let leave = (): void => {};
  const execute = (): Promise<never> => {
    leave();
    return new Promise(() => {});
  };
  const run = live(journal, { ...about, execute }, options);
  leave = () => run.suspend?.();
  await run.outcome;
  return memoryJournal({ written: journal.writes });
}

const crashed = (about?: About, options?: Partial<RunOptions>): Promise<MemoryJournal> =>
  crash(memoryJournal({ now: () => since }), about, options);

/** Answers every call, and notes what was asked. */
function answering(answer: DeferredToolResults['calls'][string] | ToolFailed) {
  const asked: DeferredCall[] = [];
  const deferredToolHandler: DeferredToolHandler = (requests) => {
    asked.push(...requests.calls);
    return buildResults(requests, {
      calls: Object.fromEntries(requests.calls.map(({ toolCallId }) => [toolCallId, answer])),
    });
  };
  return { asked, deferredToolHandler };
}

function readBy({ messages }: RunOutcome<unknown>): unknown {
  const parts = messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  return parts.map((part) => (part.type === 'tool-result' ? part.output : part));
}

const unknownText = expect.stringMatching(/^This tool call was cut off while it ran/);
const unknownToModel = [{ type: 'error-text', value: unknownText }];

describe('a call that may have run', () => {
  it('C192 is shown to people once, with its input and start time, and is not run', async () => {
    const execute = vi.fn(() => 'paid');
    const journal = await crashed();
    const { asked, deferredToolHandler } = answering(toolReturn('paid'));

    const { outcome } = live(
      journal,
      { execute, preview: () => ({ type: 'text', text: '' }) },
      { deferredToolHandler },
    );
    await outcome;
    const again = await live(journal, { execute }, { deferredToolHandler }).outcome;

    expect(asked).toMatchObject([
      { toolCallId: 'a', toolName: 'pay', input, interrupted: { since } satisfies EarlierExecution },
    ]);
    expect(asked[0]).not.toHaveProperty('hasPreview');
    expect(again).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(execute).not.toHaveBeenCalled();
  });

  it('C192 is an external call of the batch, and the run ends as `deferred` if nobody answers', async () => {
    const run = live(await crashed(), {}, { deferredToolHandler: null });

    const outcome = await run.outcome;

    if (!isDeferred(outcome)) throw new Error(`The run is ${outcome.type}.`);
    expect(outcome.requests).toMatchObject({
      approvals: [],
      calls: [{ toolCallId: 'a', input, interrupted: { since } }],
    });
    expect(ofType(await eventsOf(run), 'external-requested')).toMatchObject([{ call: { interrupted: { since } } }]);
  });

  it.each([
    ['it happened', toolReturn({ receipt: 7 }), { type: 'json', value: { receipt: 7 } }],
    ['it failed', new ToolFailed('The bank says no.'), { type: 'error-text', value: 'The bank says no.' }],
  ])('C192 ends as people report: %s', async (_, answer, output) => {
    const execute = vi.fn(() => 'paid');

    const outcome = await live(await crashed(), { execute }, answering(answer)).outcome;

    expect(readBy(outcome)).toEqual([output]);
    expect(execute).not.toHaveBeenCalled();
  });

  it('C192 runs again exactly once, under a new key, if people say so', async () => {
    const keys: string[] = [];
    const journal = await crashed();
    const execute: About['execute'] = (_, ctx) => {
      keys.push(ctx.idempotencyKey);
      return 'paid';
    };

    const outcome = await live(journal, { execute }, answering(runAgain())).outcome;
    await live(journal, { execute }, { deferredToolHandler: null }).outcome;

    expect(keys).toEqual(['run~tool.a.2']);
    expect(readBy(outcome)).toEqual([{ type: 'text', value: 'paid' }]);
    expect(outcome.usage.toolCalls).toBe(2);
  });

  it('C192 is shown again if the second execution is interrupted, any number of times', async () => {
    let journal = await crashed();
    for (let life = 0; life < 3; life++) journal = await crash(journal, {}, answering(runAgain()));
    const { asked, deferredToolHandler } = answering(toolReturn('paid'));

    const outcome = await live(journal, {}, { deferredToolHandler }).outcome;

    expect(asked).toMatchObject([{ toolCallId: 'a', interrupted: {} }]);
    expect(outcome).toMatchObject({ type: 'completed' });
  });

  it('C192 runs again with the edited input, and is shown with it', async () => {
    const ran: unknown[] = [];
    const edited = { to: 'bob' };
    const about: About = { requiresApproval: true };
    const approve: DeferredToolHandler = (requests) =>
      buildResults(requests, { approvals: { a: toolApproved({ overrideArgs: edited }) } });
    const journal = await crashed(about, { deferredToolHandler: approve });
    const { asked, deferredToolHandler } = answering(runAgain());

    await live(journal, { ...about, execute: (value) => ran.push(value) }, { deferredToolHandler }).outcome;

    expect(asked.map((call) => call.input)).toEqual([edited]);
    expect(ran).toEqual([edited]);
  });

  it.each([
    ['is gone', {}],
    ['takes its input no more', { pay: tool({ inputSchema: z.object({ iban: z.string() }), execute: () => 'paid' }) }],
  ])('C192 is also shown to people if its tool %s', async (_, tools) => {
    const journal = await crashed();
    const { asked, deferredToolHandler } = answering(toolReturn('paid'));
    const agent = createAgent({ model: scriptedModel(['Done.']), tools });

    const outcome = await agent.run('go', { runId, journal, deferredToolHandler }).outcome;

    expect(asked).toMatchObject([
      { toolCallId: 'a', toolName: 'pay', title: 'Pay: ann', input, interrupted: { since } },
    ]);
    expect(outcome).toMatchObject({ type: 'completed' });
  });

  it('C192 does not run again if a policy now blocks it', async () => {
    const execute = vi.fn(() => 'paid');
    const policy = createPolicy({ rules: [block({ tool: 'pay' }, 'Closed.')] });

    const outcome = await live(await crashed(), { execute }, { policy, ...answering(runAgain()) }).outcome;

    expect(execute).not.toHaveBeenCalled();
    expect(readBy(outcome)).toMatchObject([{ type: 'execution-denied', reason: expect.stringContaining('Closed.') }]);
  });
});

describe('a call that may have run and is left open', () => {
  /** What is stored of a run that was parked with the question. */
  async function parked(about?: About, options?: Partial<RunOptions>) {
    const defer: DeferredToolHandler = (requests) => buildResults(requests, { defer: ['a'] });
    const outcome = await live(await crashed(about, options), { ...about }, { deferredToolHandler: defer }).outcome;
    if (!isDeferred(outcome)) throw new Error(`The run is ${outcome.type}.`);
    return { requests: outcome.requests, stored: JSON.parse(JSON.stringify(storeRun(outcome))) };
  }

  function resume(stored: Awaited<ReturnType<typeof parked>>['stored'], options: Partial<RunOptions>) {
    const execute = vi.fn(() => 'paid');
    const pay = tool({ inputSchema, execute });
    const agent = createAgent({ model: scriptedModel(['Done.']), tools: { pay } });
    return { execute, outcome: agent.run(undefined, { resumeFrom: stored, ...options }).outcome };
  }

  it('C192 is shown again in its original form by the continuing run', async () => {
    const { stored } = await parked();
    const { asked, deferredToolHandler } = answering(toolReturn('paid'));

    const { outcome, execute } = resume(stored, { deferredToolHandler });

    expect(readBy(await outcome)).toEqual([{ type: 'text', value: 'paid' }]);
    expect(asked).toMatchObject([{ input, interrupted: { since } }]);
    expect(execute).not.toHaveBeenCalled();
  });

  it('C192 runs again by an answer that was passed to the continuing run', async () => {
    const { stored, requests } = await parked();

    const { outcome, execute } = resume(stored, {
      deferredToolResults: buildResults(requests, { calls: { a: runAgain() } }),
    });

    expect(readBy(await outcome)).toEqual([{ type: 'text', value: 'paid' }]);
    expect(execute).toHaveBeenCalledTimes(1);
  });

  it('C192 runs again in another run with the edited input', async () => {
    const approve: DeferredToolHandler = (requests) =>
      buildResults(requests, { approvals: { a: toolApproved({ overrideArgs: { to: 'bob' } }) } });
    const { stored, requests } = await parked({ requiresApproval: true }, { deferredToolHandler: approve });

    const { outcome, execute } = resume(stored, {
      deferredToolResults: buildResults(requests, { calls: { a: runAgain() } }),
    });

    expect(await outcome).toMatchObject({ type: 'completed' });
    expect(execute.mock.calls).toMatchObject([[{ to: 'bob' }, {}]]);
  });

  it('C192 rejects `runAgain()` if it is not known to have started', async () => {
    const { stored, requests } = await parked();
    const { requests: _, ...unasked } = stored;

    const { outcome, execute } = resume(unasked, {
      deferredToolResults: buildResults(requests, { calls: { a: runAgain() } }),
    });

    expect(await outcome).toMatchObject({ type: 'failed', error: { code: 'call-answer' } });
    expect(execute).not.toHaveBeenCalled();
  });

  it('C192 is unknown to the model if the continuing run cannot start, and is never simply run', async () => {
    const { stored } = await parked();

    const { outcome, execute } = resume(stored, {
      deferredToolResults: { calls: {}, approvals: {}, metadata: {}, defer: [] },
    });

    expect(await outcome).toMatchObject({ type: 'failed', error: { code: 'resume-incomplete' } });
    expect(readBy(await outcome)).toEqual(unknownToModel);
    expect(execute).not.toHaveBeenCalled();
  });

  it('C192 is unknown to the model after its deadline, and after a stop', async () => {
    const { stored } = await parked();
    const expired = resume(stored, answering(toolExpired()));
    const stop = new AbortController();
    const stopped = resume(stored, {
      abortSignal: stop.signal,
      deferredToolHandler: () => {
        stop.abort('enough');
        return new Promise<never>(() => {});
      },
    });

    expect(readBy(await expired.outcome)).toEqual(unknownToModel);
    expect(readBy(await stopped.outcome)).toEqual(unknownToModel);
  });
});

describe('in a conversation, a call that may have run', () => {
  /** A conversation that waits with the question. */
  async function waiting(options: Partial<ConversationOptions<unknown, string>> = {}) {
    const journal = await crashed();
    const execute = vi.fn(() => 'paid');
    const agent = createAgent({
      name: 'agent',
      model: scriptedModel(['Done.', 'Well.']),
      tools: { pay: tool({ inputSchema, execute }) },
    });
    // The conversation's own run is the next life of the one that was cut off.
    const run: typeof agent.run = (prompt, more) =>
      agent.run(prompt, { ...more, ...(prompt === 'go' ? { runId, journal } : {}) });
    const conversation = createConversation(() => ({ agent: { ...agent, run }, ...options }));
    conversation.start('go');
    await vi.waitFor(() => expect(conversation.store.getState().pending).toHaveLength(1));
    return { conversation, execute };
  }

  it('C192 is not answered by approval of several calls, by a grant, or by a function of the page', async () => {
    const grants = createGrants();
    const granted = { toolName: 'pay', toolCallId: 'a', runId, input, agentPath: ['agent'], annotations: {} };
    await grants.add({
      effect: 'allow',
      remember: { scope: 'tool', for: 'session' },
      call: { ...granted, capabilities: [] },
    });
    // It covers the call that is asked about.
    expect(await grants.find({ ...granted, agents: ['agent'], capabilities: [] })).toMatchObject({ effect: 'allow' });
    const work = vi.fn(() => 'paid');
    const { conversation, execute } = await waiting({
      grants,
      clientTools: { pay: { execute: work } },
      policy: createPolicy({ rules: [allow({ tool: 'pay' })] }),
    });

    await conversation.decideAll(true);
    await conversation.decideAll(false);

    expect(conversation.store.getState().pending).toMatchObject([
      { agentPath: ['agent'], items: [{ kind: 'external', state: { status: 'waiting' } }] },
    ]);
    const calls = conversation.store.getState().pending.flatMap(({ items }) => items.map(({ call }) => call));
    expect(calls).toMatchObject([{ toolCallId: 'a', interrupted: { since } }]);
    expect(buildResults({ calls, approvals: [], metadata: {} }, { approveAll: true }).calls).toEqual({});
    await expect(conversation.decide('a', true)).rejects.toMatchObject({ code: 'call-answer' });
    expect(work).not.toHaveBeenCalled();
    expect(execute).not.toHaveBeenCalled();
    conversation.dispose();
  });

  it('C192 runs again by `decide`, and shows the states waiting, may have run, and ended', async () => {
    const { conversation, execute } = await waiting();
    const phases = (): unknown =>
      conversation.store
        .getState()
        .messages.flatMap(({ parts }) =>
          parts.flatMap((part) => ('toolMetadata' in part ? [part.toolMetadata?.countersign] : [])),
        );

    await vi.waitFor(() => expect(phases()).toMatchObject([{ phase: 'waiting', interrupted: true, ran: true }]));
    const outcome = await conversation.decide('a', runAgain());
    await vi.waitFor(() => expect(conversation.store.getState().outcome?.type).toBe('completed'));

    expect(outcome).toEqual({ status: 'accepted' });
    expect(phases()).toMatchObject([{ phase: 'returned', ran: true }]);
    expect(execute).toHaveBeenCalledTimes(1);
  });

  it('C192 is unknown to the model if its parked request is abandoned, or if another conversation continues its messages', async () => {
    const { conversation } = await waiting();
    await conversation.decide('a', 'defer');
    await vi.waitFor(() => expect(conversation.store.getState().status).toBe('deferred'));
    const { messages } = conversation.store.getState();
    const model = scriptedModel(['Fine.']);
    const elsewhere = createConversation(() => ({ agent: createAgent({ model }), initialMessages: messages }));

    conversation.abandon('Never mind.');
    elsewhere.start('Hi');
    await vi.waitFor(() => expect(conversation.store.getState().outcome?.type).toBe('completed'));
    await vi.waitFor(() => expect(elsewhere.store.getState().outcome?.type).toBe('completed'));

    const { outcome } = conversation.store.getState();
    expect(outcome && readBy(outcome)).toEqual(unknownToModel);
    expect(JSON.stringify(model.requests)).toContain('This tool call was cut off while it ran');
  });
});

describe('runAgain()', () => {
  const requests = {
    calls: [{ toolCallId: 'p', toolName: 'pick', title: 'Pick', input: {} }],
    approvals: [],
    metadata: {},
  };

  it('C192 is rejected for a call that has not started', async () => {
    const pick = tool({ inputSchema: z.object({}) });
    const agent = createAgent({
      model: scriptedModel([{ calls: [{ toolName: 'pick', toolCallId: 'p' }] }]),
      tools: { pick },
    });
    const conversation = createConversation(() => ({ agent }));
    conversation.start('go');
    await vi.waitFor(() => expect(conversation.store.getState().pending).toHaveLength(1));

    await expect(conversation.decide('p', runAgain())).rejects.toMatchObject({ code: 'call-answer' });
    expect(() => buildResults(requests, { calls: { p: runAgain() } })).toThrow(/not an interrupted call/);
    expect(conversation.store.getState().pending[0]?.items[0]?.state.status).toBe('waiting');
    conversation.dispose();
  });
});
