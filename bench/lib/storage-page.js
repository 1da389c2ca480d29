// What bench/storage.mjs measures, in a page: each function gives milliseconds.
import { createAgent, createConversation, tool } from 'countersign/core';
import { indexedDbStorage } from 'countersign/persistence';
import { memoryJournal, scriptedModel } from 'countersign/testing';
import { z } from 'zod';

const inputSchema = z.object({ i: z.number() });

function turns(count) {
  return [...Array.from({ length: count }, (_, i) => ({ calls: [{ toolName: 'act', input: { i } }] })), 'Done.'];
}

/** From each yes to the moment at which the body of its tool begins. */
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
      // A person takes longer than the disk does for what was kept before.
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

/** From asking for a step that may run once to the moment at which its work begins: its mark is on the disk by then. */
async function mark({ count }) {
  const journal = indexedDbStorage({ name: 'marks' }).journal('r');
  const times = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await journal.step(`tool:${i}`, async () => void times.push(performance.now() - start), { once: true });
  }
  return times;
}

/** A list of stored conversations, each with 20 kB of messages, seven times. */
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

/** A step of a run, with a request and a call: the whole run through its steps, seven times. */
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

Object.assign(globalThis, { clickToExecute, mark, listOf, step });
