import {
  type Agent,
  type AgentPort,
  connectAgent,
  createAgent,
  createConversation,
  type RunEvent,
  tool,
} from 'countersign/core';
import { memoryStorage, type RunStorage } from 'countersign/persistence';
import { serveAgent } from 'countersign/server';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { fakeExtension } from '../remote/port/fake-ports.js';
import { openChannel, overPort } from '../remote/port/support.js';
import { createVirtualClock, settled } from '../support/virtual-clock.js';
import { fileTools, scriptedAgent } from './support.js';

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
  return { conversation, store: conversation.store, id: item?.call.toolCallId ?? '' };
}

/** An extension whose worker has a new agent each time, over one script, and persists its runs or not. */
function extensionWith(turns: readonly ScriptedTurn[], storage?: RunStorage) {
  const model = scriptedModel(turns);
  const { tools, done } = fileTools();
  const extension = fakeExtension(() => {
    const agent = createAgent({ model, tools });
    return (port) => void serveAgent(agent, { port, ...(storage && { storage: withoutLocks(storage) }) });
  });
  return { extension, done, model };
}

/** A worker that was stopped has no locks any more. */
function withoutLocks(storage: RunStorage): RunStorage {
  return { ...storage, claim: async (_, { signal }) => ({ lost: signal }) as never };
}

const warnings = (events: Iterable<RunEvent>) =>
  [...events].flatMap((event) => (event.type === 'warning' ? [event.code] : []));

describe('a port whose other end goes away', () => {
  const ends: readonly [string, (over: ReturnType<typeof overPort>) => void][] = [
    ['is closed', ({ channel }) => channel.port2.close()],
    ['is disconnected by the page', ({ agent }) => agent.disconnect()],
  ];

  it.each(ends)('C198 fails the run in the page when it %s, and removes its cards', async (_, end) => {
    const { agent, done } = scriptedAgent([{ text: 'I will.', ...remove }]);
    const over = overPort(agent);
    const { conversation, store, id } = await asking(over.agent);

    end(over);

    await vi.waitFor(() => expect(store.getState().status).toBe('failed'));
    expect(store.getState()).toMatchObject({ pending: [], error: { code: 'port-closed' } });
    expect(store.getState().outcome?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'text', text: 'I will.' }, { toolCallId: id }] },
    ]);
    expect(await conversation.decide(id, true)).toMatchObject({ status: 'late' });
    expect(await over.agent.run('again').outcome).toMatchObject({ error: { code: 'port-closed' } });
    expect(done).toEqual([]);
  });

  it('C198 leaves the run at the other end, and another connection finds its batch there', async () => {
    const { agent, done } = scriptedAgent([remove, 'Deleted.']);
    const first = overPort(agent).agent;
    let asked = 0;
    const run = first.run('go', { runId: 'r', deferredToolHandler: () => new Promise(() => asked++) });
    await vi.waitFor(() => expect(asked).toBe(1));
    first.disconnect();
    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'port-closed' } });

    const again = overPort(agent).agent.run('go', {
      runId: 'r',
      deferredToolHandler: ({ approvals }) => ({
        ...noResults,
        approvals: Object.fromEntries(approvals.map(({ toolCallId }) => [toolCallId, { kind: 'tool-approved' }])),
      }),
    });

    expect(await again.outcome).toMatchObject({ type: 'completed', output: 'Deleted.' });
    expect(done).toEqual(['delete a.txt approved']);
  });

  it('C198 reports that a worker was stopped while people decide, starts it again, and has the batch with its answers', async () => {
    const twice = { calls: [...remove.calls, { toolName: 'deleteFile', input: { path: 'b.txt' } }] };
    const { extension, done } = extensionWith([twice, 'Deleted.'], memoryStorage());
    const connected = connectAgent(extension.connect);
    onTestFinished(connected.disconnect);
    const { conversation, store } = await asking(connected);
    const [a, b] = store.getState().pending[0]?.items ?? [];
    await conversation.decide(a?.call.toolCallId ?? '', true);

    extension.stopWorker();

    await vi.waitFor(() => expect(warnings(store.getState().events)).toEqual(['remote-reconnecting']));
    await vi.waitFor(() => expect(extension.starts()).toBe(2));
    expect(store.getState().pending[0]?.items[0]?.state.status).toBe('decided');
    expect(await conversation.decide(b?.call.toolCallId ?? '', true)).toEqual({ status: 'accepted' });
    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ output: 'Deleted.' }));
    expect(done).toEqual(['delete a.txt approved', 'delete b.txt approved']);
  });

  it('C198 sends answers that were given while nothing ran at the other end', async () => {
    const { extension, done } = extensionWith([remove, 'Deleted.'], memoryStorage());
    const connected = connectAgent(extension.connect);
    onTestFinished(connected.disconnect);
    const { conversation, store, id } = await asking(connected);

    extension.stopWorker();

    expect(await conversation.decide(id, true)).toEqual({ status: 'accepted' });
    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ output: 'Deleted.' }));
    expect(done).toEqual(['delete a.txt approved']);
  });

  it('C198 stops, and disconnects, while nothing runs at the other end', async () => {
    const { agent } = scriptedAgent([remove]);
    let isGone = false;
    const extension = fakeExtension(() => (port) => void (isGone || serveAgent(agent, { port })));
    const clock = createVirtualClock();
    const connected = connectAgent(extension.connect, { clock: clock.environment });
    const run = connected.run('go', { deferredToolHandler: () => new Promise(() => {}) });
    for await (const event of run) if (event.type === 'deferred-request') break;
    isGone = true;
    extension.stopWorker();

    for await (const event of run) if (event.type === 'warning') break;
    run.abort('enough');
    await clock.advance(0);
    const stopped = await run.outcome;
    const other = connected.run('more');
    connected.disconnect();

    expect(stopped).toMatchObject({ type: 'aborted', reason: 'enough' });
    expect(await other.outcome).toMatchObject({ type: 'failed', error: { code: 'port-closed' } });
  });

  it('C198 reports that the worker lost its runs, ends started calls as unknown, and runs nothing twice', async () => {
    let begun = 0;
    const pay = tool({ inputSchema: z.object({}), execute: () => new Promise(() => begun++) });
    const model = scriptedModel([{ calls: [{ toolName: 'pay', input: {} }] }]);
    const extension = fakeExtension(() => {
      const agent = createAgent({ model, tools: { pay } });
      return (port) => void serveAgent(agent, { port });
    });
    const connected = connectAgent(extension.connect);
    onTestFinished(connected.disconnect);
    const run = connected.run('go');
    for await (const event of run) if (event.type === 'tool-start') break;

    extension.stopWorker();

    const outcome = await run.outcome;
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-refused' } });
    expect((await eventsOf(run)).slice(-4)).toMatchObject([
      { type: 'warning', code: 'remote-reconnecting' },
      { type: 'tool-end', end: { status: 'unknown' } },
      { type: 'step-end' },
      { type: 'run-end', outcome: 'failed' },
    ]);
    expect(begun).toBe(1);
  });

  it('C198 does not start a run of a persisted conversation again when the worker lost it', async () => {
    const model = scriptedModel([remove, remove]);
    const { tools, done } = fileTools();
    const kept = { storage: memoryStorage(), runKey: 'talk' };
    const before = overPort(createAgent({ model, tools })).agent;
    const first = await asking(before, kept);
    before.disconnect();
    await vi.waitFor(() => expect(first.store.getState().status).toBe('failed'));
    first.conversation.dispose();

    const after = overPort(createAgent({ model, tools })).agent;
    const second = createConversation(() => ({ agent: after, ...kept }));
    onTestFinished(second.dispose);

    await vi.waitFor(() => expect(second.store.getState().error).toMatchObject({ code: 'remote-refused' }));
    expect(model.requests).toHaveLength(1);
    expect(done).toEqual([]);
  });

  it('C198 opens another port when nothing replies, and reports after some attempts that nobody serves it', async () => {
    const clock = createVirtualClock();
    const opened: MessagePort[] = [];
    const open = (): AgentPort => {
      const { port1 } = openChannel();
      opened.push(port1);
      return port1;
    };
    const run = connectAgent(open, { clock: clock.environment, retries: 2 }).run('go');

    await clock.advance(60_000);

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut' } });
    expect(warnings(await eventsOf(run))).toEqual(['remote-reconnecting']);
    expect(opened).toHaveLength(3);
  });

  it('C198 sends no event before it is persisted', async () => {
    const own = memoryStorage();
    let persist = (): void => {};
    const isPersisted = new Promise<void>((resolve) => {
      persist = resolve;
    });
    const events: RunStorage['events'] = (...given) => {
      const log = own.events(...given);
      return { ...log, append: async (entries) => isPersisted.then(() => log.append(entries)) };
    };
    const { agent, model } = scriptedAgent([{ calls: [{ toolName: 'readFile', input: { path: 'a' } }] }, 'Read.']);
    const run = overPort(agent, { storage: { ...own, events } }).agent.run('go');
    const received: string[] = [];
    const reading = (async () => {
      for await (const { type } of run) received.push(type);
    })();
    await vi.waitFor(() => expect(model.requests).toHaveLength(2));
    for (let task = 0; task < 20; task++) await settled();

    const before = [...received];
    persist();
    await reading;

    expect(before).toEqual(['run-start']);
    expect(received.at(-1)).toBe('run-end');
  });

  it('C198 opens another port when one throws', async () => {
    const { agent } = scriptedAgent(['Hello.']);
    const { port1, port2 } = openChannel();
    serveAgent(agent, { port: port2 });
    const events = { addListener: () => {} };
    const postMessage = vi.fn(() => {
      throw new Error('Attempting to use a disconnected port object');
    });
    const ports: AgentPort[] = [{ postMessage, onMessage: events, onDisconnect: events }, port1];

    const outcome = await connectAgent(() => ports.shift() ?? port1).run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Hello.' });
    expect(postMessage).toHaveBeenCalledOnce();
  });

  it('C198 starts no second worker beside one that is busy', async () => {
    const clock = createVirtualClock();
    const worker = Object.assign(new EventTarget(), { postMessage: vi.fn(), terminate: vi.fn() });
    const open = vi.fn((): AgentPort => worker);
    const run = connectAgent(open, { clock: clock.environment, retries: 2 }).run('go');

    await clock.advance(60_000);

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut' } });
    expect(open).toHaveBeenCalledOnce();
    expect(worker.postMessage.mock.calls.map(([{ type }]) => type)).toEqual(['hello', 'hello', 'hello']);
  });

  it('C198 continues after a message that could not be decoded', async () => {
    const { agent, done } = scriptedAgent([remove, 'Deleted.']);
    const { agent: far, channel } = overPort(agent);
    const { conversation, store, id } = await asking(far);

    channel.port1.dispatchEvent(new MessageEvent('messageerror'));

    await vi.waitFor(() => expect(warnings(store.getState().events)).toEqual(['remote-reconnecting']));
    await conversation.decide(id, true);
    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ output: 'Deleted.' }));
    expect(done).toEqual(['delete a.txt approved']);
  });

  it('C198 continues when the agent is served again', async () => {
    const { agent, done } = scriptedAgent([remove, 'Deleted.']);
    const { agent: far, channel, stop } = overPort(agent);
    const { conversation, store, id } = await asking(far);

    stop();
    await vi.waitFor(() => expect(warnings(store.getState().events)).toEqual(['remote-reconnecting']));
    serveAgent(agent, { port: channel.port2 });
    await conversation.decide(id, true);

    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ output: 'Deleted.' }));
    expect(done).toEqual(['delete a.txt approved']);
  });

  it('C198 fails each run of a worker that failed before it served an agent', async () => {
    const port = Object.assign(new EventTarget(), { postMessage: vi.fn() });
    const agent = connectAgent(port);
    const first = agent.run('go');

    port.dispatchEvent(new Event('error'));

    expect(await first.outcome).toMatchObject({ type: 'failed', error: { code: 'port-closed' } });
    expect(await agent.run('go').outcome).toMatchObject({ type: 'failed', error: { code: 'port-closed' } });
  });
});

const noResults = { calls: {}, metadata: {}, defer: [] };
