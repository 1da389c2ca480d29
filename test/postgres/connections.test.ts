import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActivationWriter } from '../../src/postgres/activation-writer.js';
import { BatchTables } from '../../src/postgres/batch-tables.js';
import { DatabaseClock } from '../../src/postgres/connection/database-clock.js';
import { openPool } from '../../src/postgres/connection/open-pool.js';
import { OpenResources } from '../../src/postgres/connection/open-resources.js';
import { migrateTables } from '../../src/postgres/migrate.js';
import { PostgresRunStore } from '../../src/postgres/postgres-run-store.js';
import { RunNotifier } from '../../src/postgres/run-notifier.js';
import { RunTables } from '../../src/postgres/run-tables.js';
import { WriteCoalescer } from '../../src/postgres/write-coalescer.js';
import { followRun, type RunUpdate } from '../../src/server/streams/follow-run.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { startTcpProxy } from '../support/tcp-proxy.js';

const postgres: TestPostgres | string =
  process.env.COUNTERSIGN_ALL === '1' ? await startPostgres() : 'they are part of npm run test:all';
if (typeof postgres === 'string') process.stdout.write(`  connections to Postgres are skipped: ${postgres}\n`);
const databaseUrl = typeof postgres === 'string' ? '' : postgres.url;

let pool: Pool;
let runs: RunTables;

beforeAll(async () => {
  if (typeof postgres === 'string') return;
  pool = openPool(databaseUrl, 10);
  await migrateTables(pool);
  runs = new RunTables(pool);
}, 60_000);

afterAll(async () => {
  if (typeof postgres === 'string') return;
  await pool.end();
  await postgres.stop();
});

/** Starts a run. Returns functions that let it ask a question, and end. */
async function startRun(runId: string) {
  const startedBy = { id: 'ada' };
  await runs.add({
    ...{ runId, agent: 'files', conversationId: 'c', startedBy },
    startedAt: 1,
    input: '',
    messages: [],
  });
  const started = await runs.beginActivation({ runId, wakes: 0 });
  if (started === undefined) throw new Error('The run cannot be activated.');
  const activation = { runId, epoch: started.epoch, isSuspended: () => false, onStale: () => {} };
  const writer = new ActivationWriter(new WriteCoalescer(pool), activation, []);
  const ask = async (batchId: string): Promise<void> => {
    await writer.storeBatch({
      ...{ batchId, runId, agentPath: ['files'], round: 1, onExpiry: 'deny', requester: startedBy },
      ...{ askedAt: 1, about: {}, expiresAt: {} },
      requests: { approvals: [{ toolCallId: 'a', toolName: 'act', title: 'Act', input: {} }], calls: [], metadata: {} },
    });
    await writer.storeState({ type: 'waiting', since: 1, batchId });
  };
  return { ask, end: () => writer.storeState({ type: 'stuck', why: 'It is over.' }) };
}

describe.skipIf(typeof postgres === 'string')('a connection for notifications', () => {
  it.each(['cut', 'freeze'] as const)(
    'C502 catches up for the listeners of waiting runs after a network failure: %s',
    { timeout: 30_000 },
    async (failure) => {
      const runId = `r-${failure}`;
      const proxy = await startTcpProxy(databaseUrl);
      const notifier = new RunNotifier(proxy.url, runs);
      await notifier.open();
      const clock = await DatabaseClock.start(pool);
      const store = new PostgresRunStore(
        { pool, clock, runs, batches: new BatchTables(pool) },
        notifier,
        new OpenResources(),
      );
      const run = await startRun(runId);
      await run.ask(`${runId} 1`);
      const received: RunUpdate[] = [];
      const stop = new AbortController();
      const subscription = { runId, after: undefined, signal: stop.signal, mayRead: async () => true };
      const following = (async () => {
        for await (const update of followRun(store, subscription)) received.push(update);
      })();
      const batches = () => received.flatMap((update) => (update.type === 'batch' ? [update.batchId] : []));
      await expect.poll(batches).toContain(`${runId} 1`);

      const before = proxy.connections();
      proxy[failure]();
      await run.ask(`${runId} 2`);
      proxy.restore();
      await expect.poll(batches, { timeout: 15_000 }).toContain(`${runId} 2`);
      proxy[failure]();
      await run.end();
      proxy.restore();
      await expect.poll(() => received.at(-1), { timeout: 15_000 }).toEqual({ type: 'end' });

      expect(proxy.connections()).toBe(before + 2);
      stop.abort();
      await following;
      await notifier.close();
      clock.stop();
      await proxy.close();
    },
  );
});
