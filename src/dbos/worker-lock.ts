import type { Client } from 'pg';
import { openWatchedSession, type Session } from '../postgres/connection/session.js';
import { UserError } from '../protocol/base/errors.js';

/** The interval between attempts to get the lock, in milliseconds. */
const retryMs = 250;

/**
 * The time after which Postgres closes the idle connection of a worker, and so releases its lock, in milliseconds. A
 * worker that is frozen, or whose machine is gone, would otherwise keep the lock for hours. It is longer than the time
 * in which a worker notices that its connection no longer responds, and stops working.
 */
const idleLockMs = 10_000;

/** The time for which a worker waits for its lock, in milliseconds. */
const patienceMs = idleLockMs + 500;

/** Returns the text whose hash is the advisory lock of a worker. */
export function lockKeyOf(workerId: string): string {
  return `countersign:worker:${workerId}`;
}

/** Options of {@link WorkerLock}. */
export interface WorkerLockOptions {
  readonly directUrl: string;
  readonly workerId: string;
  /** Called when the lock may be lost, so that another process may have it. */
  readonly onLost: () => void;
  /** Called when the worker has its lock again. */
  readonly onRegained: () => void;
  readonly onProblem: (error: unknown) => void;
}

/**
 * The advisory lock of a worker, which its session holds on a connection of its own. While it is held, no other process
 * executes runs under the id of this worker, and no other worker resumes its runs. A lost lock is acquired again.
 */
export class WorkerLock {
  readonly #options: WorkerLockOptions;
  #session: Session | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  private constructor(options: WorkerLockOptions) {
    this.#options = options;
  }

  /**
   * Acquires the lock.
   *
   * @throws UserError `worker-id-taken`; the error of the connection if the database cannot be reached.
   */
  static async acquire(options: WorkerLockOptions): Promise<WorkerLock> {
    const lock = new WorkerLock(options);
    await lock.#open();
    return lock;
  }

  get isHeld(): boolean {
    return this.#session !== undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#session?.close();
    this.#session = undefined;
  }

  async #open(): Promise<void> {
    const { directUrl: databaseUrl, workerId } = this.#options;
    const session = await openWatchedSession({
      databaseUrl,
      setUp: async (client) => {
        await acquireWorkerLock(client, workerId);
        await client.query("select set_config('idle_session_timeout', $1, false)", [`${idleLockMs}`]);
      },
      heartbeat: 'select 1', // also restarts the idle timeout
      onLost: () => this.#lose(),
    });
    if (this.#isClosed) await session.close();
    else this.#session = session;
  }

  #lose(): void {
    const { workerId, onLost, onProblem } = this.#options;
    this.#session = undefined;
    onLost();
    onProblem(lockLost(workerId));
    this.#acquireAgain();
  }

  #acquireAgain(): void {
    const { onRegained, onProblem } = this.#options;
    this.#open().then(
      () => {
        if (this.#session !== undefined) onRegained();
      },
      (error: unknown) => {
        if (this.#isClosed) return;
        onProblem(error);
        this.#retry = setTimeout(() => this.#acquireAgain(), retryMs);
      },
    );
  }
}

/**
 * Acquires the lock of a worker for the session of this connection. It waits, because Postgres releases the lock of a
 * worker whose computer is gone only after a while.
 */
async function acquireWorkerLock(client: Client, workerId: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
      [lockKeyOf(workerId)],
    );
    if (rows[0]?.free === true) return;
    if (waitedMs >= patienceMs) break;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  throw new UserError(
    'worker-id-taken',
    `Another running worker has the id '${workerId}'. This one executes nothing, because two workers with one id would resume each other's runs. Pass a \`workerId\` that is unique among running workers, such as the name of the host or the pod.`,
  );
}

function lockLost(workerId: string): UserError {
  return new UserError(
    'worker-lock-lost',
    `The worker '${workerId}' lost the connection that holds its lock. It begins no new steps until it has the lock again, because another process may have its id by now, and other workers may resume its runs. It reconnects by itself: look for a restart or an outage of Postgres, or a proxy that cuts connections.`,
  );
}
