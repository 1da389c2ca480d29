import { expect, it } from 'vitest';
import { filesAgent, startRunServer } from './run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };

it('C261 refuses listeners above the limit, and accepts new ones after some have disconnected', async () => {
  const { agent } = filesAgent([deletion]);
  const server = await startRunServer(agent, { maxListeners: 2 });
  const ada = server.as('ada');
  await ada.start('Clear it', 'r1');
  await expect.poll(() => ada.state('r1')).toBe('waiting');
  const headers = { authorization: 'Bearer ada' };
  const listen = (signal?: AbortSignal) =>
    fetch(`${server.url}/runs/${server.idOf('r1')}/events`, { headers, ...(signal && { signal }) });
  const gone = new AbortController();

  const [first, second] = [await listen(gone.signal), await listen()];
  const third = await listen();
  gone.abort();
  await expect.poll(async () => (await listen(AbortSignal.timeout(5000))).status).toBe(200);

  expect([first.status, second.status, third.status]).toEqual([200, 200, 503]);
  expect((await third.json()).error.code).toBe('too-many-listeners');
});
