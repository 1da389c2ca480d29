import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRunWorker, type DbosRunStore, dbosRunStore, type RunWorker } from '../../src/dbos/index.js';
import { ActivationWriter } from '../../src/postgres/activation-writer.js';
import { openPool } from '../../src/postgres/connection/open-pool.js';
import { NoticeTables } from '../../src/postgres/notice-tables.js';
import { RunTables } from '../../src/postgres/run-tables.js';
import { WriteCoalescer } from '../../src/postgres/write-coalescer.js';
import { filesAgent } from '../server/runs/run-server.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string = await startPostgres();
if (typeof postgres === 'string') process.stdout.write(`  notices are skipped: ${postgres}\n`);
const databaseUrl = typeof postgres === 'string' ? '' : postgres.url;

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const { agent } = filesAgent([deletion, 'Done.']);

describe.skipIf(typeof postgres === 'string')('notices of batches', () => {
  let store: DbosRunStore;
  let pool: Pool;
  let worker: RunWorker | undefined;
  /** The batches that `notify` was called with, in order. */
  let notified: string[] = [];
  let problems: unknown[] = [];

  beforeAll(async () => {
    store = await dbosRunStore({ databaseUrl });
    pool = openPool(databaseUrl, 4);
  }, 60_000);

  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    [notified, problems] = [[], []];
  }, 60_000);

  afterAll(async () => {
    await store?.close();
    await pool?.end();
    if (typeof postgres !== 'string') await postgres.stop();
  });

  const startWorker = async (onNotify: (batchId: string) => void = () => {}): Promise<void> => {
    worker = await createRunWorker({
      ...{ agents: { files: agent }, databaseUrl, workerId: 'w1' },
      notify: ({ batchId }) => {
        notified.push(batchId);
        onNotify(batchId);
      },
      onProblem: (error) => problems.push(error),
    });
  };

  /** Stores a waiting run with its batch, as a worker that dies before it calls `notify`. Returns the batch. */
  const storeBatch = async (runId: string): Promise<string> => {
    const runs = new RunTables(pool);
    const startedBy = { id: 'ada' };
    await runs.add({ runId, agent: 'files', conversationId: 'c', input: 'go', messages: [], startedBy, startedAt: 1 });
    const { epoch = 0 } = (await runs.beginActivation({ runId, wakes: 0 })) ?? {};
    const activation = { runId, epoch, isSuspended: () => false, onStale: () => {} };
    const writer = new ActivationWriter(new WriteCoalescer(pool), activation, []);
    const batchId = `batch of ${runId}`;
    const approvals = [{ toolCallId: 'x', toolName: 'act', title: 'Act', input: {} }];
    await writer.storeBatch(
      {
        ...{ batchId, runId, agentPath: ['files'], round: 1, onExpiry: 'deny', requester: startedBy },
        ...{ askedAt: 1, about: {}, expiresAt: {}, requests: { approvals, calls: [], metadata: {} } },
      },
      Date.now(),
    );
    await writer.storeState({ type: 'waiting', since: 1, batchId });
    return batchId;
  };

  const pendingNotices = async (): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ batch_id: string }>(
      "select batch_id from countersign.batches where notify_at is not null and state = 'open' order by batch_id",
    );
    return rows.map(({ batch_id: batchId }) => batchId);
  };

  it('C512 call notify again until it succeeds, also after the worker that stored the batch has died', {
    timeout: 60_000,
  }, async () => {
    const batchId = await storeBatch('lost');

    await startWorker(() => {
      if (notified.length < 3) throw new Error('The mail server is down.');
    });

    await expect.poll(() => notified.length, { timeout: 30_000 }).toBe(3);
    await expect.poll(pendingNotices).toEqual([]);
    expect(notified).toEqual([batchId, batchId, batchId]);
    expect(problems.map(String)).toEqual(Array.from({ length: 2 }, () => 'Error: The mail server is down.'));
  });

  it('C512 call notify once for a new batch that a worker stores', { timeout: 60_000 }, async () => {
    await startWorker();
    await store.start({
      ...{ runId: 'new', agent: 'files', conversationId: 'c', startedBy: { id: 'ada' } },
      ...{ startedAt: Date.now(), input: 'go', messages: [] },
    });

    await expect.poll(() => notified.length, { timeout: 20_000 }).toBe(1);
    await expect.poll(pendingNotices).toEqual([]);

    expect(notified).toEqual((await store.openBatches({ runId: 'new' })).map(({ batch }) => batch.batchId));
  });

  it('C513 never call notify for a batch that was answered or withdrawn before', { timeout: 60_000 }, async () => {
    const answered = await storeBatch('answered');
    await storeBatch('stopped');
    const by = { type: 'person', name: 'Ada' } as const;
    await store.answer(answered, [{ toolCallId: 'x', answer: { kind: 'tool-denied', message: '' }, by, at: 2 }]);
    await store.stop('stopped', 'Enough.');
    const open = await storeBatch('open');

    await startWorker();

    await expect.poll(() => notified.length, { timeout: 20_000 }).toBeGreaterThan(0);
    await expect.poll(pendingNotices).toEqual([]);
    expect(notified).toEqual([open]);
  });

  it('C512 let one of several workers claim a batch, and another one after the time limit', async () => {
    const batchId = await storeBatch('claimed');
    const [one, other] = [new NoticeTables(pool), new NoticeTables(pool)];
    const now = Date.now() + 1000;
    const claim = { now, until: now + 60_000, limit: 10 };

    const first = await Promise.all([one.claim(claim), other.claim(claim)]);
    const early = await other.claim({ ...claim, now: now + 59_000 });
    const [second] = await other.claim({ now: now + 60_000, until: now + 120_000, limit: 10 });
    // The first process was only slow. Its result no longer counts.
    const [slow] = first.flat();
    if (slow === undefined || second === undefined) throw new Error('Nothing was claimed.');
    await one.settle(slow, null);
    const pending = await pendingNotices();
    await other.settle(second, null);

    expect(first.flat().map(({ batch }) => batch.batchId)).toEqual([batchId]);
    expect(early).toEqual([]);
    expect([slow.attempt, second.attempt]).toEqual([1, 2]);
    expect([pending, await pendingNotices()]).toEqual([[batchId], []]);
  });
});
