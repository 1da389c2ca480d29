import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { UserError } from '../../protocol/base/errors.js';
import { openPreparedPool } from '../migrate.js';
import { type PrunedRuns, type PruneLimit, pruneRuns } from './prune-runs.js';

/** Options of {@link prunePostgres}. */
export interface PruneOptions {
  /** The database of the runs, with the role of the app: `postgres://app@host/database`. */
  readonly databaseUrl: string;
  /** The age at which a run is deleted, in milliseconds since its end. */
  readonly olderThan: number;
  /** The maximum number of runs that one transaction deletes. Default: 500. */
  readonly chunkSize?: number | undefined;
  /** The clock; for tests. Default: the system clock. */
  readonly clock?: Clock | undefined;
}

const defaultChunkSize = 500;

/**
 * Deletes runs and chats that ended long ago, with their events, steps, batches and answers, and tokens of links that
 * expired as long ago. Runs that are running, waiting or stuck are never deleted. A chat is deleted as a whole, once
 * its last turn is old enough. Processes continue meanwhile, since each transaction deletes a limited number of runs.
 *
 * @throws UserError `retention-age` if `olderThan` is not a number of milliseconds; `tables-newer` or `tables-older` if
 * the tables have another version.
 * @example const { runs } = await prunePostgres({ databaseUrl, olderThan: 30 * 86_400_000 });
 */
export async function prunePostgres(options: PruneOptions): Promise<PrunedRuns> {
  const limit = readPruneLimit(options);
  const pool = await openPreparedPool(options.databaseUrl, 1, 'check');
  try {
    return await pruneRuns(pool, limit);
  } finally {
    await pool.end();
  }
}

/**
 * Validates the options: a missing age must not delete everything.
 *
 * @throws UserError `retention-age`.
 */
export function readPruneLimit(options: PruneOptions): PruneLimit {
  const { olderThan, chunkSize = defaultChunkSize, clock = systemClock } = options;
  if (!Number.isFinite(olderThan) || olderThan < 0 || !Number.isSafeInteger(chunkSize) || chunkSize < 1)
    throw new UserError(
      'retention-age',
      `The age 'olderThan' (${olderThan}) or the 'chunkSize' (${chunkSize}) is not a valid number. Nothing was deleted. Pass an age of 0 or more milliseconds, and a \`chunkSize\` of at least 1.`,
    );
  return { before: clock.now() - olderThan, chunkSize };
}
