import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { Pool } from 'pg';
import type { ServedBatch } from '../agent/run-server/batch-record.js';
import type { NewRun } from '../agent/run-server/run-record.js';
import { BatchTables } from '../postgres/batch-tables.js';
import { migrate, oneAtATime } from '../postgres/migrate.js';
import { RunBell } from '../postgres/run-bell.js';
import { RunTables } from '../postgres/run-tables.js';
import { callApp } from '../protocol/base/call-app.js';
import type { ServedAgent } from '../server/runs/run-life.js';
import { engine } from './engine.js';
import { expireBatch, type Waking } from './expire-batch.js';
import { TakeOver } from './take-over.js';
import { type LifeHost, WorkerLife } from './worker-life.js';

/** Options of {@link createRunWorker}. */
export interface RunWorkerOptions {
  /** The agents that runs may name: the same names as where they are started. */
  readonly agents: Readonly<Record<string, ServedAgent>>;
  /** The Postgres of the runs, as for `dbosRunStore`. */
  readonly databaseUrl: string;
  /** Names this worker among all that live, and the same after it was started again: two with one name do each other's work. */
  readonly workerId: string;
  /** What the tools of a run need. Default: nothing. */
  readonly deps?: (run: NewRun) => unknown;
  /** Is told of each question that people are asked: write them a mail with a link (`runLinks`). What it throws goes to `onProblem`. */
  readonly notify?: (batch: ServedBatch) => void | PromiseLike<void>;
  /** How many runs it carries out at once; those that wait for people do not count. Default: 50. */
  readonly concurrency?: number;
  /** Is told what fails beside a run, such as a sweep. Default: nobody is. */
  readonly onProblem?: (error: unknown) => void;
}

/** A process that carries out runs. */
export interface RunWorker {
  /** Goes no further with its runs, which others take up, and gives its connections back. */
  readonly stop: () => Promise<void>;
}

/**
 * Carries out runs that a `dbosRunStore` keeps: any number of processes may, one worker each. A run that waits for people holds nothing here. What a worker was doing when it died
 * another takes up: what is kept is not done again, and a call that had begun is asked about.
 *
 * @throws where the database cannot be reached.
 * @example const worker = await createRunWorker({ agents, databaseUrl, workerId: process.env.HOSTNAME ?? 'worker-1' });
 */
export async function createRunWorker(options: RunWorkerOptions): Promise<RunWorker> {
  const { databaseUrl, workerId, agents, deps, concurrency = 50, onProblem } = options;
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  pool.on('error', () => {});
  await migrate(pool);
  const lives = new Map<string, WorkerLife>();
  let waking: Waking | undefined;
  const ready = (): Waking => waking ?? notReady();
  const runs = new RunTables(pool);
  const host = (): LifeHost => ({
    ...{ waking: ready(), runs, agents, deps },
    notify: (batch) => callApp(options.notify, batch),
  });
  DBOS.registerWorkflow(
    async (runId: string) => {
      const life = new WorkerLife(host(), runId);
      lives.set(runId, life);
      return await life.live().finally(() => {
        if (lives.get(runId) === life) lives.delete(runId);
      });
    },
    { name: engine.runWorkflow },
  );
  DBOS.registerWorkflow(
    async (batchId: string) => {
      await DBOS.runStep(async () => await expireBatch(ready(), batchId, Date.now()), { name: 'expire' });
    },
    { name: engine.expiryWorkflow },
  );
  const { application: name, version: applicationVersion } = engine;
  DBOS.setConfig({ name, systemDatabaseUrl: databaseUrl, executorID: workerId, applicationVersion, logLevel: 'error' });
  const client = await oneAtATime(pool, () =>
    DBOSClient.create({ systemDatabaseUrl: databaseUrl, applicationName: name }),
  );
  waking = { pool, client, batches: new BatchTables(pool) };
  const bell = new RunBell(databaseUrl, runs, (runId) => void stopLife(runs, lives.get(runId), runId).catch(onProblem));
  await bell.open();
  // It makes its tables, too.
  await oneAtATime(pool, () => DBOS.launch());
  await DBOS.registerQueue(engine.queue, { minPollingIntervalMs: 100, workerConcurrency: concurrency });
  const takeOver = await TakeOver.begin({
    waking,
    databaseUrl,
    workerId,
    onProblem: (error) => callApp(onProblem, error),
  });
  return {
    stop: async () => {
      await takeOver.end();
      for (const life of lives.values()) life.leave();
      await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: 1 });
      await bell.close();
      await client.destroy();
      await pool.end();
    },
  };
}

async function stopLife(runs: RunTables, life: WorkerLife | undefined, runId: string): Promise<void> {
  const reason = life && (await runs.stopReason(runId));
  if (reason !== undefined) life?.stop(reason);
}

function notReady(): never {
  throw new Error('The worker has not begun.');
}
