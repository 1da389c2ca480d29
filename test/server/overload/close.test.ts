import { buildResults, createRemoteAgent, runServerTransport } from 'countersign/core';
import { createRunServer, memoryRunStore, type RunStore } from 'countersign/server';
import { expect, it } from 'vitest';
import { createVirtualClock } from '../../support/virtual-clock.js';
import { filesAgent, startRunServer } from '../runs/run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };

it('C529 a closed server refuses requests, and ends streams with the time at which to reconnect', async () => {
  const { agent } = filesAgent([deletion]);
  const server = await startRunServer(agent);
  const ada = server.as('ada');
  await ada.start('Clear it', 'r1');
  await expect.poll(() => ada.state('r1')).toBe('waiting');
  const headers = { authorization: 'Bearer ada' };
  const stream = await fetch(`${server.url}/runs/${server.idOf('r1')}/events`, { headers });

  const closed = server.close();
  const sent = await stream.text();
  await closed;
  const refused = await fetch(`${server.url}/runs`, { headers });
  const start = await ada.start('Again', 'r2');

  expect(sent.endsWith('retry: 1000\n\n')).toBe(true);
  expect(sent).not.toContain('event: end');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect([start.status, start.body.error.code]).toEqual([503, 'server-closing']);
  await expect(server.close()).resolves.toBeUndefined();
});

it('C529 waits for requests that were accepted before', async () => {
  const { agent } = filesAgent([]);
  const store = memoryRunStore({ agents: { files: agent } });
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const list: RunStore['list'] = async () => {
    await held;
    return [];
  };
  const server = createRunServer({
    ...{ agents: { files: agent }, store: Object.assign(store, { list }), identify: () => ({ id: 'ada' }) },
    authorize: () => true,
  });
  const request = server(new Request('http://test.invalid/runs'));
  let isClosed = false;
  await new Promise((resolve) => setImmediate(resolve));

  const closing = server.close().then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  release();
  await closing;

  expect((await request).status).toBe(200);
});

it('C529 does not wait for a client that does not read longer than 10 seconds', async () => {
  const { agent } = filesAgent([deletion]);
  const store = memoryRunStore({ agents: { files: agent } });
  const clock = createVirtualClock();
  const identify = () => ({ id: 'ada' });
  const server = createRunServer({
    ...{ agents: { files: agent }, store, identify, authorize: () => true, clock: clock.environment },
  });
  const run = { runId: 'r', agent: 'files', conversationId: 'c', input: 'go', messages: [], startedBy: { id: 'ada' } };
  await store.start({ ...run, startedAt: 1 });
  const stream = await server(new Request('http://test.invalid/runs/r/events'));
  let isClosed = false;

  const closing = server.close().then(() => {
    isClosed = true;
  });
  await clock.advance(9_000);
  expect(isClosed).toBe(false);
  await clock.advance(1_000);
  await closing;

  expect(stream.status).toBe(200);
});

it('C529 a page continues its run on another process', async () => {
  const { agent } = filesAgent([deletion, 'It is gone.']);
  const store = memoryRunStore({ agents: { files: agent } });
  const options = { agents: { files: agent }, store, identify: () => ({ id: 'ada' }), authorize: () => true };
  const servers = [createRunServer(options), createRunServer(options)];
  let current = 0;
  const fetchFrom: typeof fetch = async (input, init) => {
    const answer = await servers[current]?.(new Request(input, init));
    return answer ?? Response.error();
  };
  const transport = runServerTransport({ url: 'https://agents.test', agent: 'files', fetch: fetchFrom });
  const run = createRemoteAgent({ transport }).run('go', {
    deferredToolHandler: async (requests) => {
      await servers[0]?.close();
      current = 1;
      return buildResults(requests, { approveAll: true });
    },
  });

  const warnings: string[] = [];
  for await (const event of run) if (event.type === 'warning') warnings.push(event.code);

  expect(await run.outcome).toMatchObject({ type: 'completed', output: 'It is gone.' });
  expect(warnings).toEqual([]);
});
