import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { BatchTables } from '../postgres/batch-tables.js';
import { NotificationListener } from '../postgres/connection/notification-listener.js';
import { idleTransactionMs } from '../postgres/connection/open-pool.js';
import { type MigrationMode, oneAtATime, openPreparedPool } from '../postgres/migrate.js';
import { NoticeTables } from '../postgres/notice-tables.js';
import type { RunNotification } from '../postgres/run-notifier.js';
import { type NextActivation, RunTables } from '../postgres/run-tables.js';
import { WriteCoalescer } from '../postgres/write-coalescer.js';
import { UserError } from '../protocol/base/errors.js';
import { invokeCallback } from '../protocol/base/invoke-callback.js';
import type { ServedBatch } from '../remote/run-protocol/batch-record.js';
import type { NewRun } from '../remote/run-protocol/run-record.js';
import type { ServedAgent } from '../server/runs/run-activation.js';
import { BatchNotices } from './batch-notices.js';
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
  /**
   * Called for each new batch, at least once, for example to send a mail with a link (`runLinks`). If it throws, takes
   * longer than a minute, or the process dies, a worker calls it again after a growing pause, as long as the batch is
   * open. Its errors go to `onProblem`. Use the id of the batch to recognize a repeated call.
   */
  readonly notify?: (batch: ServedBatch) => void | PromiseLike<void>;
  /** The maximum number of runs that execute at once. Runs that wait for answers do not count. Default: 50. */
  readonly concurrency?: number;
  /**
   * The time for which `stop()` waits for running tools and model requests, in milliseconds. Steps that take longer are
   * cut off, and people are asked about interrupted calls. Keep it shorter than the time after which your platform
   * kills the process: Kubernetes waits for 30 seconds. Default: 20 seconds.
   */
  readonly gracePeriod?: number;
  /**
   * `check`: the tables are not migrated at the start, so that the role of this process needs no right to create
   * tables. Migrate them with `npx countersign migrate`. Default: `auto`.
   */
  readonly migrations?: MigrationMode;
  /** Called with errors outside of runs, such as that of a sweep. Default: they are ignored. */
  readonly onProblem?: (error: unknown) => void;
}

/** A process that executes runs. */
export interface RunWorker {
  /**
   * Begins no new work, waits for running steps up to the `gracePeriod`, suspends the runs of this worker, and closes
   * the connections. Other workers continue the runs.
   */
  readonly stop: () => Promise<void>;
}

/** The default of `gracePeriod`, in milliseconds. */
const defaultGraceMs = 20_000;
/** The number of sweeps after which one also looks for open batches of ended runs, which takes longer. */
const sweepsPerCleanup = 20;
/** The maximum number of connections of a worker, besides those of the engine. */
const poolSize = 10;

/**
 * Executes the runs of a `dbosRunStore`. Any number of processes may do so, with one worker each. A run that waits for
 * answers uses no resources of a worker. When a worker dies, another one resumes its runs: persisted steps are not
 * repeated, and for a call that was interrupted people are asked whether it took effect.
 *
 * @throws UserError `worker-id-taken` if another running worker has this id; `tables-newer` or `tables-older` if the
 * tables have another version; the error of the connection if the database cannot be reached.
 * @example const worker = await createRunWorker({ agents, databaseUrl, workerId: process.env.HOSTNAME ?? 'worker-1' });
 */
export async function createRunWorker(options: RunWorkerOptions): Promise<RunWorker> {
  const { databaseUrl, workerId, concurrency = 50, gracePeriod = defaultGraceMs, migrations } = options;
  const onProblem = (error: unknown): void => invokeCallback(options.onProblem, error);
  const pool = await openPreparedPool(databaseUrl, poolSize, migrations);
  const { application: name, version: applicationVersion } = engine;
  const system = { systemDatabaseUrl: databaseUrl, systemDatabaseIdleTransactionTimeoutMs: idleTransactionMs };
  const client = await oneAtATime(pool, () => DBOSClient.create({ ...system, applicationName: name }));
  const runs = new RunTables(pool);
  const context: WakeContext = { pool, client, batches: new BatchTables(pool), runs };
  const active: ActiveRuns = new Map();
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
  const close = async (): Promise<void> => {
    await stops.close();
    await client.destroy();
    await pool.end();
  };
  const { notify } = options;
  const notices = notify && new BatchNotices({ tables: new NoticeTables(pool), notify, onProblem });
  let sweeps = 0;
  const sweepAll = async (): Promise<void> => {
    await stopActivations(runs, active, [...active.keys()]); // notifications are lost while the database is unavailable
    await notices?.sweep();
    await sweep(context, { now: Date.now(), agents: Object.keys(options.agents) });
    if (sweeps++ % sweepsPerCleanup === 0) await context.batches.withdrawEnded();
  };
  // The lock has to be held before the first run starts: other workers resume the runs of a worker without a lock.
  const recovery = await WorkerRecovery.start({ context, databaseUrl, workerId, sweep: sweepAll, onProblem }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  registerWorkflows(
    active,
    toActivationHost(options, { context, writer: new WriteCoalescer(pool), notices, onProblem }),
  );
  const runMigrations = migrations !== 'check';
  DBOS.setConfig({ name, ...system, executorID: workerId, applicationVersion, runMigrations, logLevel: 'error' });
  // This also creates the tables of the engine.
  await oneAtATime(pool, () => DBOS.launch());
  await DBOS.registerQueue(engine.queue, { minPollingIntervalMs: 100, workerConcurrency: concurrency });
  recovery.watchOthers();
  return {
    stop: async () => {
      await Promise.all([drainActivations(active, gracePeriod), notices?.drain(gracePeriod)]);
      await recovery.stop();
      await close();
    },
  };
}

type ActiveRuns = Map<string, WorkerActivation>;

function toActivationHost(
  { agents, deps }: RunWorkerOptions,
  {
    context,
    writer,
    notices,
    onProblem,
  }: Pick<ActivationHost, 'context' | 'writer' | 'notices'> & { readonly onProblem: (error: unknown) => void },
): ActivationHost {
  const unknown = new Set<string>();
  const onUnknownAgent = (agent: string): void => {
    if (unknown.has(agent)) return;
    unknown.add(agent);
    onProblem(unknownAgent(agent));
  };
  return { context, writer, agents, deps, notices, onUnknownAgent };
}

function unknownAgent(agent: string): UserError {
  return new UserError(
    'unknown-agent',
    `A run needs the agent '${agent}', and this worker does not have it. The run was left to other workers, and waits until one of them has the agent. Pass the agent to a worker, or stop the run.`,
  );
}

/** Stops the engine, and waits until no step executes here, for at most the grace period. */
async function drainActivations(active: ActiveRuns, gracePeriod: number): Promise<void> {
  const draining = [...active.values()].map((activation) => activation.drain());
  // From here on, the engine starts nothing. It cannot store the end of a workflow either, so drained activations are
  // enqueued again for other workers.
  await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: 1 });
  const late = [...active.values()].map((activation) => activation.drain());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOver = new Promise((resolve) => {
    timer = setTimeout(resolve, gracePeriod);
  });
  await Promise.race([Promise.all([...draining, ...late]), isOver]);
  clearTimeout(timer);
  for (const activation of active.values()) activation.suspend();
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
