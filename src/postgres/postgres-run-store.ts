import type { Pool, PoolClient } from 'pg';
import { CountersignError } from '../protocol/base/errors.js';
import type { AcceptedAnswer, AnswerReceipt, BatchRecord, MovedDeadline } from '../remote/run-protocol/batch-record.js';
import type { ListedRun, NewRun, ServedEvent } from '../remote/run-protocol/run-record.js';
import type { DecidedBatch, DecidedQuery } from '../server/lists/decided-list.js';
import type { WaitingBatch, WaitingQuery } from '../server/lists/waiting-list.js';
import type { Activation, RunOperation, RunQuery, RunStore, StartLimits } from '../server/runs/run-store.js';
import type { NewsOrGap } from '../server/streams/news-hub.js';
import { ActivationWriter } from './activation-writer.js';
import { BatchTables } from './batch-tables.js';
import type { DatabaseClock } from './connection/database-clock.js';
import { OpenResources } from './connection/open-resources.js';
import { isUnavailable } from './connection/retry-while-unavailable.js';
import type { MigrationMode } from './migrate.js';
import { openServiceDatabase } from './open-service-database.js';
import { OperationTables } from './operations/operation-tables.js';
import { runJournal } from './run-journal.js';
import { RunNotifier, sendNotification } from './run-notifier.js';
import { RunTables } from './run-tables.js';
import { StartQueue } from './start-queue.js';
import { transact } from './transact.js';
import { WriteCoalescer } from './write-coalescer.js';

/** Options of {@link postgresRunStore}. */
export interface PostgresRunStoreOptions {
  /** `postgres://user@host/database`. The tables are in its schema `countersign`. */
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

/** A run store on Postgres that can be closed. The process that starts a run executes it, as `handleChat` does. */
export interface ClosableRunStore extends RunStore {
  /** Closes the connections. Runs continue in the processes that execute them. */
  readonly close: () => Promise<void>;
}

/**
 * Stores runs on Postgres for `handleChat`, which executes them in the process of the request. Any number of processes
 * may use one database.
 *
 * @throws UserError `tables-newer` or `tables-older` if the tables have another version; `direct-url` if notifications
 * would be lost in a pooler; the error of the connection if the database cannot be reached.
 * @example handleChat(request, { agent, authorize, store: await postgresRunStore({ databaseUrl }) });
 */
export async function postgresRunStore({
  databaseUrl,
  directUrl,
  poolSize = 10,
  migrations,
}: PostgresRunStoreOptions): Promise<ClosableRunStore> {
  const database = await openServiceDatabase({ databaseUrl, directUrl, poolSize, migrations });
  const { pool, clock } = database;
  const resources = new OpenResources();
  resources.add(database.close);
  return await resources.opening(async () => {
    const runs = new RunTables(pool);
    const notifier = new RunNotifier(database.directUrl, runs);
    await notifier.open();
    resources.add(() => notifier.close());
    return new PostgresRunStore({ pool, clock, runs, batches: new BatchTables(pool) }, notifier, resources);
  });
}

/** The tables of runs and batches. */
export interface RunDatabase {
  readonly pool: Pool;
  readonly clock: DatabaseClock;
  readonly runs: RunTables;
  readonly batches: BatchTables;
}

/** The run store on Postgres. It stores runs and does not execute them. */
export class PostgresRunStore implements ClosableRunStore {
  readonly #database: RunDatabase;
  readonly #notifier: RunNotifier;
  readonly #operations: OperationTables;
  readonly #writer: WriteCoalescer;
  readonly #starts: StartQueue;
  readonly #resources: OpenResources;

  /** @param resources are closed together with the store. */
  constructor(database: RunDatabase, notifier: RunNotifier, resources: OpenResources) {
    this.#database = database;
    this.#resources = resources;
    this.#notifier = notifier;
    this.#operations = new OperationTables(database.pool);
    this.#writer = new WriteCoalescer(database.pool);
    // Other requests need connections, too.
    this.#starts = new StartQueue(Math.max(1, Math.floor(database.pool.options.max * 0.75)));
  }

  readonly now = (): number => this.#database.clock.now();

  start(run: NewRun, limits: StartLimits = {}): ReturnType<RunStore['start']> {
    return this.#starts.enqueue(() => this.addRun(run, limits));
  }

  protected async addRun(run: NewRun, limits: StartLimits): ReturnType<RunStore['start']> {
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
    const next = await runs.nextActivation(runId);
    const started = next && (await runs.beginActivation(next));
    if (started === undefined) return undefined;
    const { run, epoch, stopReason, progress } = started;
    const stale = new AbortController();
    const activation = { runId, epoch, isSuspended: () => stale.signal.aborted, onStale: () => stale.abort() };
    const writer = new ActivationWriter(this.#writer, activation, progress.events);
    const isStale = new Promise<'stale'>((resolve) => {
      stale.signal.addEventListener('abort', () => resolve('stale'));
    });
    return {
      ...{ run, stopReason, stale: stale.signal, journal: runJournal(writer, progress, this.now) },
      tell: (event) => writer.emit(event),
      findBatch: (batchId) => batches.find(batchId),
      ask: async (batch) => {
        await writer.storeBatch(batch);
        return { batch, answers: [], state: 'open' };
      },
      retract: (...retracted) => batches.retractAnswers(...retracted),
      end: (state) => Promise.race([writer.storeState(state).then(() => 'stored' as const), isStale]),
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

  decided(query: DecidedQuery): Promise<readonly DecidedBatch[]> {
    return this.#database.batches.decided(query);
  }

  async answer(batchId: string, answers: readonly AcceptedAnswer[]): Promise<readonly AnswerReceipt[]> {
    const accepted = await this.#database.batches.acceptAnswers(batchId, answers, async ({ record, added }, own) => {
      if (added.length > 0) await sendNotification(own, { type: 'batch', runId: record.batch.runId, batchId });
    });
    return accepted?.receipts ?? answers.map(({ toolCallId }) => ({ type: 'withdrawn', toolCallId }));
  }

  async extend(batchId: string, moved: MovedDeadline): Promise<BatchRecord | undefined> {
    const record = await this.#database.batches.extend(batchId, moved);
    if (record !== undefined)
      await sendNotification(this.#database.pool, { type: 'batch', runId: record.batch.runId, batchId });
    return record;
  }

  async stop(runId: string, reason: string): Promise<void> {
    // The stored stop is final. If this process dies after it, the sweep of a worker does the rest.
    if (await this.#database.runs.requestStop(runId, reason)) await this.#finishStop(runId);
  }

  async #finishStop(runId: string): Promise<void> {
    const { pool, batches } = this.#database;
    for (const batchId of await batches.withdraw(runId)) {
      await sendNotification(pool, { type: 'batch', runId, batchId });
      await this.wakeWithdrawn(batchId);
    }
    await sendNotification(pool, { type: 'stop', runId });
  }

  async operate(operation: RunOperation): ReturnType<RunStore['operate']> {
    const { runs } = this.#database;
    const { runId, action } = operation;
    switch (action.type) {
      case 'retry':
        return await this.#operations.record(operation, (own) => this.retry(runId, own));
      case 'notify':
        return await this.#operations.record(operation, (own) =>
          this.#operations.notifyAgain(operation, action.batchId, own),
        );
      case 'cancel': {
        let isStuck = false;
        const result = await this.#operations.record(operation, async (own) => {
          if (await runs.requestStop(runId, action.reason, own)) return true;
          isStuck = await this.#operations.endStuck(operation, own);
          return isStuck;
        });
        if (result === 'done') await this.#finishStop(runId);
        if (isStuck) await sendNotification(this.#database.pool, { type: 'over', runId });
        return result;
      }
      default:
        return action satisfies never;
    }
  }

  operations(runId: string): Promise<readonly RunOperation[]> {
    return this.#operations.ofRun(runId);
  }

  /**
   * Continues a run that no process executes, in the given transaction. It does nothing here, because a run whose
   * caller executes it continues with the next request.
   *
   * @returns `true` if the run continues because of this call.
   */
  protected async retry(_runId: string, _own: PoolClient): Promise<boolean> {
    return false;
  }

  /** Wakes the run of a withdrawn batch. It does nothing here, because the caller that executes the run resumes it. */
  protected async wakeWithdrawn(_batchId: string): Promise<void> {}

  async delete(runId: string): Promise<void> {
    await this.#database.runs.delete(runId);
    await sendNotification(this.#database.pool, { type: 'over', runId });
  }

  readLog(runId: string, after: number | undefined, limit: number): Promise<readonly ServedEvent[]> {
    return this.#database.runs.readLog(runId, after, limit);
  }

  listen(runId: string, signal: AbortSignal): AsyncIterable<NewsOrGap> {
    return this.#notifier.listen(runId, signal);
  }

  spend(token: string, expiresAt: number): Promise<boolean> {
    return this.#database.runs.consumeToken(token, expiresAt);
  }

  isSpent(token: string): Promise<boolean> {
    return this.#database.runs.isTokenConsumed(token);
  }

  async ping(): Promise<void> {
    await this.#database.pool.query('select from countersign.runs limit 0');
  }

  isUnavailable(error: unknown): boolean {
    const hasWaited = CountersignError.isInstance(error) && error.code === 'starts-waiting';
    return hasWaited || isTimeout(error) || isUnavailable(error);
  }

  async close(): Promise<void> {
    await this.#resources.closeAll();
  }
}

/** Returns `true` for a query that took longer than a time limit of the client or of Postgres. */
function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '57014') || /^(?:query read timeout|timeout expired)/i.test(error.message);
}
