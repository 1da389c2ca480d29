import type { DatabaseClock } from '../postgres/connection/database-clock.js';
import { retryWhileUnavailable } from '../postgres/connection/retry-while-unavailable.js';
import type { ClaimedNotice, NoticeTables } from '../postgres/notice-tables.js';
import { UserError } from '../protocol/base/errors.js';
import type { ServedBatch } from '../remote/run-protocol/batch-record.js';

/** The time limit of a call of `notify`, in milliseconds. Until then, no other worker notifies of the batch. */
const attemptMs = 60_000;
/** The first and the longest pause between attempts, in milliseconds. */
const [firstPauseMs, longestPauseMs] = [1000, 600_000];
/** The maximum number of concurrent calls of `notify` that a sweep starts. */
const maxConcurrent = 20;

interface NoticeOptions {
  readonly tables: NoticeTables;
  /** The clock of the database. */
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly notify: (batch: ServedBatch) => void | PromiseLike<void>;
  readonly onProblem: (error: unknown) => void;
}

/**
 * Notifies people of batches, each at least once. The intention is stored with the batch. A worker claims it, calls
 * `notify`, and clears it after a success. After a failure, or if the worker dies, any worker tries again.
 */
export class BatchNotices {
  readonly #options: NoticeOptions;
  readonly #attempts: Set<Promise<void>> = new Set();
  #isStopped = false;

  constructor(options: NoticeOptions) {
    this.#options = options;
  }

  /** Notifies of a batch that was just stored. Never rejects. */
  async deliver(batchId: string): Promise<void> {
    await this.#claim(1, batchId);
  }

  /** Notifies of batches that are due. It does not wait for the calls of `notify`. */
  async sweep(): Promise<void> {
    await this.#claim(maxConcurrent - this.#attempts.size);
  }

  /** Starts no further call, and waits for the current ones, for at most `gracePeriod` milliseconds. */
  async drain(gracePeriod: number): Promise<void> {
    this.#isStopped = true;
    await settleWithin(gracePeriod, Promise.all(this.#attempts)).catch(() => {});
  }

  async #claim(limit: number, batchId?: string): Promise<void> {
    if (this.#isStopped || limit < 1) return;
    const now = this.#options.clock.now();
    try {
      const claimed = await this.#options.tables.claim({ now, until: now + attemptMs, limit, batchId });
      for (const notice of claimed) {
        const attempt = this.#attempt(notice).finally(() => this.#attempts.delete(attempt));
        this.#attempts.add(attempt);
      }
    } catch (error) {
      // The intention is stored, so a sweep tries again.
      this.#options.onProblem(error);
    }
  }

  /** Calls `notify` once, and stores the result. Never rejects. */
  async #attempt(notice: ClaimedNotice): Promise<void> {
    const { tables, notify, onProblem } = this.#options;
    let retryAt: number | null = null;
    try {
      await settleWithin(attemptMs, (async () => await notify(notice.batch))());
    } catch (error) {
      onProblem(error);
      retryAt = this.#options.clock.now() + Math.min(firstPauseMs * 2 ** (notice.attempt - 1), longestPauseMs);
    }
    // If this fails, too, the batch is claimed again later: people may then be notified twice.
    await retryWhileUnavailable(
      () => tables.settle(notice, retryAt),
      () => this.#isStopped,
    ).catch((error: unknown) => onProblem(error));
  }
}

/** Waits for work, for a limited time. */
async function settleWithin(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(ms)), ms);
  });
  await Promise.race([work, isLate]).finally(() => clearTimeout(timer));
}

function tooSlow(ms: number): UserError {
  return new UserError(
    'notify-timeout',
    `\`notify\` did not settle within ${ms / 1000} seconds. It is called again later, so people may be notified twice. Resolve its promise once the message is sent, and set a time limit for the request that sends it.`,
  );
}
