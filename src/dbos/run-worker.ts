import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { BatchTables } from '../postgres/batch-tables.js';
import { migrate, oneAtATime } from '../postgres/migrate.js';
import { NotificationListener } from '../postgres/notification-listener.js';
import { idleTransactionMs, openPool } from '../postgres/open-pool.js';
import type { RunNotification } from '../postgres/run-notifier.js';
import { type NextActivation, RunTables } from '../postgres/run-tables.js';
import { WriteCoalescer } from '../postgres/write-coalescer.js';
import { invokeCallback } from '../protocol/base/invoke-callback.js';
import type { ServedBatch } from '../remote/run-protocol/batch-record.js';
import type { NewRun } from '../remote/run-protocol/run-record.js';
import type { ServedAgent } from '../server/runs/run-activation.js';
import { engine } from './engine.js';
import { sweep } from './sweep.js';
import { expireBatch, type WakeContext } from './wake-run.js';
import { type ActivationHost, WorkerActivation, type WorkflowEnd } from './worker-activation.js';
import { WorkerRecovery } from './worker-recovery.js';

/** Options of {@link createRunWorker}. */
export interface RunWorkerOptions {
  /** The agents that runs may name, by the same names as on the run server. */
  readonly agents: Readonly<Record<string, ServedAgent>>;
  /** The Postgres database of the runs, the same as for `dbosRunStore`. */
  readonly databaseUrl: string;
  /**
   * The id of this worker. It has to be unique among live workers, since two with one id would resume each other's
   * runs, and the same after a restart.
   */
  readonly workerId: string;
  /** Returns the dependencies of a run's tools. Default: none. */
  readonly deps?: (run: NewRun) => unknown;
  /** Called for each new batch, for example to send a mail with a link (`runLinks`). Its errors go to `onProblem`. */
  readonly notify?: (batch: ServedBatch) => void | PromiseLike<void>;
  /** The maximum number of runs that execute at once. Runs that wait for answers do not count. Default: 50. */
  readonly concurrency?: number;
  /** Called with errors outside of runs, such as that of a sweep. Default: they are ignored. */
  readonly onProblem?: (error: unknown) => void;
}

/** A process that executes runs. */
export interface RunWorker {
  /** Suspends the runs of this worker, which other workers resume, and closes the connections. */
  readonly stop: () => Promise<void>;
}

/** The maximum number of connections of a worker, besides those of the engine. */
const poolSize = 10;

/**
 * Executes the runs of a `dbosRunStore`. Any number of processes may do so, with one worker each. A run that waits for
 * answers uses no resources of a worker. When a worker dies, another one resumes its runs: persisted steps are not
 * repeated, and for a call that was interrupted people are asked whether it took effect.
 *
 * @throws when the database cannot be reached.
 * @example const worker = await createRunWorker({ agents, databaseUrl, workerId: process.env.HOSTNAME ?? 'worker-1' });
 */
export async function createRunWorker(options: RunWorkerOptions): Promise<RunWorker> {
  const { databaseUrl, workerId, concurrency = 50 } = options;
  const onProblem = (error: unknown): void => invokeCallback(options.onProblem, error);
  const pool = openPool(databaseUrl, poolSize);
  await migrate(pool);
  const { application: name, version: applicationVersion } = engine;
  const system = { systemDatabaseUrl: databaseUrl, systemDatabaseIdleTransactionTimeoutMs: idleTransactionMs };
  const client = await oneAtATime(pool, () => DBOSClient.create({ ...system, applicationName: name }));
  const runs = new RunTables(pool);
  const context: WakeContext = { pool, client, batches: new BatchTables(pool), runs };
  const active: ActiveRuns = new Map();
  registerWorkflows(active, toActivationHost(options, { context, writer: new WriteCoalescer(pool), onProblem }));
  DBOS.setConfig({ name, ...system, executorID: workerId, applicationVersion, logLevel: 'error' });
  const onNotification = (payload: string): void => {
    const news: readonly RunNotification[] = JSON.parse(payload);
    void stopActivations(
      runs,
      active,
      news.map(({ runId }) => runId),
    ).catch(onProblem);
  };
  const stops = new NotificationListener(databaseUrl, { channel: 'countersign_stop', onNotification });
  await stops.open();
  const sweepAll = async (): Promise<void> => {
    await stopActivations(runs, active, [...active.keys()]); // notifications are lost while the database is unavailable
    await sweep(context, Date.now());
  };
  // The lock has to be held before the first run starts: other workers resume the runs of a worker without a lock.
  const recovery = await WorkerRecovery.start({ context, databaseUrl, workerId, sweep: sweepAll, onProblem });
  // This also creates the tables of the engine.
  await oneAtATime(pool, () => DBOS.launch());
  await DBOS.registerQueue(engine.queue, { minPollingIntervalMs: 100, workerConcurrency: concurrency });
  recovery.watchOthers();
  return {
    stop: async () => {
      for (const activation of active.values()) activation.suspend();
      await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: 1 });
      await recovery.stop();
      await stops.close();
      await client.destroy();
      await pool.end();
    },
  };
}

type ActiveRuns = Map<string, WorkerActivation>;

function toActivationHost(
  { agents, deps, notify }: RunWorkerOptions,
  {
    context,
    writer,
    onProblem,
  }: Pick<ActivationHost, 'context' | 'writer'> & { readonly onProblem: (error: unknown) => void },
): ActivationHost {
  const notifyPeople = async (batch: ServedBatch): Promise<void> => await notify?.(batch);
  return { context, writer, agents, deps, notify: (batch) => void notifyPeople(batch).catch(onProblem) };
}

function registerWorkflows(active: ActiveRuns, host: ActivationHost): void {
  DBOS.registerWorkflow(
    async (next: NextActivation): Promise<WorkflowEnd> => {
      const { runId } = next;
      const activation = new WorkerActivation(host, next);
      active.set(runId, activation);
      return await activation.execute().finally(() => {
        if (active.get(runId) === activation) active.delete(runId);
      });
    },
    { name: engine.runWorkflow },
  );
  DBOS.registerWorkflow(
    async (batchId: string) => {
      await DBOS.runStep(async () => await expireBatch(host.context, batchId, Date.now()), { name: 'expire' });
    },
    { name: engine.expiryWorkflow },
  );
}

async function stopActivations(runs: RunTables, active: ActiveRuns, runIds: readonly string[]): Promise<void> {
  const here = runIds.filter((runId) => active.has(runId));
  if (here.length === 0) return;
  for (const [runId, reason] of await runs.stopReasons(here)) active.get(runId)?.stop(reason);
}
