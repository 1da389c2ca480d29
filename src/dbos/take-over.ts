import { Client } from 'pg';
import { transact } from '../postgres/transact.js';
import { engine } from './engine.js';
import type { Waking } from './waking.js';

/** How often the dead are looked for, and what a crash has left, in milliseconds. */
const [lookMs, sweepMs] = [500, 3000];
/**
 * For how long a worker may say nothing, in milliseconds, before Postgres lets its lock go: one that is frozen, or whose machine is gone, keeps its
 * connection for hours. Whatever it still does when it comes back is refused.
 */
const silentMs = 10_000;

/** What it works with. */
interface Watching {
  readonly waking: Waking;
  readonly databaseUrl: string;
  readonly workerId: string;
  readonly sweep: () => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

/**
 * Takes up what other workers leave when they die. Each worker that lives holds a lock on a connection of its own; Postgres gives it free when that breaks. It
 * also has what a crash has left between two writes looked for.
 */
export class TakeOver {
  readonly #watching: Watching;
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  #lock: Client | undefined;
  #isEnded = false;

  private constructor(watching: Watching) {
    this.#watching = watching;
  }

  /** Holds the lock of this worker from now on. */
  static async begin(watching: Watching): Promise<TakeOver> {
    const made = new TakeOver(watching);
    await made.#hold();
    // A connection that broke is made anew: whoever lives has to be known to.
    made.#every(lookMs, () => made.#hold());
    return made;
  }

  /** Looks after the others, once the engine has its tables. */
  watch(): void {
    this.#every(lookMs, () => this.#takeUpOthers());
    this.#every(sweepMs, () => this.#watching.sweep());
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#lock?.end().catch(() => {});
  }

  #every(ms: number, work: () => Promise<void>): void {
    let isBusy = false;
    const look = (): void => {
      if (isBusy || this.#isEnded) return;
      isBusy = true;
      work()
        .catch((error: unknown) => this.#watching.onProblem(error))
        .finally(() => {
          isBusy = false;
        });
    };
    this.#timers.push(setInterval(look, ms));
  }

  async #hold(): Promise<void> {
    if (this.#lock !== undefined) {
      await this.#lock.query('select 1');
      return;
    }
    const { databaseUrl, workerId } = this.#watching;
    const client = new Client({ connectionString: databaseUrl, keepAlive: true });
    const lost = (): void => {
      if (this.#lock === client) this.#lock = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    this.#lock = client;
    try {
      await client.connect();
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockOf(workerId)]);
      await client.query("select set_config('idle_session_timeout', $1, false)", [`${silentMs}`]);
    } catch (error) {
      lost();
      await client.end().catch(() => {});
      throw error;
    }
  }

  async #takeUpOthers(): Promise<void> {
    const { client } = this.#watching.waking;
    const pending = await client.listWorkflows({
      status: 'PENDING',
      applicationName: engine.application,
      loadInput: false,
      loadOutput: false,
    });
    const others = new Set(pending.flatMap(({ executorId }) => executorId ?? []));
    others.delete(this.#watching.workerId);
    for (const executorId of others) await this.#takeUp(executorId);
  }

  async #takeUp(executorId: string): Promise<void> {
    const { client, pool } = this.#watching.waking;
    // The lock goes with the transaction, however it ends: else that worker could never come back.
    await transact(pool, async (own) => {
      const { rows } = await own.query<{ free: boolean }>(
        'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
        [lockOf(executorId)],
      );
      if (rows[0]?.free !== true) return;
      const left = await client.listWorkflows({ status: 'PENDING', executorId, loadInput: false, loadOutput: false });
      const ids = left.map(({ workflowID }) => workflowID);
      if (ids.length > 0) await client.resumeWorkflows(ids, { queueName: engine.queue });
    });
  }
}

function lockOf(workerId: string): string {
  return `countersign:worker:${workerId}`;
}
