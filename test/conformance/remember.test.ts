import {
  type Conversation,
  createAgent,
  createBroker,
  createConversation,
  createGrants,
  type Grants,
  tool,
  toolApproved,
  toolDenied,
} from 'countersign/core';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PendingItem } from '../../src/approval/broker/pending.js';
import { benchBroker } from '../approval/broker/broker-support.js';
import { ofType } from './support.js';

const write = (path: string) => ({ toolName: 'write', input: { path } });

/** A conversation whose tool writes files, each after an approval. */
async function writingConversation(...responses: readonly (readonly string[])[]) {
  const clock = createVirtualClock();
  const { environment } = clock;
  const done: string[] = [];
  const tools = {
    write: tool({
      inputSchema: z.object({ path: z.string() }),
      requiresApproval: true,
      capabilities: ({ path }) => [`fs.write:/${path}`],
      execute: ({ path }) => void done.push(path),
    }),
  };
  const turns = responses.map((paths) => ({ calls: paths.map(write) }));
  const grants = createGrants({ now: environment.now });
  const agent = createAgent({ model: scriptedModel([...turns, 'Done.'], environment), tools, environment });
  const conversation = createConversation(() => ({ agent, grants }), environment);
  conversation.start('go');
  await clock.runAll();
  return { clock, conversation, done };
}

function open({ store }: Conversation): readonly string[] {
  const isOpen = ({ state }: PendingItem): boolean => state.status === 'waiting';
  return store.getState().pending.flatMap(({ items }) => items.filter(isOpen).map(({ call }) => call.toolCallId));
}

describe('a conversation without grants', () => {
  it('C87 offers nothing to remember, and rejects a decision that should be remembered', async () => {
    const clock = createVirtualClock();
    const { environment } = clock;
    const erase = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'erased' });
    const model = scriptedModel([{ calls: [{ toolName: 'erase', input: {} }] }, 'Done.'], environment);
    const agent = createAgent({ model, tools: { erase }, environment });
    const conversation = createConversation(() => ({ agent }), environment);
    conversation.start('go');
    await clock.runAll();
    const [id = ''] = open(conversation);

    const outcome = await conversation.decide(id, true, { remember: { scope: 'tool', for: 'session' } });

    expect(outcome).toMatchObject({
      status: 'invalid',
      issues: [{ message: expect.stringContaining('createGrants') }],
    });
    expect(open(conversation)).toEqual([id]);
  });
});

describe('a remembered decision', () => {
  it('C87 C88 answers the pending calls that it covers at once, and is not requested again', async () => {
    const { clock, conversation, done } = await writingConversation(['drafts/a', 'drafts/b', 'other/c'], ['drafts/d']);
    const [first = '', second = '', third = ''] = open(conversation);

    const outcome = await conversation.decide(first, true, {
      remember: { scope: { capability: 'fs.write:/drafts/**' }, for: 'session' },
    });
    const left = open(conversation);
    await conversation.decide(third, false);
    await clock.runAll();

    const { events, outcome: end } = conversation.store.getState();
    const [grant] = conversation.grants?.list() ?? [];
    expect(outcome).toEqual({ status: 'accepted' });
    expect(left).toEqual([third]);
    expect(done).toEqual(['drafts/a', 'drafts/b', 'drafts/d']);
    expect(end).toMatchObject({ type: 'completed' });
    expect(grant).toMatchObject({ effect: 'allow', decision: { toolCallId: first } });
    expect(ofType(events, 'answer').map(({ toolCallId, by }) => [toolCallId, by])).toEqual([
      [first, { type: 'person' }],
      [second, { type: 'grant', grantIds: [grant?.id] }],
      [third, { type: 'person' }],
    ]);
  });

  it('C87 C88 also works as a denial, and the model reads its reason', async () => {
    const { clock, conversation, done } = await writingConversation(['a', 'b']);
    const [first = ''] = open(conversation);

    await conversation.decide(first, toolDenied('Not today.'), { remember: { scope: 'tool', for: 'session' } });
    await clock.runAll();

    const ends = ofType(conversation.store.getState().events, 'tool-end').map(({ end }) => end);
    expect(done).toEqual([]);
    expect(ends).toEqual([
      { status: 'denied', message: 'Not today.' },
      { status: 'denied', message: 'Not today.' },
    ]);
  });

  it('C87 covers the edited input, which was approved', async () => {
    const { clock, conversation, done } = await writingConversation(['a', 'b', 'a'], ['b']);
    const [first = ''] = open(conversation);

    const yes = toolApproved({ overrideArgs: { path: 'b' } });
    await conversation.decide(first, yes, { remember: { scope: 'input', for: 'session' } });
    const left = open(conversation).length;
    await conversation.decideAll(false);
    // Digests are computed outside of the virtual clock.
    while (conversation.store.getState().outcome === null) await clock.runAll();

    expect(left).toBe(1);
    expect(done).toEqual(['b', 'b', 'b']);
  });

  it('C87 is rejected if it does not cover its own call, and nothing is decided', async () => {
    const { conversation } = await writingConversation(['a']);
    const [first = ''] = open(conversation);

    const outcome = await conversation.decide(first, true, {
      remember: { scope: { capability: 'fs.write:/drafts/**' }, for: 'session' },
    });

    expect(outcome).toMatchObject({ status: 'invalid', issues: [{ message: expect.stringContaining('drafts') }] });
    expect(open(conversation)).toEqual([first]);
    expect(conversation.grants?.list() ?? []).toEqual([]);
    const remember = { scope: 'tool', for: 'session' } as const;
    await expect(conversation.decide(first, 'defer', { remember })).rejects.toMatchObject({ code: 'remember-answer' });
    expect(open(conversation)).toEqual([first]);
  });

  it('C88 answers calls of other runs of the broker, of the same agent only, and never an external call', async () => {
    const { broker, ask, clock } = benchBroker();
    const one = ask('one', { approvals: ['a'] });
    const two = ask('two', { approvals: ['a', 'b'] });
    const three = ask('three', { approvals: ['a'], agentPath: ['agent', 'sub'] });
    const four = ask('four', { calls: ['a'] });
    await clock.settle();

    await broker.respond('one:a', true, { remember: { scope: 'input', for: 'always' } });

    expect(one.settled()?.results?.approvals).toEqual({ a: toolApproved() });
    expect(broker.pending.map(({ batchId, items }) => [batchId, ...items.map(({ state }) => state.status)])).toEqual([
      ['two', 'decided', 'waiting'],
      ['three', 'waiting'],
      ['four', 'waiting'],
    ]);
    expect([two, three, four].map(({ settled }) => settled())).toEqual([undefined, undefined, undefined]);
  });

  it('C88 also answers pending and later calls when it is added elsewhere', async () => {
    const { broker, ask, clock } = benchBroker();
    const one = ask('one', { approvals: ['a'] });
    await clock.settle();

    await broker.grants?.add({
      effect: 'allow',
      remember: { scope: 'tool', for: 'session' },
      call: {
        toolName: 'write',
        toolCallId: 'z',
        input: {},
        capabilities: [],
        annotations: {},
        agentPath: ['agent'],
        runId: 'r',
      },
    });
    const two = ask('two', { approvals: ['b'] });
    const again = ask('again', { approvals: ['c'], round: 2 });
    await clock.settle();

    expect(one.settled()?.results?.approvals).toEqual({ a: toolApproved() });
    expect(two.settled()?.results?.approvals).toEqual({ b: toolApproved() });
    // The grant approved the call, but the call requests more, which only a person may approve.
    expect(again.settled()).toBeUndefined();
  });

  it('C88 does not answer a call that a person answers at the same time', async () => {
    const { broker, ask, clock } = benchBroker();
    const looks: (() => void)[] = [];
    const policyCall = async () => {
      await new Promise<void>((resolve) => looks.push(resolve));
      return { toolName: 'write', input: {}, capabilities: [], annotations: {}, agentPath: ['agent'] };
    };
    const one = ask('one', { approvals: ['a'] });
    const two = ask('two', { approvals: ['b', 'c'], policyCall });
    await clock.settle();

    const remembering = broker.respond('one:a', true, { remember: { scope: 'tool', for: 'session' } });
    await clock.settle();
    const answer = await broker.respond('two:b', toolDenied('mine'));
    for (const look of looks) look();
    await remembering;

    expect(answer).toEqual({ status: 'accepted' });
    expect(one.settled()?.results?.approvals).toEqual({ a: toolApproved() });
    expect(two.reports).toMatchObject([
      { toolCallId: 'b', answer: toolDenied('mine'), by: { type: 'person' } },
      { toolCallId: 'c', answer: toolApproved(), by: { type: 'grant' } },
    ]);
  });

  it('C88 is revoked when its decision was late', async () => {
    const { broker, ask, clock } = benchBroker();
    let release: () => void = () => {};
    const policyCall: NonNullable<Parameters<typeof broker.request>[0]['policyCall']> = async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return { toolName: 'write', input: {}, capabilities: [], annotations: {}, agentPath: ['agent'] };
    };
    const one = ask('one', { approvals: ['a'], policyCall });
    const two = ask('two', { approvals: ['b'] });
    await clock.settle();

    const deciding = broker.respond('one:a', true, { remember: { scope: 'tool', for: 'session' } });
    await clock.settle();
    one.stop();
    release();
    const outcome = await deciding;
    await clock.settle();

    expect(outcome).toEqual({ status: 'late', reason: 'cancelled' });
    expect(broker.grants?.list()).toEqual([]);
    expect(two.settled()).toBeUndefined();
  });

  it('C87 answers nothing after it is revoked, also for calls that were checked before', async () => {
    const clock = createVirtualClock();
    const { environment } = clock;
    const ledger = createGrants({ now: environment.now });
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const find: Grants['find'] = async (call) => {
      const found = await ledger.find(call);
      await held;
      return found;
    };
    const grants: Grants = { ...ledger, find };
    const broker = createBroker({ ...environment, grants });
    const erase = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'erased' });
    const agent = () => {
      const model = scriptedModel([{ calls: [{ toolName: 'erase', input: {} }] }], environment);
      return createAgent({ model, tools: { erase }, environment });
    };
    const about = { toolName: 'erase', toolCallId: 'z', input: {}, capabilities: [], annotations: {} };
    const call = { ...about, agentPath: ['agent'], runId: 'r' };
    const remember = { scope: 'tool', for: 'session' } as const;
    const { id } = await grants.add({ effect: 'allow', remember, call });
    const asking = agent().run('go', { grants });
    const waiting = agent().run('go', { ask: broker.request });
    await clock.settle();

    grants.revoke(id);
    release();
    await clock.settle();

    expect(await asking.outcome).toMatchObject({ type: 'deferred' });
    expect(broker.pending.map(({ items }) => items.map(({ state }) => state.status))).toEqual([['waiting']]);
    waiting.abort();
  });
});

it('C118 a grant keeps the list of its words that are hidden in the input, also after it was saved and loaded', async () => {
  const clock = createVirtualClock();
  const { environment } = clock;
  const login = tool({
    inputSchema: z.object({ password: z.string(), pin: z.string() }),
    requiresApproval: true,
    capabilities: ({ password }) => [`vault.read:${password}`],
    execute: () => 'in',
  });
  let saved = '';
  const storage = {
    load: () => JSON.parse(saved || 'null'),
    save: (list: unknown) => {
      saved = JSON.stringify(list);
    },
  };
  const grants = createGrants({ storage, now: environment.now });
  const calls = [{ toolName: 'login', input: { password: 'hunter2', pin: '1234' } }];
  const model = scriptedModel([{ calls }, 'Done.'], environment);
  const agent = createAgent({ name: 'guard', model, tools: { login }, environment });
  const conversation = createConversation(() => ({ agent, grants }), environment);
  conversation.start('go');
  await clock.runAll();

  const remember = { scope: { capability: 'vault.read:hunter2' }, for: 'always' } as const;
  await conversation.decide(open(conversation)[0] ?? '', true, { remember });
  await grants.ready;
  const again = createGrants({ storage, now: environment.now });
  await again.ready;

  for (const ledger of [grants, again]) expect(ledger.list()).toMatchObject([{ hidden: ['hunter2'] }]);
});
