import { DBOSClient } from '@dbos-inc/dbos-sdk';
import { DatabaseError, type PoolClient } from 'pg';
import { BatchTables } from '../postgres/batch-tables.js';
import { idleTransactionMs } from '../postgres/connection/open-pool.js';
import { type MigrationMode, oneAtATime, openPreparedPool } from '../postgres/migrate.js';
import { type ClosableRunStore, PostgresRunStore } from '../postgres/postgres-run-store.js';
import { RunNotifier } from '../postgres/run-notifier.js';
import { RunTables } from '../postgres/run-tables.js';
import { transact } from '../postgres/transact.js';
import type { AcceptedAnswer, AnswerReceipt, BatchRecord, MovedDeadline } from '../remote/run-protocol/batch-record.js';
import type { NewRun } from '../remote/run-protocol/run-record.js';
import type { RunStore, StartLimits } from '../server/runs/run-store.js';
import { engine, enqueueActivation } from './engine.js';
import { acceptAndWake, type WakeContext, wakeRun, watchDeadline } from './wake-run.js';

/** Options of {@link dbosRunStore}. */
export interface DbosRunStoreOptions {
  /**
   * The Postgres database that the workers use, too: `postgres://user@host/database`. The tables of DBOS are in its
   * schema `dbos`, those of this package in `countersign`.
   */
  readonly databaseUrl: string;
  /** The maximum number of connections, besides one for notifications. Default: 10. */
  readonly poolSize?: number;
  /**
   * `check`: the tables are not migrated at the start, so that the role of this process needs no right to create
   * tables. Migrate them with `npx countersign migrate`. Default: `auto`.
   */
  readonly migrations?: MigrationMode;
}

/** A run store on Postgres whose runs are executed by workers, for `createRunServer`. */
export type DbosRunStore = ClosableRunStore;

/**
 * Stores runs on Postgres, and enqueues them in DBOS for workers (`createRunWorker`). The store itself executes
 * nothing. Any number of processes may use one database.
 *
 * @throws UserError `tables-newer` or `tables-older` if the tables have another version; the error of the connection if
 * the database cannot be reached.
 * @example createRunServer({ agents, store: await dbosRunStore({ databaseUrl }), identify, authorize });
 */
export async function dbosRunStore({
  databaseUrl,
  poolSize = 10,
  migrations,
}: DbosRunStoreOptions): Promise<DbosRunStore> {
  const pool = await openPreparedPool(databaseUrl, poolSize, migrations);
  const client = await oneAtATime(pool, () =>
    DBOSClient.create({
      systemDatabaseUrl: databaseUrl,
      applicationName: engine.application,
      systemDatabaseIdleTransactionTimeoutMs: idleTransactionMs,
    }),
  );
  const runs = new RunTables(pool);
  const notifier = new RunNotifier(databaseUrl, runs);
  await notifier.open();
  return new Store({ pool, client, batches: new BatchTables(pool), runs }, notifier);
}

class Store extends PostgresRunStore {
  readonly #context: WakeContext;

  constructor(context: WakeContext, notifier: RunNotifier) {
    super(context, notifier);
    this.#context = context;
  }

  protected override async addRun(run: NewRun, limits: StartLimits): ReturnType<RunStore['start']> {
    const { pool, client, runs } = this.#context;
    if (limits.executor === 'caller') return await super.addRun(run, limits);
    const addAndEnqueue = async (own: PoolClient): ReturnType<RunStore['start']> => {
      const added = await runs.addWithin(limits, run, own);
      if (added === 'started') await enqueueActivation(client, own, { runId: run.runId, wakes: 0 });
      return added;
    };
    return await transact(pool, addAndEnqueue).catch(async (error: unknown) => {
      if (!hasNoTables(error)) throw error;
      // The first worker creates the tables of the engine. Its sweep finds runs that were added before and enqueues
      // them.
      return await super.addRun(run, limits);
    });
  }

  override async answer(batchId: string, answers: readonly AcceptedAnswer[]): Promise<readonly AnswerReceipt[]> {
    const accepted = await acceptAndWake(this.#context, batchId, answers);
    return accepted?.receipts ?? answers.map(({ toolCallId }) => ({ type: 'withdrawn', toolCallId }));
  }

  override async extend(batchId: string, moved: MovedDeadline): Promise<BatchRecord | undefined> {
    const record = await super.extend(batchId, moved);
    if (record !== undefined) await watchDeadline(this.#context, record, Date.now());
    return record;
  }

  protected override wakeWithdrawn(batchId: string): Promise<void> {
    return wakeRun(this.#context, batchId);
  }

  override async close(): Promise<void> {
    await this.#context.client.destroy();
    await super.close();
  }
}

/** Returns `true` for a query that failed because no worker has created the engine's tables yet. */
function hasNoTables(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '42P01';
}
