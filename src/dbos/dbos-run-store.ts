import { DatabaseError, type PoolClient } from 'pg';
import { BatchTables } from '../postgres/batch-tables.js';
import { OpenResources } from '../postgres/connection/open-resources.js';
import type { MigrationMode } from '../postgres/migrate.js';
import { openServiceDatabase } from '../postgres/open-service-database.js';
import { type ClosableRunStore, PostgresRunStore } from '../postgres/postgres-run-store.js';
import { RunNotifier } from '../postgres/run-notifier.js';
import { RunTables } from '../postgres/run-tables.js';
import { transact } from '../postgres/transact.js';
import type { AcceptedAnswer, AnswerReceipt, BatchRecord, MovedDeadline } from '../remote/run-protocol/batch-record.js';
import type { NewRun } from '../remote/run-protocol/run-record.js';
import type { RunStore, StartLimits } from '../server/runs/run-store.js';
import { enqueueActivation } from './engine.js';
import { openEngineClient } from './engine-client.js';
import { retryRun } from './retry-run.js';
import { acceptAndWake, type WakeContext, wakeRun, watchDeadline } from './wake-run.js';

/** Options of {@link dbosRunStore}. */
export interface DbosRunStoreOptions {
  /**
   * The Postgres database that the workers use, too: `postgres://user@host/database`. The tables of DBOS are in its
   * schema `dbos`, those of this package in `countersign`.
   */
  readonly databaseUrl: string;
  /**
   * The address of Postgres itself, if `databaseUrl` leads to a pooler in transaction mode. The connection for
   * notifications uses it. Default: `databaseUrl`.
   */
  readonly directUrl?: string;
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
 * @throws UserError `tables-newer` or `tables-older` if the tables have another version; `direct-url` if notifications
 * would be lost in a pooler; the error of the connection if the database cannot be reached.
 * @example createRunServer({ agents, store: await dbosRunStore({ databaseUrl }), identify, authorize });
 */
export async function dbosRunStore({
  databaseUrl,
  directUrl,
  poolSize = 10,
  migrations,
}: DbosRunStoreOptions): Promise<DbosRunStore> {
  const database = await openServiceDatabase({ databaseUrl, directUrl, poolSize, migrations });
  const { pool, clock } = database;
  const resources = new OpenResources();
  resources.add(database.close);
  return await resources.opening(async () => {
    const { client, close } = await openEngineClient({ databaseUrl, directUrl });
    resources.add(close);
    const runs = new RunTables(pool);
    const notifier = new RunNotifier(database.directUrl, runs);
    await notifier.open();
    resources.add(() => notifier.close());
    return new Store({ pool, clock, client, batches: new BatchTables(pool), runs }, notifier, resources);
  });
}

class Store extends PostgresRunStore {
  readonly #context: WakeContext;

  constructor(context: WakeContext, notifier: RunNotifier, resources: OpenResources) {
    super(context, notifier, resources);
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
    if (record !== undefined) await watchDeadline(this.#context, record);
    return record;
  }

  protected override retry(runId: string, own: PoolClient): Promise<boolean> {
    return retryRun(this.#context, runId, own);
  }

  protected override wakeWithdrawn(batchId: string): Promise<void> {
    return wakeRun(this.#context, batchId);
  }
}

/** Returns `true` for a query that failed because no worker has created the engine's tables yet. */
function hasNoTables(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '42P01';
}
