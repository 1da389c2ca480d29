import { type AgentPort, connectAgent, createConversation, toolDenied } from 'countersign/core';
import { indexedDbStorage } from 'countersign/persistence';
import { renderAgent } from 'countersign/testing/react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

function startWorker(name: string): Worker {
  const worker = new Worker(new URL('./agent.worker.ts', import.meta.url), { type: 'module', name });
  onTestFinished(() => worker.terminate());
  return worker;
}

/** What the worker says beside the protocol. */
async function nextMessage(worker: Worker, isIt: (data: unknown) => boolean): Promise<unknown> {
  return await new Promise((resolve) => {
    worker.addEventListener('message', ({ data }) => isIt(data) && resolve(data));
  });
}

async function doneIn(worker: Worker): Promise<unknown> {
  const answer = nextMessage(worker, Array.isArray);
  worker.postMessage('done?');
  return await answer;
}

/** A page with a port of its own to a worker, and a conversation that shows the run `shared`. */
function openPage(worker: Worker) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage('connect', [port2]);
  const agent = connectAgent(port1);
  onTestFinished(agent.disconnect);
  const shared: typeof agent = { ...agent, run: (input, options) => agent.run(input, { ...options, runId: 'shared' }) };
  const conversation = createConversation(() => ({ agent: shared }));
  onTestFinished(conversation.dispose);
  return conversation;
}

describe('an agent in a worker', () => {
  it('C197 is answered from a page: approved, edited, denied, executed', async () => {
    const worker = startWorker('batch');
    const agent = connectAgent(worker);
    const screen = await renderAgent({ agent }, { createRoot, mode: 'strict' });
    onTestFinished(() => screen.unmount());

    screen.run.start('go');

    await vi.waitFor(() => expect(screen.run.pending[0]?.items).toHaveLength(4), 20_000);
    await screen.run.decide('call-1', true);
    await screen.run.decide('call-2', { kind: 'tool-approved', overrideArgs: { path: 'edited.txt' } });
    await screen.run.decide('call-3', toolDenied('Keep it.'));
    await screen.run.decide('call-4', { kind: 'tool-return', returnValue: 'red' });
    await vi.waitFor(() => expect(screen.run.outcome).toMatchObject({ type: 'completed', output: 'All done.' }));
    expect(await doneIn(worker)).toEqual(['a.txt', 'edited.txt']);
    expect(JSON.stringify(screen.run.messages)).toContain('Keep it.');
  });

  it('C197 is stopped, and its conversation continues', async () => {
    const worker = startWorker('sleeping');
    const agent = connectAgent(worker);
    const { start, stop, store } = createConversation(() => ({ agent }));
    start('go');
    await nextMessage(worker, (data) => data === 'interrupted');

    stop('enough');

    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ type: 'aborted', reason: 'enough' }));
    expect(store.getState().outcome?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  it('C197 is answered from two pages, each over its own port', async () => {
    const worker = startWorker('batch');
    const [first, second] = [openPage(worker), openPage(worker)];
    const pages = [first, second];
    for (const { start, store } of pages) {
      start('go');
      await vi.waitFor(() => expect(store.getState().pending[0]?.items).toHaveLength(4), 20_000);
    }

    await first.decide('call-1', toolDenied('Keep it.'));
    await second.decideAll(true);
    await second.decide('call-4', { kind: 'tool-return', returnValue: 'red' });

    for (const { store } of pages)
      await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ output: 'All done.' }), 20_000);
    expect(await doneIn(worker)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  it('C198 is terminated during a call, and another worker continues the run from its storage', async () => {
    const storage = `port-${crypto.randomUUID()}`;
    const worker = startWorker(`paying ${storage}`);
    const first = connectAgent(worker);
    const run = first.run('go', { runId: 'r' });
    await nextMessage(worker, (data) => data === 'interrupted');
    worker.terminate();
    first.disconnect();
    const cut = await run.outcome;

    const outcome = await connectAgent(startWorker(`paid ${storage}`)).run('go', {
      runId: 'r',
      deferredToolHandler: ({ calls: [call] }) => ({
        approvals: {},
        calls: call?.interrupted === undefined ? {} : { 'call-1': { kind: 'tool-return', returnValue: 'it was paid' } },
        metadata: {},
        defer: [],
      }),
    }).outcome;

    expect(cut).toMatchObject({ type: 'failed', error: { code: 'port-closed' } });
    expect(outcome).toMatchObject({ type: 'completed', output: 'Paid.' });
  });

  it('C198 is terminated while people decide, and the next page gets their cards from another worker', async () => {
    const storage = `port-${crypto.randomUUID()}`;
    const kept = { storage: indexedDbStorage({ name: `page-${storage}` }), runKey: 'talk' };
    const worker = startWorker(`batch ${storage}`);
    const agent = connectAgent(worker);
    const first = createConversation(() => ({ agent, ...kept }));
    first.start('go');
    await vi.waitFor(() => expect(first.store.getState().pending[0]?.items).toHaveLength(4), 20_000);
    await first.decide('call-3', toolDenied('Keep it.'));
    worker.terminate();
    agent.disconnect();
    await vi.waitFor(() => expect(first.store.getState().error).toMatchObject({ code: 'port-closed' }));
    first.dispose();

    const nextWorker = startWorker(`rest ${storage}`);
    const next = connectAgent(nextWorker);
    const second = createConversation(() => ({ agent: next, ...kept }));
    onTestFinished(() => second.dispose());
    const states = () => second.store.getState().pending[0]?.items.map(({ state }) => state.status);
    await vi.waitFor(() => expect(states()).toEqual(['waiting', 'waiting', 'decided', 'waiting']), 20_000);
    await second.decideAll(true);
    await second.decide('call-4', { kind: 'tool-return', returnValue: 'red' });

    await vi.waitFor(() => expect(second.store.getState().outcome).toMatchObject({ type: 'completed' }), 20_000);
    expect(await doneIn(nextWorker)).toEqual(['a.txt', 'b.txt']);
  });

  it('C198 is stopped by the browser while people decide, starts again, and has the batch with its answers', async () => {
    const storage = `port-${crypto.randomUUID()}`;
    const workers: Worker[] = [];
    const closed = new Set<() => void>();
    // As `chrome.runtime.connect()`: it starts the worker, and reports when that was stopped.
    const connect = (): AgentPort => {
      const worker = startWorker(`${workers.length === 0 ? 'batch' : 'rest'} ${storage}`);
      workers.push(worker);
      return {
        postMessage: (message) => worker.postMessage(message),
        onMessage: { addListener: (listener) => worker.addEventListener('message', ({ data }) => listener(data)) },
        onDisconnect: { addListener: (listener) => closed.add(listener) },
      };
    };
    const agent = connectAgent(connect);
    const { start, decide, decideAll, store, dispose } = createConversation(() => ({ agent }));
    onTestFinished(dispose);
    start('go');
    await vi.waitFor(() => expect(store.getState().pending[0]?.items).toHaveLength(4), 20_000);
    await decide('call-3', toolDenied('Keep it.'));

    workers[0]?.terminate();
    for (const close of closed) close();

    const warnings = () => [...store.getState().events].filter(({ type }) => type === 'warning');
    await vi.waitFor(() => expect(warnings()).toMatchObject([{ code: 'remote-reconnecting' }]), 20_000);
    expect(store.getState().pending[0]?.items.map(({ state }) => state.status)).toEqual([
      ...['waiting', 'waiting', 'decided', 'waiting'],
    ]);
    await decideAll(true);
    await decide('call-4', { kind: 'tool-return', returnValue: 'red' });
    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ output: 'All done.' }), 20_000);
    expect(workers).toHaveLength(2);
    expect(await doneIn(workers[1] as Worker)).toEqual(['a.txt', 'b.txt']);
  });

  it('C198 cannot be loaded', async () => {
    const worker = startWorker('broken');
    worker.addEventListener('error', (event) => event.preventDefault());

    const outcome = await connectAgent(worker).run('go').outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'port-closed' }, messages: [] });
    expect(outcome).toMatchObject({ prompt: [{ role: 'user', content: 'go' }] });
  });

  it('C198 keeps running if other code in its worker throws', async () => {
    const worker = startWorker('batch');
    const thrown = new Promise((resolve) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        resolve(event);
      });
    });
    const agent = connectAgent(worker);
    const { start, decideAll, decide, store } = createConversation(() => ({ agent }));
    start('go');
    await vi.waitFor(() => expect(store.getState().pending).toHaveLength(1), 20_000);
    worker.postMessage('throw');
    await thrown;

    await decideAll(true);
    await decide('call-4', { kind: 'tool-return', returnValue: 'red' });

    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ type: 'completed' }));
  });
});
