// The measurements of bench/storage.mjs, in a page. Each function returns milliseconds.
import { createAgent, createConversation, tool } from 'countersign/core';
import { indexedDbStorage } from 'countersign/persistence';
import { memoryJournal, scriptedModel } from 'countersign/testing';
import { z } from 'zod';

const inputSchema = z.object({ i: z.number() });

function turns(count) {
  return [...Array.from({ length: count }, (_, i) => ({ calls: [{ toolName: 'act', input: { i } }] })), 'Done.'];
}

/** Measures from each approval to the start of its tool body. */
async function clickToExecute({ count, storage }) {
  const times = [];
  let pressed = 0;
  const act = tool({
    inputSchema,
    requiresApproval: true,
    execute: ({ i }) => {
      times.push(performance.now() - pressed);
      return i;
    },
  });
  const agent = createAgent({ model: scriptedModel(turns(count)), tools: { act }, usageLimits: { requests: 1000 } });
  const kept = storage === 'IndexedDB' ? { storage: indexedDbStorage({ name: 'clicks' }), runKey: 'talk' } : {};
  const conversation = createConversation(() => ({ agent, ...kept }));
  const { store } = conversation;
  await new Promise((resolve) => {
    let batch = '';
    store.subscribe(({ pending: [first], outcome, place }) => {
      if (outcome !== null && place === 'here') resolve();
      if (first === undefined || first.batchId === batch || first.items[0].state.status !== 'waiting') return;
      batch = first.batchId;
      // A person takes longer than pending writes do.
      setTimeout(() => {
        pressed = performance.now();
        void conversation.decide(first.items[0].call.toolCallId, true);
      }, 50);
    });
    conversation.start('go');
  });
  conversation.dispose();
  return times;
}

/** Measures from the call of a step that may run once to the start of its work, when its mark is on the disk. */
async function mark({ count }) {
  const journal = indexedDbStorage({ name: 'marks' }).journal('r');
  const times = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await journal.step(`tool:${i}`, async () => void times.push(performance.now() - start), { once: true });
  }
  return times;
}

/** Measures listing stored conversations with 20 kB of messages each, seven times. */
async function listOf({ count }) {
  const storage = indexedDbStorage({ name: 'list' });
  const messages = [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'x'.repeat(20_000) }] }];
  const record = (i) => ({ id: `c${i}`, title: `About ${i}`, state: 'idle', updatedAt: i, runIds: [], messages });
  await Promise.all(Array.from({ length: count }, (_, i) => storage.conversations.put(record(i))));
  const times = [];
  for (let round = 0; round < 7; round++) {
    const start = performance.now();
    const list = await storage.conversations.list();
    times.push(performance.now() - start);
    if (list.length !== count) throw new Error(`It lists ${list.length} conversations.`);
  }
  return times;
}

/** Measures the main-thread time for opening a stored conversation with this number of events, seven times. */
async function openWith({ events }) {
  const storage = indexedDbStorage({ name: `open-${events}` });
  const agent = createAgent({ model: scriptedModel(['Hello.']) });
  const make = () =>
    createConversation(() => ({ agent, storage: indexedDbStorage({ name: `open-${events}` }), runKey: 'talk' }));
  const until = ({ store }, isSo) =>
    new Promise((resolve) => {
      const look = () => isSo(store.getState()) && resolve(store.getState());
      store.subscribe(look);
      look();
    });
  const first = make();
  first.start('Hi');
  const { outcome } = await until(first, (state) => state.outcome !== null);
  first.dispose();
  const log = storage.events(outcome.runId, { epoch: await storage.lead(outcome.runId) });
  const body = { v: 1, at: 0, runId: outcome.runId, agentPath: ['agent'], type: 'step-start', step: 1 };
  for (let from = 0; from < events; from += 1000) {
    await log.append(
      Array.from({ length: 1000 }, (_, i) => ({ key: `k${from + i}`, event: { ...body, seq: from + i } })),
    );
  }
  const times = [];
  for (let round = 0; round < 7; round++) {
    const before = await globalThis.busy();
    const opened = make();
    const state = await until(opened, ({ place }) => place === 'here');
    times.push((await globalThis.busy()) - before);
    if (events > 0 && state.events.length !== 1000) throw new Error(`It shows ${state.events.length} events.`);
    opened.dispose();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return times;
}

/** Measures the memory of an idle conversation in MB. Each of its turns has three calls and four texts. */
async function heapAfter({ turns: count, storage }) {
  const act = tool({ inputSchema, execute: ({ i }) => i });
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  let step = 0;
  // A scripted model records its requests, which must not be measured.
  const doStream = async () => {
    const id = `${step++}`;
    const text = `${id} is what was asked about, and this is what is said about it, in some more words. `.repeat(3);
    const isLast = step % 4 === 0;
    const call = { type: 'tool-call', toolCallId: `c${id}`, toolName: 'act', input: JSON.stringify({ i: step }) };
    const parts = [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: text },
      { type: 'text-end', id },
      ...(isLast ? [] : [call]),
      { type: 'finish', finishReason: { unified: isLast ? 'stop' : 'tool-calls', raw: '' }, usage },
    ];
    return { stream: ReadableStream.from(parts) };
  };
  const model = { specificationVersion: 'v4', provider: 'bench', modelId: 'bench', supportedUrls: {}, doStream };
  const agent = createAgent({ model, tools: { act } });
  const before = await globalThis.heap();
  const kept =
    storage === 'IndexedDB' ? { storage: indexedDbStorage({ name: 'long' }), runKey: 'talk', maxEvents: 1000 } : {};
  const conversation = createConversation(() => ({ agent, ...kept }));
  const { store } = conversation;
  for (let turn = 1; turn <= count; turn++) {
    const ended = new Promise((resolve) => {
      const stop = store.subscribe(({ messages, outcome }) => {
        if (outcome === null || messages.length < turn * 2) return;
        stop();
        resolve();
      });
    });
    conversation.start(`Question ${turn}`);
    await ended;
  }
  const held = (await globalThis.heap()) - before;
  if (store.getState().messages.length !== count * 2) throw new Error('It has not said everything.');
  conversation.dispose();
  return [held];
}

/** Measures a step with a request and a call: a whole run divided by its steps, seven times. */
async function step({ count, journal }) {
  const times = [];
  for (let round = 0; round < 7; round++) {
    const act = tool({ inputSchema, execute: ({ i }) => i });
    const agent = createAgent({ model: scriptedModel(turns(count)), tools: { act }, usageLimits: { requests: 1000 } });
    const start = performance.now();
    const { type } = await agent.run('go', journal === 'memory' ? { runId: 'r', journal: memoryJournal() } : {})
      .outcome;
    times.push((performance.now() - start) / count);
    if (type !== 'completed') throw new Error(`The run ended as ${type}.`);
  }
  return times;
}

Object.assign(globalThis, { clickToExecute, mark, listOf, openWith, heapAfter, step });
