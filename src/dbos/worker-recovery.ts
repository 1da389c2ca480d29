import { Client } from 'pg';
import { transact } from '../postgres/transact.js';
import { engine } from './engine.js';
import type { WakeContext } from './wake-run.js';
import { acquireWorkerLock, lockKeyOf } from './worker-lock.js';

/** The interval of checks for dead workers, in milliseconds. */
const checkMs = 500;
/** The interval of sweeps, in milliseconds. */
const sweepMs = 3000;
/**
 * The time after which Postgres closes the idle connection of a worker, and so releases its lock, in milliseconds. A
 * worker that is frozen, or whose machine is gone, would otherwise keep the lock for hours. If it comes back, its
 * writes are skipped as stale.
 */
const idleLockMs = 10_000;

interface RecoveryOptions {
  readonly context: WakeContext;
  readonly databaseUrl: string;
  readonly workerId: string;
  /** Finishes work that the crash of any process interrupted between two writes. */
  readonly sweep: () => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

/**
 * Resumes the runs of workers that died. Each live worker holds an advisory lock on a connection of its own, which
 * Postgres releases when the connection breaks. A worker whose lock is free is dead. This class also calls `sweep`
 * regularly.
 */
export class WorkerRecovery {
  readonly #options: RecoveryOptions;
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  #lock: Client | undefined;
  #isStopped = false;

  private constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Acquires the lock of this worker, and holds it until `stop()`. */
  static async start(options: RecoveryOptions): Promise<WorkerRecovery> {
    const recovery = new WorkerRecovery(options);
    await recovery.#holdLock();
    // Reconnects after a broken connection: without the lock, other workers would treat this one as dead.
    recovery.#every(checkMs, () => recovery.#holdLock());
    return recovery;
  }

  /** Starts the checks for dead workers. The tables of the engine must exist. */
  watchOthers(): void {
    this.#every(checkMs, () => this.#recoverOthers());
    this.#every(sweepMs, () => this.#options.sweep());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#lock?.end().catch(() => {});
  }

  #every(ms: number, work: () => Promise<void>): void {
    let isBusy = false;
    const tick = (): void => {
      if (isBusy || this.#isStopped) return;
      isBusy = true;
      work()
        .catch((error: unknown) => this.#options.onProblem(error))
        .finally(() => {
          isBusy = false;
        });
    };
    this.#timers.push(setInterval(tick, ms));
  }

  async #holdLock(): Promise<void> {
    if (this.#lock !== undefined) {
      // A query restarts the idle timeout.
      await this.#lock.query('select 1');
      return;
    }
    const { databaseUrl, workerId } = this.#options;
    const client = new Client({ connectionString: databaseUrl, keepAlive: true });
    const onLost = (): void => {
      if (this.#lock === client) this.#lock = undefined;
    };
    client.on('error', onLost);
    client.on('end', onLost);
    this.#lock = client;
    try {
      await client.connect();
      await acquireWorkerLock(client, workerId, idleLockMs + checkMs);
      await client.query("select set_config('idle_session_timeout', $1, false)", [`${idleLockMs}`]);
    } catch (error) {
      onLost();
      await client.end().catch(() => {});
      throw error;
    }
  }

  async #recoverOthers(): Promise<void> {
    const { client } = this.#options.context;
    const pending = await client.listWorkflows({
      status: 'PENDING',
      applicationName: engine.application,
      loadInput: false,
      loadOutput: false,
    });
    const others = new Set(pending.flatMap(({ executorId }) => executorId ?? []));
    others.delete(this.#options.workerId);
    for (const executorId of others) await this.#recover(executorId);
  }

  async #recover(executorId: string): Promise<void> {
    const { client, pool } = this.#options.context;
    // A transaction releases its lock even after a failure. A lock of a session could keep that worker from restarting.
    await transact(pool, async (own) => {
      const { rows } = await own.query<{ free: boolean }>(
        'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
        [lockKeyOf(executorId)],
      );
      if (rows[0]?.free !== true) return;
      const unfinished = await client.listWorkflows({
        status: 'PENDING',
        executorId,
        loadInput: false,
        loadOutput: false,
      });
      const ids = unfinished.map(({ workflowID }) => workflowID);
      if (ids.length > 0) await client.resumeWorkflows(ids, { queueName: engine.queue });
    });
  }
}
