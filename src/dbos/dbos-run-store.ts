import { DBOSClient } from '@dbos-inc/dbos-sdk';
import { DatabaseError, type PoolClient } from 'pg';
import type { AnswerReceipt, BatchRecord, MovedDeadline, TakenAnswer } from '../agent/run-server/batch-record.js';
import type { ListedRun, NewRun, ServedEvent } from '../agent/run-server/run-record.js';
import { BatchTables } from '../postgres/batch-tables.js';
import { migrate, oneAtATime } from '../postgres/migrate.js';
import { openPool, stillMs } from '../postgres/open-pool.js';
import { RunBell, ring } from '../postgres/run-bell.js';
import { RunTables } from '../postgres/run-tables.js';
import { transact } from '../postgres/transact.js';
import type { WaitingBatch, WaitingQuery } from '../server/lists/waiting-list.js';
import type { RunQuery, RunStore, StartLimits } from '../server/runs/run-store.js';
import type { HeardNews } from '../server/streams/news-hub.js';
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
export interface DbosRunStore extends RunStore {
  /** Gives the connections back. Runs go on. */
  readonly close: () => Promise<void>;
}

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

class Store implements DbosRunStore {
  readonly #waking: Waking;
  readonly #bell: RunBell;

  constructor(waking: Waking, bell: RunBell) {
    this.#waking = waking;
    this.#bell = bell;
  }

  async start(run: NewRun, limits: StartLimits = {}): ReturnType<RunStore['start']> {
    const { pool, client, runs } = this.#waking;
    const begin = async (own: PoolClient): ReturnType<RunStore['start']> => {
      const added = await runs.addWithin(limits, run, own);
      if (added === 'started') await enqueueLife(client, own, { runId: run.runId, wakes: 0 });
      return added;
    };
    return await transact(pool, begin).catch(async (error: unknown) => {
      if (!isWithoutTables(error)) throw error;
      // No worker has ever lived: the first one finds it.
      return await transact(pool, (own) => runs.addWithin(limits, run, own));
    });
  }

  find(runId: string): Promise<ListedRun | undefined> {
    return this.#waking.runs.find(runId);
  }

  list(query: RunQuery): Promise<readonly ListedRun[]> {
    return this.#waking.runs.list(query);
  }

  findBatch(batchId: string): Promise<BatchRecord | undefined> {
    return this.#waking.batches.find(batchId);
  }

  openBatches({ runId }: Parameters<RunStore['openBatches']>[0]): Promise<readonly BatchRecord[]> {
    return this.#waking.batches.open(runId);
  }

  waiting(query: WaitingQuery): Promise<readonly WaitingBatch[]> {
    return this.#waking.batches.waiting(query);
  }

  async answer(batchId: string, answers: readonly TakenAnswer[]): Promise<readonly AnswerReceipt[]> {
    const taking = await takeAndWake(this.#waking, batchId, answers);
    return taking?.receipts ?? answers.map(({ toolCallId }) => ({ type: 'withdrawn', toolCallId }));
  }

  async extend(batchId: string, moved: MovedDeadline): Promise<BatchRecord | undefined> {
    const record = await this.#waking.batches.extend(batchId, moved);
    if (record === undefined) return undefined;
    await watchDeadline(this.#waking, record, Date.now());
    await ring(this.#waking.pool, { type: 'batch', runId: record.batch.runId, batchId });
    return record;
  }

  async stop(runId: string, reason: string): Promise<void> {
    const state = (await this.#waking.runs.find(runId))?.state;
    if (state === undefined || state.type === 'ended' || state.type === 'stuck') return;
    await this.#waking.runs.askToStop(runId, reason);
    for (const batchId of await this.#waking.batches.withdraw(runId)) {
      await ring(this.#waking.pool, { type: 'batch', runId, batchId });
      await wakeRun(this.#waking, batchId);
    }
    await ring(this.#waking.pool, { type: 'stop', runId });
  }

  readLog(runId: string, after: number | undefined, limit: number): Promise<readonly ServedEvent[]> {
    return this.#waking.runs.readLog(runId, after, limit);
  }

  listen(runId: string, signal: AbortSignal): AsyncIterable<HeardNews> {
    return this.#bell.listen(runId, signal);
  }

  spend(token: string, expiresAt: number): Promise<boolean> {
    return this.#waking.runs.spend(token, expiresAt);
  }

  readonly close = async (): Promise<void> => {
    await this.#bell.close();
    await this.#waking.client.destroy();
    await this.#waking.pool.end();
  };
}

/** The engine makes its tables where a worker starts. */
function isWithoutTables(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '42P01';
}
