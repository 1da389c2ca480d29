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
  tool,
  UserError,
} from 'countersign/core';
import { serveAgent } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { openChannel, overPort } from '../remote/port/support.js';
import { scriptedAgent } from './support.js';

const remove = { calls: [{ toolName: 'deleteFile', input: { path: 'a.txt' } }] };

async function eventsOf(run: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

/** A conversation with an agent behind a port, once it asks. */
async function asking(agent: Agent, more: object = {}) {
  const conversation = createConversation(() => ({ agent, ...more }));
  onTestFinished(conversation.dispose);
  conversation.start('go');
  await vi.waitFor(() => expect(conversation.store.getState().pending).toHaveLength(1));
  const [item] = conversation.store.getState().pending[0]?.items ?? [];
  return { conversation, store: conversation.store, item, id: item?.call.toolCallId ?? '' };
}

describe('an agent behind a port', () => {
  it('C197 emits the events of a local agent in the same order, to any number of readers', async () => {
    const turns = [{ text: 'I will delete it.', ...remove }, 'Deleted.'];
    const options: RunOptions = {
      conversationId: 'c',
      runId: 'r',
      deferredToolHandler: (requests) => ({ ...noResults, approvals: yesToAll(requests) }),
    };
    const near = scriptedAgent(turns).agent.run('go', options);

    const far = overPort(scriptedAgent(turns).agent).agent.run('go', options);
    const [first, second] = await Promise.all([eventsOf(far), eventsOf(far)]);

    // A text may come in other parts, and the answer is an event of its own where the run lives elsewhere.
    const types = (events: readonly RunEvent[]) =>
      events.map(({ type }) => type).filter((type, index, all) => type !== 'answer' && type !== all[index - 1]);
    expect(types(first)).toEqual(types(await eventsOf(near)));
    expect(second).toEqual(first);
    expect(await far.outcome).toMatchObject({ type: 'completed', output: 'Deleted.', conversationId: 'c' });
    expect((await far.outcome).messages).toEqual((await near.outcome).messages);
    expect((await far.outcome).newMessages).toHaveLength(4);
  });

  it('C197 provides cards with all their data, and validates edits at the other end', async () => {
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
    const { conversation, store, item, id } = await asking(overPort(createAgent({ model, tools: { write } })).agent);
    const form = conversation.formOf(item?.id ?? '');

    expect(item?.call).toMatchObject({ title: 'Write a.txt', risk: 'high', capabilities: ['fs.write:/a.txt'] });
    expect(item?.call.effectiveInput).toEqual({ path: 'a.txt', mode: 'w' });
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
      await conversation.decide(id, { kind: 'tool-approved', overrideArgs: { path } as never });
    expect(await decide(1)).toMatchObject({ status: 'invalid' });
    expect(await decide('b.txt')).toEqual({ status: 'accepted' });
    await vi.waitFor(() => expect(store.getState().outcome?.type).toBe('completed'));
    expect(execute).toHaveBeenCalledExactlyOnceWith({ path: 'b.txt', mode: 'w' }, expect.anything());
  });

  it('C197 remembers decisions in the page', async () => {
    const erase = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'erased' });
    const turn = { calls: [{ toolName: 'erase', input: {} }] };
    const model = scriptedModel([turn, 'Done.', turn, 'Done again.', turn, 'Asked.']);
    const grants = createGrants();
    const agent = createAgent({ model, tools: { erase } });
    const { conversation, store, id } = await asking(overPort(agent).agent, { grants });
    await conversation.decide(id, true, { remember: { scope: 'tool', for: 'session' } });
    await vi.waitFor(() => expect(store.getState().outcome?.type).toBe('completed'));

    conversation.start('again');

    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ output: 'Done again.' }));
    for (const grant of grants.list()) grants.revoke(grant.id);
    conversation.start('and again');
    await vi.waitFor(() => expect(store.getState().pending).toHaveLength(1));
  });

  it('C197 ends with errors of the same class, code and message', async () => {
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
    ['policy', { policy: null }],
    ['toolsets', { toolsets: [{}] }],
    ['output', { output: z.string() }],
    ['deferredToolResults', { deferredToolResults: noResults }],
  ])('C197 rejects the option %s, which belongs to the agent, before anything runs: %o', async (name, options) => {
    const { agent, model } = scriptedAgent([remove]);

    const run = overPort(agent).agent.run('go', options);

    const outcome = await run.outcome;
    expect(outcome).toMatchObject({ type: 'failed', messages: [], prompt: [{ role: 'user', content: 'go' }] });
    const message = expect.stringContaining(`\`${name}\``);
    expect(outcome).toMatchObject({ error: { code: 'run-server-options', message } });
    expect(outcome.type === 'failed' && UserError.isInstance(outcome.error)).toBe(true);
    expect((await eventsOf(run)).map(({ type }) => type)).toEqual(['run-start', 'run-end']);
    expect(model.requests).toHaveLength(0);
  });

  it('C197 sends metadata and a history with files, and creates deps at the other end', async () => {
    const seen: unknown[] = [];
    const look = tool({ inputSchema: z.object({}), execute: (_, { deps }) => void seen.push(deps) });
    const model = scriptedModel([{ calls: [{ toolName: 'look', input: {} }] }, 'Seen.']);
    const agent = createAgent({ model, tools: { look } });
    const image = { type: 'image' as const, image: new URL('data:image/png;base64,iVBORw0KGgo=') };
    const deps = ({ metadata = {} }: { readonly metadata?: object | undefined }) => ({ ...metadata, since: 1 });

    const outcome = await overPort(agent, { deps }).agent.run([image], { metadata: { user: 'Ada' } }).outcome;

    expect(outcome.type).toBe('completed');
    expect(seen).toEqual([{ user: 'Ada', since: 1 }]);
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('iVBORw0KGgo=');
  });

  it('C197 sends a history with provider options, such as the signature of its reasoning', async () => {
    const model = scriptedModel(['Done.']);
    const providerOptions = { test: { signature: 'signed' } };
    const messages = [
      { role: 'user' as const, content: 'go' },
      { role: 'assistant' as const, content: [{ type: 'reasoning' as const, text: 'Hm.', providerOptions }] },
    ];

    await overPort(createAgent({ model })).agent.run('and now?', { messages }).outcome;

    expect(model.requests[0]?.prompt[1]?.content).toMatchObject([{ text: 'Hm.', providerOptions }]);
  });

  it('C197 is a tool of an agent in the page, and cards show its path', async () => {
    const inner = overPort(scriptedAgent([remove, 'Deleted.']).agent).agent;
    const outer = (policy?: Policy) =>
      createAgent({
        name: 'outer',
        model: scriptedModel([{ calls: [{ toolName: 'clean', input: {} }] }, 'Clean.']),
        tools: { clean: agentTool(inner, { description: 'Cleans', inputSchema: z.object({}), prompt: () => 'go' }) },
        ...(policy && { policy }),
      });
    const { conversation, store, id } = await asking(outer());
    const [batch] = store.getState().pending;
    await conversation.decide(id, true, { batchId: batch?.batchId ?? '' });
    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ type: 'completed', output: 'Clean.' }));

    const guarded = await outer(createPolicy()).run('go').outcome;

    expect(batch?.agentPath).toEqual(['outer', 'agent']);
    // What is forbidden around it would not be forbidden within it.
    expect(guarded).toMatchObject({ type: 'failed', error: { code: 'run-server-options' } });
  });

  it('C197 stops by abort() and by a signal, before and after its agent can be reached', async () => {
    const never: DeferredToolHandler = () => new Promise(() => {});
    const unserved = connectAgent(openChannel().port1);
    const waiting = unserved.run('go');
    const signal = new AbortController();
    const asked = overPort(scriptedAgent([remove]).agent).agent.run('go', {
      abortSignal: signal.signal,
      deferredToolHandler: (requests, ctx) => {
        setTimeout(() => signal.abort('enough'));
        return never(requests, ctx);
      },
    });

    waiting.abort('too long');
    unserved.disconnect();

    expect(await waiting.outcome).toMatchObject({ type: 'aborted', reason: 'too long', messages: [{ content: 'go' }] });
    expect((await eventsOf(waiting)).at(-1)).toMatchObject({ type: 'run-end', outcome: 'aborted' });
    expect(await asked.outcome).toMatchObject({ type: 'aborted', reason: 'enough' });
  });

  it('C197 ignores messages of others, and malformed ones', async () => {
    const { agent, done } = scriptedAgent([remove, 'Deleted.']);
    const { agent: far, channel } = overPort(agent);
    const { conversation, store, id } = await asking(far);
    const ours = { protocol: 'countersign.agent', v: 2 };
    const strays: readonly unknown[] = [
      ...[null, 'hello', 7, [], { type: 'hello' }, { ...ours }, { ...ours, type: 'constructor' }],
      { ...ours, type: 'request' },
      { ...ours, type: 'stopped', server: 'another' },
      { ...ours, type: 'serving', server: 'another' },
      { ...ours, type: 'request', id: 'x', server: 'another', method: 'POST', path: '/runs', body: '{}' },
      { ...ours, type: 'response', id: '__proto__', status: 200, headers: {} },
      { ...ours, type: 'chunk', id: 'x', text: 'x' },
      { ...ours, type: 'pull', id: 'x' },
      { ...ours, v: 3, type: 'serving', server: 'new' },
    ];

    for (const port of [channel.port1, channel.port2]) for (const stray of strays) port.postMessage(stray);
    await conversation.decide(id, true);

    await vi.waitFor(() => expect(store.getState().outcome?.type).toBe('completed'));
    expect(done).toEqual(['delete a.txt approved']);
  });

  it('C197 reports that the other end has another version, and says so to the other end', async () => {
    const { port1, port2 } = openChannel();
    const received: unknown[] = [];
    port2.addEventListener('message', ({ data }) => received.push(data));
    serveAgent(scriptedAgent([]).agent, { port: port1 });
    port2.start();
    port2.postMessage({ protocol: 'countersign.agent', v: 1, type: 'hello' });
    await vi.waitFor(() => expect(received).toHaveLength(2));
    const other = openChannel();
    const run = connectAgent(other.port1).run('go');
    other.port2.postMessage({ protocol: 'countersign.agent', v: 1, type: 'serving', server: 'a', name: 'b' });

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'port-version' } });
    expect(received).toMatchObject([
      { type: 'serving', v: 2 },
      { type: 'serving', v: 2 },
    ]);
  });

  it('C197 serves several runs, connections and ports at once, and waits until the agent is served', async () => {
    const model = scriptedModel(['One.', 'Two.', 'Three.']);
    const agent = createAgent({ model, name: 'many' });
    const { port1, port2 } = openChannel();
    const [first, second] = [connectAgent(port1), connectAgent(port1, { name: 'second' })];
    const third = overPort(agent).agent;
    const runs = [first.run('a'), second.run('b')];

    serveAgent(agent, { port: port2 });
    runs.push(third.run('c'));

    const outcomes = await Promise.all(runs.map(({ outcome }) => outcome));
    expect(outcomes.map((outcome) => outcome.type === 'completed' && outcome.output).sort()).toEqual([
      'One.',
      'Three.',
      'Two.',
    ]);
    expect([first.name, second.name]).toEqual(['agent', 'second']);
  });

  it('C197 sends no more of a response than the page reads', async () => {
    const { port1, port2 } = openChannel();
    const received: { readonly type: string; readonly id?: string; readonly server?: string }[] = [];
    port1.addEventListener('message', ({ data }) => received.push(data));
    port1.start();
    const next = async (type: string, id?: string) =>
      await vi.waitFor(() => {
        const found = received.find((message) => message.type === type && message.id === id);
        expect(found).toBeDefined();
        return found;
      });
    const post = (message: object) => port1.postMessage({ protocol: 'countersign.agent', v: 2, ...message });
    serveAgent(scriptedAgent(['Hello there.']).agent, { port: port2 });
    const server = (await next('serving'))?.server;
    const body = JSON.stringify({ agent: 'agent', key: 'k', input: 'go' });
    post({ type: 'request', id: 'start', server, method: 'POST', path: '/runs', body });
    await next('response', 'start');
    post({ type: 'request', id: 'events', server, method: 'GET', path: '/runs/~k/events' });
    await next('response', 'events');
    const chunks = () => received.filter(({ type, id }) => type === 'chunk' && id === 'events').length;
    /** Resolves after everything that was sent before. */
    const reply = async () => {
      received.length = 0;
      post({ type: 'hello' });
      await next('serving');
    };

    const unread = chunks();
    post({ type: 'pull', id: 'events' });
    await next('chunk', 'events');
    await reply();

    expect([unread, chunks()]).toEqual([0, 0]);
  });

  it('C197 needs no https', async () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { agent, done } = scriptedAgent([remove, 'Deleted.']);
    const { conversation, store, id } = await asking(overPort(agent).agent);

    await conversation.decide(id, true);

    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ output: 'Deleted.' }));
    expect(done).toEqual(['delete a.txt approved']);
  });

  it('C197 runs once if two serve the same port', async () => {
    const { port1, port2 } = openChannel();
    const [one, two] = [scriptedAgent(['Hello.']), scriptedAgent(['Hello.'])];
    serveAgent(one.agent, { port: port2 });
    serveAgent(two.agent, { port: port2 });

    await connectAgent(port1).run('go').outcome;

    expect(one.model.requests.length + two.model.requests.length).toBe(1);
  });

  it('C197 shows one batch in two pages, and the first answer counts', async () => {
    const { agent, done } = scriptedAgent([remove, 'Deleted.']);
    const pages = [overPort(agent).agent, overPort(agent).agent];
    const run = (page: Agent | undefined): Agent => ({
      name: 'agent',
      run: (input, options) => (page as Agent).run(input, { ...options, runId: 'shared' }),
    });
    const [first, second] = [await asking(run(pages[0])), await asking(run(pages[1]))];

    await second.conversation.decide(second.id, true);

    for (const { store } of [first, second])
      await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ output: 'Deleted.' }));
    expect(await first.conversation.decide(first.id, false)).toMatchObject({ status: 'late' });
    expect(done).toEqual(['delete a.txt approved']);
  });
});

const noResults = { approvals: {}, calls: {}, metadata: {}, defer: [] };

function yesToAll({ approvals }: { readonly approvals: readonly { readonly toolCallId: string }[] }) {
  return Object.fromEntries(approvals.map(({ toolCallId }) => [toolCallId, { kind: 'tool-approved' as const }]));
}
