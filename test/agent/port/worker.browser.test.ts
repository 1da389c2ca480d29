import { buildResults, connectAgent, createConversation, isDeferred, storeRun, toolDenied } from 'countersign/core';
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

describe('an agent in a worker', () => {
  it('C197 is answered from a page: approved, edited, denied, carried out', async () => {
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
    expect(agent.name).toBe('batch');
    expect(JSON.stringify(screen.run.messages)).toContain('Keep it.');
  });

  it('C197 is parked, stored, and resumed in another worker', async () => {
    const parked = await connectAgent(startWorker('batch')).run('go', { deferredToolHandler: null }).outcome;
    const stored = JSON.parse(JSON.stringify(storeRun(parked)));
    const worker = startWorker('resumed');
    const answers = isDeferred(parked)
      ? buildResults(parked.requests, { approveAll: true, calls: { 'call-4': 'red' } })
      : undefined;

    const outcome = await connectAgent(worker).run(undefined, {
      resumeFrom: stored,
      ...(answers && { deferredToolResults: answers }),
    }).outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Resumed.' });
    expect(await doneIn(worker)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  it('C197 is stopped, and its conversation goes on', async () => {
    const worker = startWorker('sleeping');
    const agent = connectAgent(worker);
    const { start, stop, store } = createConversation(() => ({ agent }));
    start('go');
    await nextMessage(worker, (data) => data === 'begun');

    stop('enough');

    await vi.waitFor(() => expect(store.getState().outcome).toMatchObject({ type: 'aborted', reason: 'enough' }));
    expect(store.getState().outcome?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  it('C198 is terminated in the middle, and another worker takes the run up from the journal', async () => {
    const storage = indexedDbStorage({ name: `port-${crypto.randomUUID()}` });
    const journal = storage.journal('r');
    const worker = startWorker('paying');
    const first = connectAgent(worker);
    const run = first.run('go', { runId: 'r', journal });
    await nextMessage(worker, (data) => data === 'begun');
    worker.terminate();
    first.disconnect();
    const cut = await run.outcome;

    const outcome = await connectAgent(startWorker('paid')).run('go', {
      runId: 'r',
      journal: storage.journal('r'),
      deferredToolHandler: ({ calls: [call] }) => ({
        approvals: {},
        calls: call?.begun === undefined ? {} : { 'call-1': { kind: 'tool-return', returnValue: 'it was paid' } },
        metadata: {},
        defer: [],
      }),
    }).outcome;

    expect(cut).toMatchObject({ type: 'failed', error: { code: 'port-closed' } });
    expect(outcome).toMatchObject({ type: 'completed', output: 'Paid.' });
  });

  it('C198 is terminated while people are asked, and the next page has their cards back over another worker', async () => {
    const kept = { storage: indexedDbStorage({ name: `port-${crypto.randomUUID()}` }), runKey: 'talk' };
    const worker = startWorker('batch');
    const agent = connectAgent(worker);
    const first = createConversation(() => ({ agent, ...kept }));
    first.start('go');
    await vi.waitFor(() => expect(first.store.getState().pending[0]?.items).toHaveLength(4), 20_000);
    await first.decide('call-3', toolDenied('Keep it.'));
    worker.terminate();
    agent.disconnect();
    await vi.waitFor(() => expect(first.store.getState().error).toMatchObject({ code: 'port-closed' }));
    first.dispose();

    const nextWorker = startWorker('rest');
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

  it('C198 cannot be loaded', async () => {
    const worker = startWorker('broken');
    worker.addEventListener('error', (event) => event.preventDefault());

    const outcome = await connectAgent(worker).run('go').outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'port-closed' }, messages: [] });
    expect(outcome).toMatchObject({ prompt: [{ role: 'user', content: 'go' }] });
  });

  it('C198 lives on where something else in its worker throws', async () => {
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
