import { request } from 'node:http';
import { createRemoteAgent, runServerTransport } from 'countersign/core';
import { memoryRunStore, type RunStore } from 'countersign/server';
import { expect, it, onTestFinished } from 'vitest';
import { filesAgent, startRunServer } from '../runs/run-server.js';

/** A store whose starts wait until the test lets them continue, and the number of starts that wait. */
function slowStore(store: RunStore) {
  const waiting: (() => void)[] = [];
  const start: RunStore['start'] = async (...run) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return await store.start(...run);
  };
  return { store: withStart(store, start), waiting: () => waiting.length, next: () => waiting.shift()?.() };
}

/** Returns a store with another `start`. The methods of a class are not own members, so it is not copied. */
function withStart(store: RunStore, start: RunStore['start']): RunStore {
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'start') return start;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

it('C526 refuses requests above the limit with 503 and Retry-After before it reads their bodies', async () => {
  const { agent } = filesAgent([]);
  const slow = slowStore(memoryRunStore({ agents: { files: agent } }));
  const server = await startRunServer(agent, { store: slow.store, maxRequests: 2 });
  const ada = server.as('ada');
  const accepted = [ada.start('One', 'r1'), ada.start('Two', 'r2')];
  await expect.poll(slow.waiting).toBe(2);

  const headers = { authorization: 'Bearer ada', 'content-type': 'application/json', origin: 'https://app.example' };
  const body = `{"agent":"files","input":"${'x'.repeat(8_000_000)}`;
  const refused = await fetch(`${server.url}/runs`, {
    method: 'POST',
    headers: { ...headers, origin: new URL(server.url).origin },
    body,
  });
  const other = await ada.ask('/runs');
  slow.next();
  slow.next();
  const statuses = (await Promise.all(accepted)).map(({ status }) => status);

  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await refused.json()).error.code).toBe('server-busy');
  expect(other.status).toBe(503);
  expect(statuses).toEqual([201, 201]);
  expect((await ada.ask('/runs')).status).toBe(200);
});

it('C526 does not count a request whose body is still being sent', async () => {
  const { agent } = filesAgent([]);
  const server = await startRunServer(agent, { maxRequests: 1 });
  const headers = { authorization: 'Bearer ada', 'content-type': 'application/json' };
  const slow = request(`${server.url}/runs`, { method: 'POST', headers });
  onTestFinished(() => void slow.destroy());
  slow.on('error', () => {});
  await new Promise<void>((resolve) => slow.write('{"agent":', () => resolve()));

  const answers = [];
  for (let count = 0; count < 5; count++) answers.push((await server.as('ada').ask('/runs')).status);

  expect(answers).toEqual([200, 200, 200, 200, 200]);
});

it('C526 lets pages of other sites read Retry-After', async () => {
  const { agent } = filesAgent([]);
  const origin = 'https://app.example';
  const server = await startRunServer(agent, { maxRequests: 0, origins: [origin] });

  const refused = await fetch(`${server.url}/runs`, { headers: { origin } });

  expect(refused.status).toBe(503);
  expect(refused.headers.get('access-control-expose-headers')?.split(', ')).toContain('retry-after');
});

it('C526 accepts every start once in the end when clients retry', async () => {
  const { agent } = filesAgent(Array.from({ length: 12 }, () => 'Done.'));
  const store = memoryRunStore({ agents: { files: agent } });
  let count = 0;
  const slow = withStart(store, async (...run) => {
    count += 1;
    // Starts take as long as a few turns of the event loop, so that the burst exceeds the limit.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    return await store.start(...run);
  });
  const server = await startRunServer(agent, { store: slow, maxRequests: 4 });
  const delays: number[] = [];
  const clock = {
    now: Date.now,
    setTimeout: (callback: () => void, ms: number) => {
      if (ms < 60_000) delays.push(ms);
      const timer = setTimeout(callback, ms < 60_000 ? 1 : ms);
      return () => clearTimeout(timer);
    },
  };
  const headers = { authorization: 'Bearer ada' };
  const transport = runServerTransport({ url: server.url, agent: 'files', headers, retries: 1000, clock });
  const remote = createRemoteAgent({ transport });

  const runs = Array.from({ length: 12 }, () => remote.run('go'));
  const outcomes = await Promise.all(runs.map(async (run) => (await run.outcome).type));

  expect(new Set(outcomes)).toEqual(new Set(['completed']));
  expect((await server.store.list({ limit: 100 })).length).toBe(12);
  expect(count).toBe(12);
  expect(delays).not.toEqual([]);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(2000);
});

const refusedConnection = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });

it.each(['start', 'list'] as const)(
  'C527 responds with 503 and Retry-After while the store is unavailable, and reports the error: %s',
  async (method) => {
    const { agent } = filesAgent([]);
    const problems: unknown[] = [];
    const fails = async (): Promise<never> => {
      throw refusedConnection;
    };
    const store = Object.assign(memoryRunStore({ agents: { files: agent } }), {
      [method]: fails,
      isUnavailable: (error: unknown) => error === refusedConnection,
    });
    const server = await startRunServer(agent, { store, onProblem: (error) => problems.push(error) });
    const init = {
      headers: { authorization: 'Bearer ada', 'content-type': 'application/json' },
      ...(method === 'start' && { method: 'POST', body: JSON.stringify({ agent: 'files', input: 'go', key: 'r1' }) }),
    };

    const refused = await fetch(`${server.url}/runs`, init);
    const text = await refused.text();

    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(JSON.parse(text).error.code).toBe('server-unavailable');
    expect(text).not.toContain('10.0.0.7');
    expect(problems).toEqual([refusedConnection]);
  },
);
