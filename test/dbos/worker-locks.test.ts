import { writeFileSync } from 'node:fs';
import { createAgent } from 'countersign/core';
import { type DbosRunStore, dbosRunStore, migrateDbos } from 'countersign/dbos';
import { migratePostgres } from 'countersign/postgres';
import { scriptedModel } from 'countersign/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openServicePool } from '../../src/postgres/connection/open-pool.js';
import { isUnavailable } from '../../src/postgres/connection/retry-while-unavailable.js';
import { transact } from '../../src/postgres/transact.js';
import { type BatchView, startRunServer } from '../server/runs/run-server.js';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { ownDatabase, startPostgres, type TestPostgres } from '../support/postgres.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { spawnWorker } from './spawn-worker.js';

const postgres: TestPostgres | string =
  process.env.COUNTERSIGN_ALL === '1' ? await startPostgres() : 'they are part of npm run test:all';
if (typeof postgres === 'string') process.stdout.write(`  locks of workers are skipped: ${postgres}\n`);
const DATABASE_URL = typeof postgres === 'string' ? '' : postgres.url;
const patience = { timeout: 60_000 } as const;

let store: DbosRunStore;

beforeAll(async () => {
  if (typeof postgres === 'string') return;
  await buildWhenStale();
  await migrateDbos({ databaseUrl: DATABASE_URL });
  store = await dbosRunStore({ databaseUrl: DATABASE_URL });
}, 120_000);

afterAll(async () => {
  await store?.close();
  if (typeof postgres !== 'string') await postgres.stop();
});

async function openProxy() {
  const proxy = await startTcpProxy(DATABASE_URL);
  onTestFinished(proxy.close);
  return proxy;
}

async function startClient() {
  const server = await startRunServer(createAgent({ model: scriptedModel([]) }), { store });
  const ada = server.as('ada');
  const waitingBatch = async (key: string): Promise<BatchView> => {
    await expect.poll(() => ada.state(key), patience).toBe('waiting');
    return (await ada.ask(`/runs/${server.idOf(key)}`)).body.batches[0];
  };
  /** Starts a run and approves its call. */
  const approve = async (key: string): Promise<void> => {
    await ada.start('Clear it', key);
    await ada.answer(await waitingBatch(key), true);
  };
  const ended = async (key: string): Promise<void> => await expect.poll(() => ada.state(key), patience).toBe('ended');
  const ends = async (key: string): Promise<readonly unknown[]> =>
    (await ada.events(key)).flatMap(({ data }) => (data.type === 'tool-end' ? [data.end.status] : []));
  return { ada, waitingBatch, approve, ended, ends };
}

describe.skipIf(typeof postgres === 'string')('a worker whose connections break', { timeout: 180_000 }, () => {
  it.each(['cut', 'freeze'] as const)(
    'C521 notices the loss of its lock, pauses its runs, and resumes them with the lock: %s',
    async (failure) => {
      const proxy = await openProxy();
      const [WORKER_ID, key] = [`lost-${failure}`, `paused-${failure}`];
      const worker = spawnWorker({ DATABASE_URL, DIRECT_URL: proxy.url, WORKER_ID, HOLD: 'before' });
      await worker.says('ready');
      const { approve, ended, ends } = await startClient();
      await approve(key);
      await worker.says('standing before');

      proxy[failure]();
      await worker.says('problem worker-lock-lost');
      proxy.restore();
      writeFileSync(worker.goFile, '');

      await ended(key);
      await approve(`${key}-later`);
      await ended(`${key}-later`);
      expect(await ends(key)).toEqual(['returned']);
      expect(worker.effects()).toEqual(['.env', '.env']);
    },
  );

  it('C522 begins no steps while another process has its id, and works again after that has ended', async () => {
    const proxy = await openProxy();
    const first = spawnWorker({ DATABASE_URL, DIRECT_URL: proxy.url, WORKER_ID: 'twice', HOLD: 'before' });
    await first.says('ready');
    const { ada, approve, waitingBatch, ended, ends } = await startClient();
    await approve('taken');
    await first.says('standing before');

    proxy.cut();
    await first.says('problem worker-lock-lost');
    const second = spawnWorker({ DATABASE_URL, WORKER_ID: 'twice' });
    await second.says('ready');
    proxy.restore();
    await first.says('problem worker-id-taken');
    writeFileSync(first.goFile, '');
    const asked = await waitingBatch('taken');
    expect(asked.requests.calls).toMatchObject([{ interrupted: { since: expect.any(Number) } }]);
    await ada.answer(asked, { kind: 'tool-return', returnValue: 'It is gone, they say.' });
    await ended('taken');
    expect(await ends('taken')).toEqual(['returned']);
    for (const key of ['one', 'two', 'three']) await approve(key);
    for (const key of ['one', 'two', 'three']) await ended(key);
    expect(second.effects()).toHaveLength(3);
    expect(first.effects()).toHaveLength(1);

    second.process.kill('SIGKILL');
    await approve('four');
    await ended('four');
    expect(first.effects()).toHaveLength(2);
  });
});

describe.skipIf(typeof postgres === 'string')('a worker that cannot start', { timeout: 120_000 }, () => {
  it.each(['worker-id-taken', 'direct-url', 'tables-older', 'undefined'])(
    'C523 closes everything, so that its process ends by itself: %s',
    async (reason) => {
      const own = await ownDatabase(DATABASE_URL);
      onTestFinished(own.stop);
      const base = { DATABASE_URL: own.url, WORKER_ID: 'w1' };
      if (reason === 'worker-id-taken') await spawnWorker(base).says('ready');
      if (reason === 'undefined') await migratePostgres({ databaseUrl: own.url });
      const env: Readonly<Record<string, string>> = reason === 'direct-url' ? { DIRECT_URL: DATABASE_URL } : {};
      const migrations: Readonly<Record<string, string>> = ['tables-older', 'undefined'].includes(reason)
        ? { MIGRATIONS: 'check' }
        : {};

      const failed = spawnWorker({ ...base, ...env, ...migrations });

      expect(await failed.ended).toBe(0);
      await failed.says(`failed ${reason}`);
    },
  );
});

describe.skipIf(typeof postgres === 'string')('a query', () => {
  it('C524 over a connection whose packets vanish fails in time, and the next one gets another connection', async () => {
    const proxy = await openProxy();
    const pool = openServicePool({ url: proxy.url, max: 1, address: 'direct', queryTimeoutMs: 500 });
    await pool.query('select 1');

    proxy.freeze();
    const lost = await pool.query('select 2').catch((error: unknown) => error);
    const { rows } = await pool.query('select 3 as three');
    proxy.freeze();
    const begun = await transact(pool, async (client) => await client.query('select 4')).catch(
      (error: unknown) => error,
    );

    expect([isUnavailable(lost), isUnavailable(begun)]).toEqual([true, true]);
    expect(rows).toEqual([{ three: 3 }]);
    expect((await pool.query('select 5 as five')).rows).toEqual([{ five: 5 }]);
    await pool.end();
  });
});
