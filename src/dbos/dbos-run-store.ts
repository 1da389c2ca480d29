import { DBOSClient } from '@dbos-inc/dbos-sdk';
import { DatabaseError, type PoolClient } from 'pg';
import type { AnswerReceipt, BatchRecord, MovedDeadline, TakenAnswer } from '../agent/run-server/batch-record.js';
import type { NewRun } from '../agent/run-server/run-record.js';
import { BatchTables } from '../postgres/batch-tables.js';
import { migrate, oneAtATime } from '../postgres/migrate.js';
import { openPool, stillMs } from '../postgres/open-pool.js';
import { type ClosableRunStore, PostgresRunStore } from '../postgres/postgres-run-store.js';
import { RunBell } from '../postgres/run-bell.js';
import { RunTables } from '../postgres/run-tables.js';
import { transact } from '../postgres/transact.js';
import type { RunStore, StartLimits } from '../server/runs/run-store.js';
import { engine, enqueueLife } from './engine.js';
import { takeAndWake, type Waking, wakeRun, watchDeadline } from './waking.js';

/** Options of {@link dbosRunStore}. */
export interface DbosRunStoreOptions {
  /** The Postgres that the workers use, too: `postgres://user@host/database`. The engine's tables lie in its schema `dbos`, ours in `countersign`. */
  readonly databaseUrl: string;
  /** How many connections it takes at most, beside one that listens. Default: 10. */
  readonly poolSize?: number;
}

/** Runs on Postgres, which workers carry out: for `createRunServer`. */
export type DbosRunStore = ClosableRunStore;

/**
 * Keeps runs on Postgres, and has them carried out by workers (`createRunWorker`) through DBOS. It runs nothing itself: any number of processes may have one.
 *
 * @throws where the database cannot be reached, or its tables cannot be made.
 * @example createRunServer({ agents, store: await dbosRunStore({ databaseUrl }), identify, authorize });
 */
export async function dbosRunStore({ databaseUrl, poolSize = 10 }: DbosRunStoreOptions): Promise<DbosRunStore> {
  const pool = openPool(databaseUrl, poolSize);
  await migrate(pool);
  const client = await oneAtATime(pool, () =>
    DBOSClient.create({
      systemDatabaseUrl: databaseUrl,
      applicationName: engine.application,
      systemDatabaseIdleTransactionTimeoutMs: stillMs,
    }),
  );
  const runs = new RunTables(pool);
  const bell = new RunBell(databaseUrl, runs);
  await bell.open();
  return new Store({ pool, client, batches: new BatchTables(pool), runs }, bell);
}

class Store extends PostgresRunStore {
  readonly #waking: Waking;

  constructor(waking: Waking, bell: RunBell) {
    super(waking, bell);
    this.#waking = waking;
  }

  override async start(run: NewRun, limits: StartLimits = {}): ReturnType<RunStore['start']> {
    const { pool, client, runs } = this.#waking;
    if (limits.executor === 'caller') return await super.start(run, limits);
    const begin = async (own: PoolClient): ReturnType<RunStore['start']> => {
      const added = await runs.addWithin(limits, run, own);
      if (added === 'started') await enqueueLife(client, own, { runId: run.runId, wakes: 0 });
      return added;
    };
    return await transact(pool, begin).catch(async (error: unknown) => {
      if (!isWithoutTables(error)) throw error;
      // No worker has ever lived: the first one finds it.
      return await super.start(run, limits);
    });
  }

  override async answer(batchId: string, answers: readonly TakenAnswer[]): Promise<readonly AnswerReceipt[]> {
    const taking = await takeAndWake(this.#waking, batchId, answers);
    return taking?.receipts ?? answers.map(({ toolCallId }) => ({ type: 'withdrawn', toolCallId }));
  }

  override async extend(batchId: string, moved: MovedDeadline): Promise<BatchRecord | undefined> {
    const record = await super.extend(batchId, moved);
    if (record !== undefined) await watchDeadline(this.#waking, record, Date.now());
    return record;
  }

  protected override wakeWithdrawn(batchId: string): Promise<void> {
    return wakeRun(this.#waking, batchId);
  }

  override async close(): Promise<void> {
    await this.#waking.client.destroy();
    await super.close();
  }
}

/** The engine makes its tables where a worker starts. */
function isWithoutTables(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '42P01';
}
