import { createAgent } from 'countersign/core';
import { createRunServer, memoryRunStore, type RunStore } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import { expect, it } from 'vitest';
import { NewsHub } from '../../../src/server/streams/news-hub.js';
import { filesAgent } from '../runs/run-server.js';

const batch = (number: number) => ({ type: 'batch', batchId: `${number}` }) as const;

it('C314 buffers a limited number of news for a slow reader, then replaces them with a gap', async () => {
  const hub = new NewsHub();
  const gone = new AbortController();
  const idle = hub.listen('r', gone.signal)[Symbol.asyncIterator]();
  const busy = hub.listen('r', gone.signal)[Symbol.asyncIterator]();
  const taken: unknown[] = [];

  for (let number = 0; number < 10_000; number++) {
    hub.publish('r', [batch(number)]);
    taken.push((await busy.next()).value);
  }
  hub.close('r');
  const held: unknown[] = [];
  for (let next = await idle.next(); next.done !== true; next = await idle.next()) held.push(next.value);

  expect(taken).toEqual(Array.from({ length: 10_000 }, (_, number) => batch(number)));
  expect(held.length).toBeLessThanOrEqual(300);
  expect(held[0]).toEqual({ type: 'gap' });
  expect(held.at(-1)).toEqual(batch(9999));
});

it('C314 removes a reader that has disconnected, even before it started to read', () => {
  const hub = new NewsHub();
  const gone = new AbortController();
  hub.listen('r', gone.signal);
  hub.listen('s', AbortSignal.abort());

  gone.abort();

  expect([hub.has('r'), hub.has('s')]).toEqual([false, false]);
});

it('C314 a client that does not read during thousands of events gets all of them in the end, each once', async () => {
  const steps = 120;
  const list = { calls: [{ toolName: 'list_files', input: {} }] };
  const { agent } = filesAgent([{ calls: [{ toolName: 'delete_file', input: { path: 'a' } }] }]);
  const turns = [
    { calls: [{ toolName: 'delete_file', input: { path: 'a' } }] },
    ...Array.from({ length: steps }, () => list),
  ];
  const talkative = createAgent({
    model: scriptedModel([...turns, 'Done.']),
    tools: {},
    usageLimits: { requests: 1000 },
    toolRetries: 1000,
  });
  const agents = { files: talkative, other: agent };
  const store: RunStore = memoryRunStore({ agents });
  const handle = createRunServer({ agents, store, identify: () => ({ id: 'ada' }), authorize: () => true });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ agent: 'files', input: 'go', key: 'r1' });
  const begun = await handle(new Request('https://here.example/runs', { method: 'POST', headers, body }));
  const { runId } = (await begun.json()).run;

  const stream = await handle(new Request('https://here.example/runs/~r1/events'));
  const reader = stream.body?.getReader();
  const first = await reader?.read();
  await expect.poll(async () => (await store.find(runId))?.state.type).toBe('ended');
  let text = new TextDecoder().decode(first?.value);
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
    text += new TextDecoder().decode(next.value);

  const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  expect(ids.length).toBeGreaterThan(500);
  expect(ids).toEqual(ids.map((_, index) => index));
  expect(text).toMatch(/event: end/);
});
