import {
  type Agent,
  agentTool,
  connectAgent,
  createAgent,
  createConversation,
  createGrants,
  createPolicy,
  type DeferredToolHandler,
  ModelError,
  type Policy,
  type RunEvent,
  type RunOptions,
  serveAgent,
  tool,
  UserError,
} from 'countersign/core';
import { memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { openChannel, overPort } from '../agent/port/support.js';
import { scriptedAgent } from './support.js';

const remove = { calls: [{ toolName: 'deleteFile', input: { path: 'a.txt' } }] };

async function eventsOf(run: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

const bare = (events: readonly RunEvent[]) =>
  events.map(({ at: _, runId: _run, ...event }) => JSON.parse(JSON.stringify(event)));

/** Resolves once a port has got such a message, after all who listened before. */
function heard(port: MessagePort, message: object): Promise<void> {
  return new Promise((resolve) => {
    port.addEventListener('message', ({ data }) => {
      if (isLike(data, message)) resolve();
    });
  });
}

/** Resolves once a run has told all of these. */
async function toldOf(run: AsyncIterable<RunEvent>, wanted: readonly object[]): Promise<void> {
  const open = new Set(wanted);
  for await (const event of run) {
    for (const each of open) if (isLike(event, each)) open.delete(each);
    if (open.size === 0) return;
  }
}

const isLike = (data: unknown, like: object): boolean => {
  const members: object = Object(data);
  return Object.entries(like).every(([key, value]) => Reflect.get(members, key) === value);
};

/** A conversation with an agent behind a port, once it asks. */
async function asking(agent: Agent, more: object = {}) {
  const conversation = createConversation(() => ({ agent, ...more }));
  conversation.start('go');
  await vi.waitFor(() => expect(conversation.store.getState().pending).toHaveLength(1));
  const [item] = conversation.store.getState().pending[0]?.items ?? [];
  return { conversation, store: conversation.store, item };
}

describe('an agent behind a port', () => {
  it('C197 tells the same events in the same order as one in the page, to any number of readers', async () => {
    const turns = [{ text: 'I will delete it.', ...remove }, 'Deleted.'];
    const options: RunOptions = {
      conversationId: 'c',
      runId: 'r',
      deferredToolHandler: (requests) => ({ ...noResults, approvals: yesToAll(requests) }),
    };
    const near = scriptedAgent(turns).agent.run('go', options);

    const far = overPort(scriptedAgent(turns).agent).agent.run('go', options);
    const [first, second] = await Promise.all([eventsOf(far), eventsOf(far)]);

    expect(bare(first)).toEqual(bare(await eventsOf(near)));
    expect(second).toEqual(first);
    expect(await far.outcome).toMatchObject({ type: 'completed', output: 'Deleted.', conversationId: 'c' });
    expect((await far.outcome).messages).toEqual((await near.outcome).messages);
    expect((await far.outcome).newMessages).toHaveLength(4);
  });

  it('C197 gives cards all that they need, and checks edits where the schema is', async () => {
    const execute = vi.fn(() => 'written');
    const write = tool({
      inputSchema: z.object({ path: z.string(), mode: z.string().default('w') }),
      requiresApproval: true,
      describe: ({ path }) => ({ title: `Write ${path}`, risk: 'high' }),
      capabilities: ({ path }) => [`fs.write:/${path}`],
      preview: ({ path }) => ({ type: 'text', text: `new ${path}` }),
      execute,
    });
    const model = scriptedModel([{ calls: [{ toolName: 'write', input: { path: 'a.txt' } }] }, 'Done.']);
    const { conversation, store, item } = await asking(overPort(createAgent({ model, tools: { write } })).agent);
    const form = conversation.formOf(item?.id ?? '');

    expect(item?.call).toMatchObject({ title: 'Write a.txt', risk: 'high', capabilities: ['fs.write:/a.txt'] });
    expect(item?.call.willRunAs).toEqual({ path: 'a.txt', mode: 'w' });
    expect(Object.isFrozen(item?.call.input)).toBe(true);
    expect(await form?.schema()).toMatchObject({ properties: { path: { type: 'string' } } });
    expect(await form?.check({ path: 1 })).toMatchObject([{ path: ['path'] }]);
    await vi.waitFor(() =>
      expect(store.getState().pending[0]?.items[0]?.preview).toEqual({
        status: 'ready',
        preview: { type: 'text', text: 'new a.txt' },
      }),
    );
    const decide = async (path: unknown) =>
      await conversation.decide('call-1', { kind: 'tool-approved', overrideArgs: { path } as never });
    expect(await decide(1)).toMatchObject({ status: 'invalid' });
    expect(await decide('b.txt')).toEqual({ status: 'accepted' });
    await vi.waitFor(() => expect(store.getState().outcome?.type).toBe('completed'));
    expect(execute).toHaveBeenCalledExactlyOnceWith({ path: 'b.txt', mode: 'w' }, expect.anything());
  });

  it.each([undefined, 'writer'])('C197 remembers decisions in the page, for the agent called %s', async (name) => {
    const erase = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'erased' });
    const turn = { calls: [{ toolName: 'erase', input: {} }] };
    const model = scriptedModel([turn, 'Done.', turn, 'Done again.', turn, 'Asked.']);
    const grants = createGrants();
    const agent = createAgent({ model, tools: { erase }, ...(name && { name }) });
    const { conversation, store } = await asking(overPort(agent).agent, { grants });
    await conversation.decide('call-1', true, { remember: { scope: 'tool', for: 'session' } });
    await vi.waitFor(() => expect(store.getState().outcome?.type).toBe('completed'));

    conversation.start('again');

    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ output: 'Done again.' }));
    for (const { id } of grants.list()) grants.revoke(id);
    conversation.start('and again');
    await vi.waitFor(() => expect(store.getState().pending).toHaveLength(1));
    conversation.dispose();
  });

  it('C197 ends with errors of the same class, code and words', async () => {
    const broken = overPort(createAgent({ model: scriptedModel([{ fails: 'No', status: 400 }]) })).agent;
    const unsettled = overPort(scriptedAgent([remove]).agent).agent;
    const refused = overPort(scriptedAgent([]).agent).agent;

    const model = await broken.run('go').outcome;
    const handler = await unsettled.run('go', { deferredToolHandler: () => Promise.reject(new TypeError('oops')) })
      .outcome;
    const prompt = await refused.run(' ').outcome;

    expect(model.type === 'failed' && ModelError.isInstance(model.error)).toBe(true);
    expect(handler).toMatchObject({ error: { name: 'HandlerError', code: 'handler-threw' } });
    expect(handler).toMatchObject({
      error: { message: expect.stringContaining('oops'), cause: { name: 'TypeError' } },
    });
    expect(prompt).toMatchObject({ type: 'failed', error: { code: 'empty-prompt' } });
  });

  it.each<[string, object]>([
    ['policy', { policy: createPolicy() }],
    ['toolsets', { toolsets: [{}] }],
    ['output', { output: z.string() }],
    ['deps.files', { deps: { files: new (class Files {})() } }],
    ['deps.save', { deps: { save: () => undefined } }],
    ['deps.list.0', { deps: { list: [Symbol('a')] } }],
    ['toolsContext.a', { toolsContext: { a: () => undefined } }],
  ])('C197 refuses %s, which cannot cross, before anything runs', async (what, options) => {
    const { agent, model } = scriptedAgent([remove]);

    const run = overPort(agent).agent.run('go', options);

    const outcome = await run.outcome;
    expect(outcome).toMatchObject({ type: 'failed', messages: [], prompt: [{ role: 'user', content: 'go' }] });
    expect(outcome).toMatchObject({ error: { code: 'port-options', message: expect.stringContaining(`\`${what}\``) } });
    expect(outcome.type === 'failed' && UserError.isInstance(outcome.error)).toBe(true);
    expect((await eventsOf(run)).map(({ type }) => type)).toEqual(['run-start', 'run-end']);
    expect(model.requests).toHaveLength(0);
  });

  it('C197 takes deps that can be cloned, and a history with files', async () => {
    const seen: unknown[] = [];
    const look = tool({ inputSchema: z.object({}), execute: (_, { deps }) => void seen.push(deps) });
    const agent = createAgent({
      model: scriptedModel([{ calls: [{ toolName: 'look', input: {} }] }, 'Seen.']),
      tools: { look },
    });
    const deps = { since: new Date(0), names: new Map([['a', [new Set([1])]]]), bytes: new Uint8Array([1]) };
    const image = { type: 'image' as const, image: new URL('data:image/png;base64,iVBORw0KGgo=') };

    const outcome = await overPort(agent).agent.run([image], { deps }).outcome;

    expect(outcome.type).toBe('completed');
    expect(seen).toEqual([deps]);
  });

  it('C197 is a tool of an agent in the page, whose cards say where they come from', async () => {
    const inner = overPort(scriptedAgent([remove, 'Deleted.']).agent).agent;
    const outer = (policy?: Policy) =>
      createAgent({
        name: 'outer',
        model: scriptedModel([{ calls: [{ toolName: 'clean', input: {} }] }, 'Clean.']),
        tools: { clean: agentTool(inner, { description: 'Cleans', inputSchema: z.object({}), prompt: () => 'go' }) },
        ...(policy && { policy }),
      });
    const { conversation, store } = await asking(outer());
    const [batch] = store.getState().pending;
    await conversation.decide('call-1', true, { batchId: batch?.batchId ?? '' });
    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ type: 'completed', output: 'Clean.' }));

    const guarded = await outer(createPolicy()).run('go').outcome;

    expect(batch?.agentPath).toEqual(['outer', 'agent']);
    // What is forbidden around it would not be forbidden within it.
    expect(guarded).toMatchObject({ type: 'failed', error: { code: 'port-options' } });
  });

  it('C197 knows agents without a name from each other, also where two ports lead to them', async () => {
    const erase = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'erased' });
    const make = () => {
      const model = scriptedModel([{ calls: [{ toolName: 'erase', input: {} }] }, 'Done.']);
      return overPort(createAgent({ model, tools: { erase } })).agent;
    };
    const grants = createGrants();
    const first = await asking(make(), { grants });
    await first.conversation.decide('call-1', true, { remember: { scope: 'tool', for: 'session' } });
    await vi.waitFor(() => expect(first.store.getState().outcome?.type).toBe('completed'));

    const second = await asking(make(), { grants });

    expect(second.item?.state.status).toBe('waiting');
    second.conversation.dispose();
  });

  it('C197 stops with abort(), with a signal, before and after its agent can be reached', async () => {
    const never: DeferredToolHandler = () => new Promise(() => {});
    const waiting = connectAgent(openChannel().port1).run('go');
    const signal = new AbortController();
    const asked = overPort(scriptedAgent([remove]).agent).agent.run('go', {
      abortSignal: signal.signal,
      deferredToolHandler: (requests, ctx) => {
        setTimeout(() => signal.abort('enough'));
        return never(requests, ctx);
      },
    });

    waiting.abort('too long');

    expect(await waiting.outcome).toMatchObject({ type: 'aborted', reason: 'too long', messages: [{ content: 'go' }] });
    expect((await eventsOf(waiting)).at(-1)).toMatchObject({ type: 'run-end', outcome: 'aborted', seq: 1 });
    expect(await asked.outcome).toMatchObject({ type: 'aborted', reason: 'enough' });
  });

  it('C197 hears nothing but its own protocol, and no half message of it', async () => {
    const { agent, done } = scriptedAgent([remove, 'Deleted.']);
    const { agent: far, channel } = overPort(agent);
    const { conversation, store } = await asking(far);
    const ours = { protocol: 'countersign.agent', v: 1 };
    const strays: readonly unknown[] = [
      ...[
        null,
        'hello',
        7,
        [],
        { type: 'hello' },
        { ...ours },
        { ...ours, type: 'constructor' },
        { ...ours, type: 'run' },
      ],
      { ...ours, type: 'stopped', server: 'another' },
      { ...ours, type: 'serving', server: 'another', name: 'other' },
      { ...ours, type: 'run', run: 'x', server: 'another', setup: {} },
      { ...ours, type: 'call', run: 'x', id: 1, on: '', name: 'end', given: [] },
      { ...ours, type: 'call', run: 'x', on: '', name: '__proto__', given: [] },
      { ...ours, type: 'done', run: 'x', id: 1 },
      { ...ours, v: 2, type: 'serving', server: 'new', name: 'other' },
    ];

    const ports = [channel.port1, channel.port2];
    const last = ports.map((port) => heard(port, { v: 2 }));
    for (const port of ports) for (const stray of strays) port.postMessage(stray);
    await Promise.all(last);
    await conversation.decide('call-1', true);

    await vi.waitFor(() => expect(store.getState().outcome?.type).toBe('completed'));
    expect(done).toEqual(['delete a.txt approved']);
    expect(far.name).toBe('agent');
  });

  it('C197 says that the other side has another version, and says so to the other side', async () => {
    const { port1, port2 } = openChannel();
    const heard: unknown[] = [];
    port2.addEventListener('message', ({ data }) => heard.push(data));
    serveAgent(port1, scriptedAgent([]).agent);
    port2.start();
    port2.postMessage({ protocol: 'countersign.agent', v: 2, type: 'hello' });
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    const other = openChannel();
    const run = connectAgent(other.port1).run('go');
    other.port2.postMessage({ protocol: 'countersign.agent', v: 2, type: 'serving', server: 'a', name: 'b' });

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'port-version' } });
    expect(heard).toMatchObject([
      { type: 'serving', v: 1 },
      { type: 'serving', v: 1 },
    ]);
  });

  it('C197 serves several runs, connections and ports at once, and waits for who serves later', async () => {
    const model = scriptedModel(['One.', 'Two.', 'Three.']);
    const agent = createAgent({ model, name: 'many' });
    const { port1, port2 } = openChannel();
    const [first, second] = [connectAgent(port1), connectAgent(port1)];
    const third = overPort(agent).agent;
    const runs = [first.run('a'), second.run('b')];

    serveAgent(port2, agent);
    runs.push(third.run('c'));

    const outcomes = await Promise.all(runs.map(({ outcome }) => outcome));
    expect(outcomes.map((outcome) => outcome.type === 'completed' && outcome.output).sort()).toEqual([
      'One.',
      'Three.',
      'Two.',
    ]);
    expect([first.name, second.name, third.name]).toEqual(['many', 'many', 'many']);
  });

  it('C197 runs once where two serve the same port', async () => {
    const { port1, port2 } = openChannel();
    const [one, two] = [scriptedAgent(['Hello.']), scriptedAgent(['Hello.'])];
    serveAgent(port2, one.agent);
    serveAgent(port2, two.agent);

    await connectAgent(port1).run('go').outcome;

    expect(one.model.requests.length + two.model.requests.length).toBe(1);
  });
});

describe('a port whose other side goes away', () => {
  const ends: readonly [string, (over: ReturnType<typeof overPort>) => void][] = [
    ['is closed', ({ channel }) => channel.port2.close()],
    ['is no longer served', ({ stop }) => stop()],
    ['is given up', ({ agent }) => agent.disconnect()],
  ];

  it.each(ends)('C198 ends the run as failed when it %s, and takes its cards away', async (_, end) => {
    const { agent, done } = scriptedAgent([{ text: 'I will.', ...remove }]);
    const over = overPort(agent);
    const { conversation, store } = await asking(over.agent);

    end(over);

    await vi.waitFor(() => expect(store.getState().status).toBe('failed'));
    expect(store.getState()).toMatchObject({ pending: [], error: { code: 'port-closed' } });
    expect(store.getState().outcome?.messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I will.' },
          { type: 'tool-call', toolCallId: 'call-1' },
        ],
      },
    ]);
    expect(await conversation.decide('call-1', true)).toMatchObject({ status: 'late' });
    expect(done).toEqual([]);
  });

  it('C198 keeps what had been done in the history, and says of what had begun that nobody knows', async () => {
    const inputSchema = z.object({});
    let hasBegun: () => void = () => {};
    const begun = new Promise<void>((resolve) => {
      hasBegun = resolve;
    });
    const tools = {
      quick: tool({ inputSchema, execute: () => 'done' }),
      slow: tool({ inputSchema, execute: () => new Promise(() => hasBegun()) }),
    };
    const model = scriptedModel([
      {
        calls: [
          { toolName: 'quick', input: {} },
          { toolName: 'slow', input: {} },
        ],
      },
    ]);
    const over = overPort(createAgent({ model, tools }));
    const run = over.agent.run('go');
    await begun;
    await toldOf(run, [
      { type: 'tool-end', toolCallId: 'call-1' },
      { type: 'tool-start', toolCallId: 'call-2' },
    ]);

    over.stop();

    const { messages, newMessages } = await run.outcome;
    expect(newMessages).toEqual(messages);
    expect(messages).toMatchObject([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ toolCallId: 'call-1' }, { toolCallId: 'call-2' }] },
      {
        role: 'tool',
        content: [
          { toolCallId: 'call-1', output: { value: 'done' } },
          { toolCallId: 'call-2', output: { type: 'error-text' } },
        ],
      },
    ]);
    expect((await eventsOf(run)).slice(-3)).toMatchObject([
      { type: 'tool-end', toolCallId: 'call-2', end: { status: 'unknown' } },
      { type: 'step-end' },
      { type: 'run-end', outcome: 'failed', error: { code: 'port-closed' } },
    ]);
  });

  it('C198 begins again from its journal on another port, and does nothing twice', async () => {
    const pay = vi.fn((_: object) => 'paid');
    const make = (turns: readonly string[]) => {
      const inputSchema = z.object({});
      const tools = {
        pay: tool({ inputSchema, execute: pay }),
        send: tool({ inputSchema, requiresApproval: true, execute: () => 'sent' }),
      };
      const calls = [
        { toolName: 'pay', input: {} },
        { toolName: 'send', input: {} },
      ];
      return createAgent({ model: scriptedModel(turns.length === 0 ? [{ calls }] : turns), tools });
    };
    const journal = memoryJournal();
    const first = overPort(make([]));
    let asked = 0;
    const run = first.agent.run('go', { runId: 'r', journal, deferredToolHandler: () => new Promise(() => asked++) });
    await vi.waitFor(() => expect(asked).toBe(1));
    first.agent.disconnect();
    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'port-closed' } });
    expect(run.leave).toBeTypeOf('function');

    const again = overPort(make(['Paid and sent.'])).agent.run('go', {
      runId: 'r',
      journal,
      deferredToolHandler: (requests) => ({ ...noResults, approvals: yesToAll(requests) }),
    });

    expect(await again.outcome).toMatchObject({ type: 'completed', output: 'Paid and sent.' });
    expect(pay).toHaveBeenCalledOnce();
  });

  it('C198 asks what became of a call that had begun when its worker died', async () => {
    const journal = memoryJournal();
    let begun = 0;
    const pay = tool({ inputSchema: z.object({}), execute: () => new Promise(() => begun++) });
    const turn = { calls: [{ toolName: 'pay', input: {} }] };
    const first = overPort(createAgent({ model: scriptedModel([turn]), tools: { pay } }));
    const run = first.agent.run('go', { runId: 'r', journal });
    await vi.waitFor(() => expect(begun).toBe(1));
    first.channel.port2.close();
    await run.outcome;
    const second = overPort(createAgent({ model: scriptedModel(['Paid.']), tools: { pay } })).agent;

    const outcome = await second.run('go', {
      runId: 'r',
      journal,
      deferredToolHandler: ({ calls: [call] }) => ({
        ...noResults,
        calls: call?.begun === undefined ? {} : { 'call-1': { kind: 'tool-return', returnValue: 'it was paid' } },
      }),
    }).outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Paid.' });
    expect(begun).toBe(1);
  });

  it('C198 is left at once, and what its agent does after that is kept by nobody', async () => {
    const journal = memoryJournal();
    const { agent } = scriptedAgent([remove]);
    let asked = 0;
    const run = overPort(agent).agent.run('go', {
      runId: 'r',
      journal,
      deferredToolHandler: () => new Promise(() => asked++),
    });
    await vi.waitFor(() => expect(asked).toBe(1));
    const { length } = journal.writes;

    run.leave?.();

    expect(await run.outcome).toMatchObject({ type: 'left' });
    expect((await eventsOf(run)).some(({ type }) => type === 'run-end')).toBe(false);
    expect(journal.writes).toHaveLength(length);
  });

  it.each(['page', 'agent'] as const)(
    'C198 ends the run when a message to the %s cannot be read, and serves the next',
    async (side) => {
      const { agent, model } = scriptedAgent([remove, 'Hello.']);
      const { agent: far, channel } = overPort(agent);
      const { conversation, store } = await asking(far);

      channel[side === 'page' ? 'port1' : 'port2'].dispatchEvent(new MessageEvent('messageerror'));

      await vi.waitFor(() => expect(store.getState()).toMatchObject({ pending: [], error: { code: 'port-closed' } }));
      conversation.start('again');
      await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ output: 'Hello.' }));
      expect(model.requests).toHaveLength(2);
    },
  );

  it('C198 takes a worker for dead that does not answer for ten seconds after something was thrown in it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const port = Object.assign(new EventTarget(), { postMessage: vi.fn() });
    const run = connectAgent(port).run('go');
    const serving = { protocol: 'countersign.agent', v: 1, type: 'serving', server: 's', name: 'n' };
    const say = () => port.dispatchEvent(new MessageEvent('message', { data: serving }));
    say();

    port.dispatchEvent(new Event('error'));
    say();
    vi.advanceTimersByTime(20_000);
    const isAlive = await Promise.race([run.outcome, Promise.resolve('goes on')]);
    port.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(10_000);

    expect(isAlive).toBe('goes on');
    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'port-closed' } });
    expect(port.postMessage.mock.calls.map(([{ type }]) => type)).toEqual(['hello', 'run', 'hello', 'hello', 'call']);
  });

  it('C198 ends each run that is begun after its worker was found dead, until somebody serves there', async () => {
    const port = Object.assign(new EventTarget(), { postMessage: vi.fn() });
    const agent = connectAgent(port);
    const first = agent.run('go');
    port.dispatchEvent(new Event('error'));
    expect(await first.outcome).toMatchObject({ type: 'failed', error: { code: 'port-closed' } });

    const second = agent.run('go');
    const end = await second.outcome;
    const serving = { protocol: 'countersign.agent', v: 1, type: 'serving', server: 's', name: 'n' };
    port.dispatchEvent(new MessageEvent('message', { data: serving }));
    agent.run('go');

    expect(end).toMatchObject({ type: 'failed', error: { code: 'port-closed' } });
    expect(port.postMessage.mock.calls.map(([{ type }]) => type)).toEqual(['hello', 'run']);
    agent.disconnect();
  });

  it('C198 leaves nothing on a signal of a run that was refused', async () => {
    const { agent } = overPort(scriptedAgent([]).agent);
    const { signal } = new AbortController();
    const listen = vi.spyOn(signal, 'addEventListener');
    const leave = vi.spyOn(signal, 'removeEventListener');

    const run = agent.run('go', { deps: { act: () => undefined }, abortSignal: signal } as never);

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'port-options' } });
    expect(listen.mock.calls.length).toBe(leave.mock.calls.length);
  });

  it('C198 refuses an output that cannot cross, and goes on with whoever serves next', async () => {
    const { port1, port2 } = openChannel();
    const output = z.object({}).transform(() => ({ act: () => undefined }));
    const stop = serveAgent(port2, createAgent({ model: scriptedModel(['{}']), output }));
    const agent = connectAgent(port1);
    expect(await agent.run('go').outcome).toMatchObject({ type: 'failed', error: { code: 'port-data' } });
    const isTold = heard(port1, { type: 'stopped' });
    stop();
    await isTold;

    const run = agent.run('go');
    serveAgent(port2, scriptedAgent(['Hello.']).agent);

    expect(await run.outcome).toMatchObject({ type: 'completed', output: 'Hello.' });
    agent.disconnect();
    expect(await agent.run('go').outcome).toMatchObject({ type: 'failed', error: { code: 'port-closed' } });
  });
});

const noResults = { approvals: {}, calls: {}, metadata: {}, defer: [] };

function yesToAll({ approvals }: { readonly approvals: readonly { readonly toolCallId: string }[] }) {
  return Object.fromEntries(approvals.map(({ toolCallId }) => [toolCallId, { kind: 'tool-approved' as const }]));
}
