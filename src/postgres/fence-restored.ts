import type { PoolClient } from 'pg';
import { openPreparedPool } from './migrate.js';
import { transact } from './transact.js';

/** Options of {@link fenceRestored}. */
export interface FenceOptions {
  /** The restored database. */
  readonly databaseUrl: string;
}

/** The result of {@link fenceRestored}. */
export interface FencedRuns {
  /** The number of open runs. People are asked about the calls that these runs execute from now on. */
  readonly runs: number;
  /** The latest time in the backup, in milliseconds since 1970. */
  readonly backupAt: number;
}

/**
 * The distance between the activations before and after a restore. Processes that still use the lost database, or its
 * address, may be some activations ahead of the backup, and must never have the number of a later activation.
 */
const [epochDistance, wakesDistance] = [1_000_000, 1_000_000];

/**
 * Prepares a database that was restored from a backup. Call it once, after the restore and before workers and servers
 * start. The backup does not know what happened after it: answers that people gave, and calls that were executed. So
 * activations from before the restore can store nothing more, and each call with an effect of a run that is open in the
 * backup counts as interrupted. Its tool's `reconcile`, or a person, decides whether it has happened.
 *
 * @throws the same errors as `postgresRunStore`.
 * @example const { runs } = await fenceRestored({ databaseUrl });
 */
export async function fenceRestored({ databaseUrl }: FenceOptions): Promise<FencedRuns> {
  const pool = await openPreparedPool(databaseUrl, 1);
  try {
    return await transact(pool, async (own) => {
      const backupAt = await latestTime(own);
      // A run that is stuck is retried by the id of its workflow, which contains `wakes`.
      const { rowCount } = await own.query(
        `update countersign.runs set restored_at = $1, epoch = epoch + $2,
           wakes = case when state = 'stuck' then wakes else wakes + $3 end
         where state in ('running', 'waiting', 'stuck')`,
        [backupAt, epochDistance, wakesDistance],
      );
      return { runs: rowCount ?? 0, backupAt };
    });
  } finally {
    await pool.end();
  }
}

/** Returns the latest time of a stored start, question, answer or begun step. */
async function latestTime(own: PoolClient): Promise<number> {
  const { rows } = await own.query<{ latest: string | null }>(
    `select greatest((select max(greatest(started_at, updated_at)) from countersign.runs), (select max(asked_at) from countersign.batches),
       (select max(at) from countersign.decisions), (select max(at) from countersign.marks)) as latest`,
  );
  return Number(rows[0]?.latest ?? 0);
}
