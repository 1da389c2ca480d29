import type { Pool } from 'pg';
import type { AnswerReceipt, BatchRecord, MovedDeadline, TakenAnswer } from '../agent/run-server/batch-record.js';
import type { ListedRun, NewRun, ServedEvent } from '../agent/run-server/run-record.js';
import type { WaitingBatch, WaitingQuery } from '../server/lists/waiting-list.js';
import type { Activation, RunQuery, RunStore, StartLimits } from '../server/runs/run-store.js';
import type { HeardNews } from '../server/streams/news-hub.js';
import { BatchTables } from './batch-tables.js';
import { GroupWriter } from './group-writer.js';
import { LifeWriter } from './life-writer.js';
import { migrate } from './migrate.js';
import { openPool } from './open-pool.js';
import { RunBell, ring } from './run-bell.js';
import { runJournal } from './run-journal.js';
import { RunTables } from './run-tables.js';
import { transact } from './transact.js';

/** Options of {@link postgresRunStore}. */
export interface PostgresRunStoreOptions {
  /** `postgres://user@host/database`. The tables are in its schema `countersign`. */
  readonly databaseUrl: string;
  /** How many connections it takes at most, beside one that listens. Default: 10. */
  readonly poolSize?: number;
}

/** Runs on Postgres that whoever starts them executes: chats of `handleChat`. */
export interface ClosableRunStore extends RunStore {
  /** Returns the connections. Runs continue. */
  readonly close: () => Promise<void>;
}

/**
 * Stores runs on Postgres for `handleChat`, which executes them in the process of the request. Any number of processes may use one database.
 *
 * @throws where the database cannot be reached, or its tables cannot be made.
 * @example handleChat(request, { agent, authorize, store: await postgresRunStore({ databaseUrl }) });
 */
export async function postgresRunStore({
  databaseUrl,
  poolSize = 10,
}: PostgresRunStoreOptions): Promise<ClosableRunStore> {
  const pool = openPool(databaseUrl, poolSize);
  await migrate(pool);
  const runs = new RunTables(pool);
  const bell = new RunBell(databaseUrl, runs);
  await bell.open();
  return new PostgresRunStore({ pool, runs, batches: new BatchTables(pool) }, bell);
}

/** Where runs and their batches are stored. */
export interface RunDatabase {
  readonly pool: Pool;
  readonly runs: RunTables;
  readonly batches: BatchTables;
}

/** A run store on Postgres. It executes nothing. */
export class PostgresRunStore implements ClosableRunStore {
  readonly #database: RunDatabase;
  readonly #bell: RunBell;
  readonly #writer: GroupWriter;

  constructor(database: RunDatabase, bell: RunBell) {
    this.#database = database;
    this.#bell = bell;
    this.#writer = new GroupWriter(database.pool);
  }

  async start(run: NewRun, limits: StartLimits = {}): ReturnType<RunStore['start']> {
    return await transact(this.#database.pool, (own) => this.#database.runs.addWithin(limits, run, own));
  }

  find(runId: string): Promise<ListedRun | undefined> {
    return this.#database.runs.find(runId);
  }

  read(runId: string): Promise<NewRun | undefined> {
    return this.#database.runs.read(runId);
  }

  async activate(runId: string): Promise<Activation | undefined> {
    const { runs, batches } = this.#database;
    const next = await runs.nextLife(runId);
    const begun = next && (await runs.beginLife(next));
    if (begun === undefined) return undefined;
    const { run, epoch, stopReason, kept } = begun;
    const stale = new AbortController();
    const life = { runId, epoch, isLeft: () => stale.signal.aborted, onStale: () => stale.abort() };
    const writer = new LifeWriter(this.#writer, life, kept.events);
    const isStale = new Promise<'stale'>((resolve) => {
      stale.signal.addEventListener('abort', () => resolve('stale'));
    });
    return {
      ...{ run, stopReason, stale: stale.signal, journal: runJournal(writer, kept, Date.now) },
      tell: (event) => writer.tell(event),
      findBatch: (batchId) => batches.find(batchId),
      ask: async (batch) => {
        await writer.ask(batch);
        return { batch, answers: [], state: 'open' };
      },
      takeBack: (batchId, toolCallIds) => batches.takeBack(batchId, toolCallIds),
      end: (state) => Promise.race([writer.end(state).then(() => 'stored' as const), isStale]),
    };
  }

  list(query: RunQuery): Promise<readonly ListedRun[]> {
    return this.#database.runs.list(query);
  }

  findBatch(batchId: string): Promise<BatchRecord | undefined> {
    return this.#database.batches.find(batchId);
  }

  openBatches({ runId }: Parameters<RunStore['openBatches']>[0]): Promise<readonly BatchRecord[]> {
    return this.#database.batches.open(runId);
  }

  waiting(query: WaitingQuery): Promise<readonly WaitingBatch[]> {
    return this.#database.batches.waiting(query);
  }

  async answer(batchId: string, answers: readonly TakenAnswer[]): Promise<readonly AnswerReceipt[]> {
    const taking = await this.#database.batches.take(batchId, answers, async ({ record, added }, own) => {
      if (added.length > 0) await ring(own, { type: 'batch', runId: record.batch.runId, batchId });
    });
    return taking?.receipts ?? answers.map(({ toolCallId }) => ({ type: 'withdrawn', toolCallId }));
  }

  async extend(batchId: string, moved: MovedDeadline): Promise<BatchRecord | undefined> {
    const record = await this.#database.batches.extend(batchId, moved);
    if (record !== undefined) await ring(this.#database.pool, { type: 'batch', runId: record.batch.runId, batchId });
    return record;
  }

  async stop(runId: string, reason: string): Promise<void> {
    const { pool, runs, batches } = this.#database;
    const state = (await runs.find(runId))?.state;
    if (state === undefined || state.type === 'ended' || state.type === 'stuck') return;
    await runs.askToStop(runId, reason);
    for (const batchId of await batches.withdraw(runId)) {
      await ring(pool, { type: 'batch', runId, batchId });
      await this.wakeWithdrawn(batchId);
    }
    await ring(pool, { type: 'stop', runId });
  }

  /** Wakes a run whose question was withdrawn. Whoever executes a run of this store does so itself. */
  protected async wakeWithdrawn(_batchId: string): Promise<void> {}

  async delete(runId: string): Promise<void> {
    await this.#database.runs.delete(runId);
    await ring(this.#database.pool, { type: 'over', runId });
  }

  readLog(runId: string, after: number | undefined, limit: number): Promise<readonly ServedEvent[]> {
    return this.#database.runs.readLog(runId, after, limit);
  }

  listen(runId: string, signal: AbortSignal): AsyncIterable<HeardNews> {
    return this.#bell.listen(runId, signal);
  }

  spend(token: string, expiresAt: number): Promise<boolean> {
    return this.#database.runs.spend(token, expiresAt);
  }

  async close(): Promise<void> {
    await this.#bell.close();
    await this.#database.pool.end();
  }
}
