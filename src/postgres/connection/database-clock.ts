import type { Pool } from 'pg';

/** The interval of measurements, in milliseconds. */
const refreshMs = 30_000;
/** The longest query that counts as a measurement, in milliseconds. The error is at most half of it. */
const maxRoundTripMs = 1000;

/**
 * The clock of the database. Processes on several computers agree on it, so deadlines and leases are judged by it. A
 * wrong or adjusted clock of a computer has no effect: the time since a measurement comes from its monotonic clock.
 */
export class DatabaseClock {
  readonly #pool: Pool;
  readonly #timer: ReturnType<typeof setInterval>;
  /** The difference to the monotonic clock, in milliseconds. */
  #offset: number | undefined;

  private constructor(pool: Pool) {
    this.#pool = pool;
    // After a failed measurement, the previous one stays in use.
    this.#timer = setInterval(() => void this.#measure().catch(() => {}), refreshMs);
    this.#timer.unref();
  }

  /** @throws when the database cannot be reached. */
  static async start(pool: Pool): Promise<DatabaseClock> {
    const clock = new DatabaseClock(pool);
    try {
      await clock.#measure();
      return clock;
    } catch (error) {
      clock.stop();
      throw error;
    }
  }

  /** Returns the time by the last measurement, in milliseconds since 1970. */
  readonly now = (): number => Math.floor(performance.now() + (this.#offset ?? 0));

  /**
   * Measures the time.
   *
   * @throws when the database cannot be reached.
   */
  async read(): Promise<number> {
    await this.#measure();
    return this.now();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #measure(): Promise<void> {
    const client = await this.#pool.connect();
    let failure: Error | undefined;
    try {
      const before = performance.now();
      const { rows } = await client.query<{ now: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
      );
      const after = performance.now();
      const isPrecise = after - before <= maxRoundTripMs || this.#offset === undefined;
      if (isPrecise && rows[0] !== undefined) this.#offset = rows[0].now - (before + after) / 2;
    } catch (error) {
      failure = error as Error; // the driver rejects with errors only
      throw error;
    } finally {
      client.release(failure);
    }
  }
}
