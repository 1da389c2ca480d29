import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import type { ServedBatch } from '../agent/run-server/batch-record.js';
import type { NewRun } from '../agent/run-server/run-record.js';
import { BatchTables } from '../postgres/batch-tables.js';
import { Bell } from '../postgres/bell.js';
import { GroupWriter } from '../postgres/group-writer.js';
import { migrate, oneAtATime } from '../postgres/migrate.js';
import { openPool, stillMs } from '../postgres/open-pool.js';
import type { BellNews } from '../postgres/run-bell.js';
import { type NextLife, RunTables } from '../postgres/run-tables.js';
import { callApp } from '../protocol/base/call-app.js';
import type { ServedAgent } from '../server/runs/run-life.js';
import { engine } from './engine.js';
import { sweep } from './sweep.js';
import { TakeOver } from './take-over.js';
import { expireBatch, type Waking } from './waking.js';
import { type LifeHost, WorkerLife, type WorkflowEnd } from './worker-life.js';

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

/** How many connections a worker takes at most for itself, beside those of the engine. */
const poolSize = 10;

/**
 * Carries out runs that a `dbosRunStore` keeps: any number of processes may, one worker each. A run that waits for people holds nothing here. What a worker was doing when it died
 * another takes up: what is kept is not done again, and a call that had begun is asked about.
 *
 * @throws where the database cannot be reached.
 * @example const worker = await createRunWorker({ agents, databaseUrl, workerId: process.env.HOSTNAME ?? 'worker-1' });
 */
export async function createRunWorker(options: RunWorkerOptions): Promise<RunWorker> {
  const { databaseUrl, workerId, concurrency = 50 } = options;
  const onProblem = (error: unknown): void => callApp(options.onProblem, error);
  const pool = openPool(databaseUrl, poolSize);
  await migrate(pool);
  const { application: name, version: applicationVersion } = engine;
  const system = { systemDatabaseUrl: databaseUrl, systemDatabaseIdleTransactionTimeoutMs: stillMs };
  const client = await oneAtATime(pool, () => DBOSClient.create({ ...system, applicationName: name }));
  const runs = new RunTables(pool);
  const waking: Waking = { pool, client, batches: new BatchTables(pool), runs };
  const lives: Lives = new Map();
  registerWorkflows(lives, toLifeHost(options, { waking, writer: new GroupWriter(pool), onProblem }));
  DBOS.setConfig({ name, ...system, executorID: workerId, applicationVersion, logLevel: 'error' });
  const hear = (payload: string): void => {
    const news: readonly BellNews[] = JSON.parse(payload);
    void stopLives(
      runs,
      lives,
      news.map(({ runId }) => runId),
    ).catch(onProblem);
  };
  const bell = new Bell(databaseUrl, { channel: 'countersign_stop', hear });
  await bell.open();
  const look = async (): Promise<void> => {
    await stopLives(runs, lives, [...lives.keys()]); // the bell may have rung while the database was away
    await sweep(waking, Date.now());
  };
  // Before it takes anything up: what it holds nobody else takes.
  const takeOver = await TakeOver.begin({ waking, databaseUrl, workerId, sweep: look, onProblem });
  // It makes its tables, too.
  await oneAtATime(pool, () => DBOS.launch());
  await DBOS.registerQueue(engine.queue, { minPollingIntervalMs: 100, workerConcurrency: concurrency });
  takeOver.watch();
  return {
    stop: async () => {
      for (const life of lives.values()) life.leave();
      await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: 1 });
      await takeOver.end();
      await bell.close();
      await client.destroy();
      await pool.end();
    },
  };
}

type Lives = Map<string, WorkerLife>;

function toLifeHost(
  { agents, deps, notify }: RunWorkerOptions,
  { waking, writer, onProblem }: Pick<LifeHost, 'waking' | 'writer'> & { readonly onProblem: (error: unknown) => void },
): LifeHost {
  const tell = async (batch: ServedBatch): Promise<void> => await notify?.(batch);
  return { waking, writer, agents, deps, notify: (batch) => void tell(batch).catch(onProblem) };
}

function registerWorkflows(lives: Lives, host: LifeHost): void {
  DBOS.registerWorkflow(
    async (next: NextLife): Promise<WorkflowEnd> => {
      const { runId } = next;
      const life = new WorkerLife(host, next);
      lives.set(runId, life);
      return await life.live().finally(() => {
        if (lives.get(runId) === life) lives.delete(runId);
      });
    },
    { name: engine.runWorkflow },
  );
  DBOS.registerWorkflow(
    async (batchId: string) => {
      await DBOS.runStep(async () => await expireBatch(host.waking, batchId, Date.now()), { name: 'expire' });
    },
    { name: engine.expiryWorkflow },
  );
}

async function stopLives(runs: RunTables, lives: Lives, runIds: readonly string[]): Promise<void> {
  const here = runIds.filter((runId) => lives.has(runId));
  if (here.length === 0) return;
  for (const [runId, reason] of await runs.stopReasons(here)) lives.get(runId)?.stop(reason);
}
