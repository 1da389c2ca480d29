import { transact } from '../postgres/transact.js';
import { engine } from './engine.js';
import type { WakeContext } from './wake-run.js';
import { lockKeyOf } from './worker-lock.js';

/** The interval of checks for dead workers, in milliseconds. */
const checkMs = 500;
/** The interval of sweeps, in milliseconds. */
const sweepMs = 3000;

interface RecoveryOptions {
  readonly context: WakeContext;
  readonly workerId: string;
  /** Returns `true` while this worker has its lock. Without it, the worker does nothing. */
  readonly isLockHeld: () => boolean;
  /** Finishes work that the crash of any process interrupted between two writes. */
  readonly sweep: () => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

/**
 * Resumes the runs of workers that died. Each live worker holds an advisory lock, which Postgres releases when the
 * connection breaks. A worker whose lock is free is dead, or has paused its runs. This class also calls `sweep`
 * regularly.
 */
export class WorkerRecovery {
  readonly #options: RecoveryOptions;
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  #isStopped = false;

  /** Starts the checks. The tables of the engine must exist. */
  constructor(options: RecoveryOptions) {
    this.#options = options;
    this.#timers = [
      this.#every(checkMs, () => this.#recoverOthers()),
      this.#every(sweepMs, () => this.#options.sweep()),
    ];
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
  }

  #every(ms: number, work: () => Promise<void>): ReturnType<typeof setInterval> {
    let isBusy = false;
    const tick = (): void => {
      if (isBusy || this.#isStopped || !this.#options.isLockHeld()) return;
      isBusy = true;
      work()
        .catch((error: unknown) => this.#options.onProblem(error))
        .finally(() => {
          isBusy = false;
        });
    };
    return setInterval(tick, ms);
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
