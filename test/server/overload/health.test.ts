import { createRunServer, memoryRunStore } from 'countersign/server';
import { expect, it, vi } from 'vitest';
import { createVirtualClock } from '../../support/virtual-clock.js';
import { filesAgent, startRunServer } from '../runs/run-server.js';

async function probe(url: string, name: 'healthz' | 'readyz') {
  const answer = await fetch(`${url}/${name}`);
  return [answer.status, await answer.json()];
}

it('C530 reports its health to anybody, also above its limits', async () => {
  const { agent } = filesAgent([]);
  const server = await startRunServer(agent, { maxRequests: 0 });

  expect(await probe(server.url, 'healthz')).toEqual([200, { status: 'ok' }]);
  expect(await probe(server.url, 'readyz')).toEqual([200, { status: 'ready' }]);
  expect((await fetch(`${server.url}/readyz`, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`, { method: 'POST' })).status).not.toBe(200);
});

it('C530 is not ready while the store cannot be reached, and does not say why', async () => {
  const { agent } = filesAgent([]);
  const ping = vi.fn(async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432');
  });
  const store = Object.assign(memoryRunStore({ agents: { files: agent } }), { ping });
  const server = await startRunServer(agent, { store });

  expect(await probe(server.url, 'readyz')).toEqual([503, { status: 'not-ready', reason: 'store-unavailable' }]);
  expect(await probe(server.url, 'healthz')).toEqual([200, { status: 'ok' }]);
  ping.mockResolvedValue(undefined as never);
  expect(await probe(server.url, 'readyz')).toEqual([200, { status: 'ready' }]);
});

it('C530 is not ready while the store does not respond in time, and checks it once at a time', async () => {
  const { agent } = filesAgent([]);
  const ping = vi.fn(() => new Promise<void>(() => {}));
  const store = Object.assign(memoryRunStore({ agents: { files: agent } }), { ping });
  const clock = createVirtualClock();
  const server = createRunServer({
    ...{ agents: { files: agent }, store, identify: () => null, authorize: () => false, clock: clock.environment },
  });
  const probes = Array.from({ length: 50 }, () => server(new Request('http://test.invalid/readyz')));

  await clock.advance(1000);
  const answers = await Promise.all(probes);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(await answers[0]?.json()).toEqual({ status: 'not-ready', reason: 'store-timeout' });
  expect(ping).toHaveBeenCalledOnce();
});

it('C530 is not ready once it closes, and still alive', async () => {
  const { agent } = filesAgent([]);
  const server = await startRunServer(agent);

  await server.close();

  expect(await probe(server.url, 'readyz')).toEqual([503, { status: 'not-ready', reason: 'closing' }]);
  expect(await probe(server.url, 'healthz')).toEqual([200, { status: 'ok' }]);
});
