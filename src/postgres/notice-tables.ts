import type { Pool } from 'pg';
import type { ServedBatch } from '../remote/run-protocol/batch-record.js';

/** A batch that people have to be notified of, claimed by one process. */
export interface ClaimedNotice {
  readonly batch: ServedBatch;
  /** Counts the attempts, from 1. */
  readonly attempt: number;
}

/** The batches to claim. */
export interface NoticeClaim {
  readonly now: number;
  /** The time until which no other process claims them. */
  readonly until: number;
  readonly limit: number;
  /** Only this batch. */
  readonly batchId?: string | undefined;
}

/** The columns of batches that people have to be notified of. */
export class NoticeTables {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Claims open batches whose notice is due, the oldest first. Of concurrent processes, one gets a batch. */
  async claim({ now, until, limit, batchId }: NoticeClaim): Promise<readonly ClaimedNotice[]> {
    const { rows } = await this.#pool.query<{ batch: string; notify_attempts: number }>(
      `with due as (
         select batch_id from countersign.batches
         where state = 'open' and notify_at is not null and notify_at <= $1 and ($4::text is null or batch_id = $4)
         order by notify_at limit $3 for no key update skip locked)
       update countersign.batches b set notify_at = $2, notify_attempts = notify_attempts + 1
       from due where b.batch_id = due.batch_id returning batch, notify_attempts`,
      [Math.ceil(now), Math.ceil(until), limit, batchId ?? null],
    );
    return rows.map(({ batch, notify_attempts: attempt }) => ({ batch: JSON.parse(batch), attempt }));
  }

  /**
   * Stores the end of an attempt, unless another process has claimed the batch again.
   *
   * @param retryAt the time of the next attempt, or `null` after a success.
   */
  async settle({ batch: { batchId }, attempt }: ClaimedNotice, retryAt: number | null): Promise<void> {
    await this.#pool.query(
      'update countersign.batches set notify_at = $3 where batch_id = $1 and notify_attempts = $2',
      [batchId, attempt, retryAt === null ? null : Math.ceil(retryAt)],
    );
  }
}
