import { createAgent } from 'countersign/core';
import { postgresRunStore } from 'countersign/postgres';
import { scriptedModel } from 'countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunServer } from '../server/runs/run-server.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

const postgres: TestPostgres | string = await startPostgres();
if (typeof postgres === 'string') process.stdout.write(`  outages of Postgres are skipped: ${postgres}\n`);

describe.skipIf(typeof postgres === 'string')('a database that cannot be reached', () => {
  let proxy: TcpProxy;
  let store: Awaited<ReturnType<typeof postgresRunStore>>;

  beforeAll(async () => {
    proxy = await startTcpProxy((postgres as TestPostgres).url);
    store = await postgresRunStore({ databaseUrl: proxy.url });
  }, 60_000);

  afterAll(async () => {
    await store?.close();
    await proxy?.close();
    await (postgres as TestPostgres).stop();
  });

  it('C527 a run server on Postgres responds with 503 and is not ready until the database is back', async () => {
    const server = await startRunServer(createAgent({ model: scriptedModel([]) }), { store });
    const ada = server.as('ada');
    const statuses = async () => [
      (await ada.start('go', 'r1')).status,
      (await ada.ask('/runs')).status,
      (await ada.ask('/readyz')).status,
    ];

    proxy.cut();
    const during = await statuses();
    const refused = await ada.ask('/runs');
    proxy.restore();

    expect(during).toEqual([503, 503, 503]);
    expect(refused.body.error.code).toBe('server-unavailable');
    await expect.poll(statuses, { timeout: 15_000 }).toEqual([201, 200, 200]);
  });

  it.each([
    [true, new Error('timeout exceeded when trying to connect')],
    [true, new Error('Query read timeout')],
    [true, Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })],
    [true, Object.assign(new Error('sorry, too many clients already'), { code: '53300' })],
    [false, Object.assign(new Error('duplicate key value violates unique constraint'), { code: '23505' })],
    [false, new TypeError('x is not a function')],
  ])('C527 Postgres is unavailable: %s, after the error "%s"', (isUnavailable, error) => {
    expect(store.isUnavailable?.(error)).toBe(isUnavailable);
  });
});
