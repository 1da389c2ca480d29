import { Client } from 'pg';
import { engine, wakeRun } from './engine.js';
import { expireBatch, type Waking } from './expire-batch.js';

/** How often the dead are looked for, and what a crash has left, in milliseconds. */
const [lookMs, sweepMs] = [500, 3000];

/** What it works with. */
interface Watching {
  readonly waking: Waking;
  readonly databaseUrl: string;
  readonly workerId: string;
  readonly onProblem: (error: unknown) => void;
}

/**
 * Takes up what other workers leave when they die. Each worker that lives holds a lock on a connection of its own; Postgres gives it free when that breaks. It
 * also finds what a crash has left between two writes.
 */
export class TakeOver {
  readonly #watching: Watching;
  readonly #timers: ReturnType<typeof setInterval>[];
  #lock: Client | undefined;
  #isEnded = false;

  private constructor(watching: Watching) {
    this.#watching = watching;
    this.#timers = [
      this.#every(lookMs, () => this.#takeUpOthers()),
      this.#every(sweepMs, () => this.#sweep()),
      // A connection that broke is made anew: whoever lives has to be known to.
      this.#every(lookMs, () => this.#hold()),
    ];
  }

  static async begin(watching: Watching): Promise<TakeOver> {
    const made = new TakeOver(watching);
    await made.#hold();
    return made;
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#lock?.end().catch(() => {});
  }

  #every(ms: number, work: () => Promise<void>): ReturnType<typeof setInterval> {
    let isBusy = false;
    return setInterval(() => {
      if (isBusy || this.#isEnded) return;
      isBusy = true;
      work()
        .catch((error: unknown) => this.#watching.onProblem(error))
        .finally(() => {
          isBusy = false;
        });
    }, ms);
  }

  async #hold(): Promise<void> {
    if (this.#lock !== undefined || this.#isEnded) return;
    const { databaseUrl, workerId } = this.#watching;
    const client = new Client({ connectionString: databaseUrl });
    const lost = (): void => {
      if (this.#lock === client) this.#lock = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    this.#lock = client;
    try {
      await client.connect();
      await client.query('select pg_advisory_lock(hashtext($1))', [lockOf(workerId)]);
    } catch (error) {
      lost();
      throw error;
    }
  }

  async #takeUpOthers(): Promise<void> {
    const { client, pool } = this.#watching.waking;
    const pending = await client.listWorkflows({
      status: 'PENDING',
      applicationName: engine.application,
      loadInput: false,
      loadOutput: false,
    });
    const others = new Set(pending.flatMap(({ executorId }) => executorId ?? []));
    others.delete(this.#watching.workerId);
    for (const executorId of others) {
      const own = await pool.connect();
      try {
        const { rows } = await own.query<{ free: boolean }>('select pg_try_advisory_lock(hashtext($1)) as free', [
          lockOf(executorId),
        ]);
        if (rows[0]?.free !== true) continue;
        const left = await client.listWorkflows({ status: 'PENDING', executorId, loadInput: false, loadOutput: false });
        const ids = left.map(({ workflowID }) => workflowID);
        if (ids.length > 0) await client.resumeWorkflows(ids, { queueName: engine.queue });
        await own.query('select pg_advisory_unlock(hashtext($1))', [lockOf(executorId)]);
      } finally {
        own.release();
      }
    }
  }

  /** What was answered whole, or is over, and still waits: whoever took the answers may have died before it could wake the run. */
  async #sweep(): Promise<void> {
    const { waking } = this.#watching;
    const { rows } = await waking.pool.query<{ run_id: string; batch_id: string }>(
      `select r.run_id, r.batch_id from countersign.runs r join countersign.batches b on b.batch_id = r.batch_id
       where r.state = 'waiting' and b.state <> 'open' limit 100`,
    );
    for (const { run_id, batch_id } of rows) await wakeRun(waking, run_id, batch_id);
    for (const { batch } of await waking.batches.overdue(Date.now()))
      await expireBatch(waking, batch.batchId, Date.now());
  }
}

function lockOf(workerId: string): string {
  return `countersign:${workerId}`;
}
