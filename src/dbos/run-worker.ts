import { BatchTables } from '../postgres/batch-tables.js';
import { NotificationListener } from '../postgres/connection/notification-listener.js';
import { OpenResources } from '../postgres/connection/open-resources.js';
import type { MigrationMode } from '../postgres/migrate.js';
import { NoticeTables } from '../postgres/notice-tables.js';
import { openServiceDatabase } from '../postgres/open-service-database.js';
import type { RunNotification } from '../postgres/run-notifier.js';
import { RunTables } from '../postgres/run-tables.js';
import { WriteCoalescer } from '../postgres/write-coalescer.js';
import { UserError } from '../protocol/base/errors.js';
import { invokeCallback } from '../protocol/base/invoke-callback.js';
import type { ServedBatch } from '../remote/run-protocol/batch-record.js';
import type { NewRun } from '../remote/run-protocol/run-record.js';
import type { ServedAgent } from '../server/runs/run-activation.js';
import { BatchNotices } from './batch-notices.js';
import { openEngineClient } from './engine-client.js';
import { sweep } from './sweep.js';
import type { WakeContext } from './wake-run.js';
import type { ActivationHost } from './worker-activation.js';
import { WorkerEngine } from './worker-engine.js';
import { WorkerLock } from './worker-lock.js';
import { WorkerRecovery } from './worker-recovery.js';

/** Options of {@link createRunWorker}. */
export interface RunWorkerOptions {
  /** The agents that runs may name, by the same names as on the run server. */
  readonly agents: Readonly<Record<string, ServedAgent>>;
  /** The Postgres database of the runs, the same as for `dbosRunStore`. */
  readonly databaseUrl: string;
  /**
   * The address of Postgres itself, if `databaseUrl` leads to a pooler in transaction mode. Connections whose session
   * has state use it: notifications, the lock of the worker, and the engine, up to 12 in all. Default: `databaseUrl`.
   */
  readonly directUrl?: string;
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
 * A worker that loses its lock, such as during a failover, begins no new steps until it has the lock again.
 *
 * @throws UserError `worker-id-taken` if another running worker has this id; `tables-newer` or `tables-older` if the
 * tables have another version; `direct-url` if the lock would be lost in a pooler; the error of the connection if the
 * database cannot be reached. Nothing stays open then.
 * @example const worker = await createRunWorker({ agents, databaseUrl, workerId: process.env.HOSTNAME ?? 'worker-1' });
 */
export async function createRunWorker(options: RunWorkerOptions): Promise<RunWorker> {
  const { databaseUrl, directUrl, migrations } = options;
  const onProblem = (error: unknown): void => invokeCallback(options.onProblem, error);
  const database = await openServiceDatabase({ databaseUrl, directUrl, poolSize, migrations });
  const resources = new OpenResources();
  resources.add(database.close);
  return await resources.opening(async () => {
    const { client, close } = await openEngineClient({ databaseUrl, directUrl });
    resources.add(close);
    const { pool, clock } = database;
    const context: WakeContext = { pool, clock, client, batches: new BatchTables(pool), runs: new RunTables(pool) };
    await startWorker(options, { context, resources, directUrl: database.directUrl, onProblem });
    return { stop: () => resources.closeAll() };
  });
}

/** The opened parts of a worker. */
interface WorkerParts {
  readonly context: WakeContext;
  readonly resources: OpenResources;
  readonly directUrl: string;
  readonly onProblem: (error: unknown) => void;
}

async function startWorker(options: RunWorkerOptions, parts: WorkerParts): Promise<void> {
  const { workerId, concurrency = 50, gracePeriod = defaultGraceMs, migrations, agents } = options;
  const { context, resources, directUrl, onProblem } = parts;
  const writer = new WriteCoalescer(context.pool);
  const { notify } = options;
  const notices =
    notify && new BatchNotices({ tables: new NoticeTables(context.pool), clock: context.clock, notify, onProblem });
  const host = toActivationHost(options, { context, writer, notices, onProblem });
  const running = new WorkerEngine({ directUrl, workerId, concurrency, migrations, host, onProblem });
  const stop = (runIds: readonly string[]): Promise<void> => stopActivations(context.runs, running.active, runIds);

  const stops = new NotificationListener(directUrl, {
    channel: 'countersign_stop',
    onNotification: (payload) => {
      const news: readonly RunNotification[] = JSON.parse(payload);
      void stop(news.map(({ runId }) => runId)).catch(onProblem);
    },
  });
  await stops.open();
  resources.add(() => stops.close());

  // The lock has to be held before the first run starts: other workers resume the runs of a worker without a lock.
  const [onLost, onRegained] = [() => running.suspend(), () => running.resume()];
  const lock = await WorkerLock.acquire({ directUrl, workerId, onLost, onRegained, onProblem });
  resources.add(() => lock.close());
  await running.start();
  resources.add(async () => {
    await Promise.all([running.stop(gracePeriod), notices?.drain(gracePeriod)]);
  });

  let sweeps = 0;
  const sweepAll = async (): Promise<void> => {
    await stop([...running.active.keys()]); // notifications are lost while the database is unavailable
    await notices?.sweep();
    await sweep(context, Object.keys(agents));
    if (sweeps++ % sweepsPerCleanup === 0) await context.batches.withdrawEnded();
  };
  const isLockHeld = (): boolean => lock.isHeld;
  const recovery = new WorkerRecovery({ context, workerId, isLockHeld, sweep: sweepAll, onProblem });
  resources.add(async () => recovery.stop());
}

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

async function stopActivations(
  runs: RunTables,
  active: WorkerEngine['active'],
  runIds: readonly string[],
): Promise<void> {
  const here = runIds.filter((runId) => active.has(runId));
  if (here.length === 0) return;
  for (const [runId, reason] of await runs.stopReasons(here)) active.get(runId)?.stop(reason);
}
