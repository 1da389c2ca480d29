import type { Pool, PoolClient } from 'pg';
import { transact } from '../transact.js';

/** The number of deleted rows. */
export interface PrunedRuns {
  readonly runs: number;
  readonly batches: number;
  readonly events: number;
  readonly steps: number;
  /** Used tokens of run links that have expired. */
  readonly tokens: number;
}

/** A limit of {@link pruneRuns}. */
export interface PruneLimit {
  /** Runs that ended before this time are deleted, in milliseconds since 1970. */
  readonly before: number;
  /** The maximum number of runs, and of tokens, in one transaction. */
  readonly chunkSize: number;
}

/**
 * Selects ended runs. A chat is kept as a whole while one of its turns is open or new. Nothing continues a turn of a
 * chat that is stuck, so it counts as ended; other stuck runs can be retried, and stay.
 */
const endedRuns = `
  select run_id from countersign.runs r
  where state not in ('running', 'waiting') and updated_at < $1 and started_at < $1 and (state = 'ended' or executor = 'caller')
    and (chat is null or not exists (select from countersign.runs other where other.chat = r.chat
      and (other.state in ('running', 'waiting') or other.updated_at >= $1)))
  order by updated_at limit $2 for update of r skip locked`;

const expiredTokens = `
  delete from countersign.spent where token in (
    select token from countersign.spent where expires_at < $1 order by expires_at limit $2 for update skip locked)`;

/** Deletes ended runs with all of their rows, and expired tokens, in transactions of a limited size. */
export async function pruneRuns(pool: Pool, { before, chunkSize }: PruneLimit): Promise<PrunedRuns> {
  const limit = [Math.floor(before), chunkSize];
  let pruned: PrunedRuns = { runs: 0, batches: 0, events: 0, steps: 0, tokens: 0 };
  for (;;) {
    const chunk = await transact(pool, (own) => pruneChunk(own, limit));
    const { batches, events, steps } = pruned;
    pruned = {
      ...{ runs: pruned.runs + chunk.runs, batches: batches + chunk.batches, events: events + chunk.events },
      ...{ steps: steps + chunk.steps, tokens: 0 },
    };
    if (chunk.runs < chunkSize) break;
  }
  for (let tokens = 0; ; ) {
    const { rowCount } = await pool.query(expiredTokens, limit);
    tokens += rowCount ?? 0;
    if ((rowCount ?? 0) < chunkSize) return { ...pruned, tokens };
  }
}

async function pruneChunk(own: PoolClient, limit: readonly number[]): Promise<Omit<PrunedRuns, 'tokens'>> {
  const { rows } = await own.query<{ run_id: string }>(endedRuns, [...limit]);
  const runIds = rows.map(({ run_id: runId }) => runId);
  const deleteOf = async (table: 'events' | 'steps' | 'batches' | 'runs'): Promise<number> => {
    const { rowCount } = await own.query(`delete from countersign.${table} where run_id = any($1)`, [runIds]);
    return rowCount ?? 0;
  };
  // Marks and decisions are deleted with their runs and batches.
  return {
    events: await deleteOf('events'),
    steps: await deleteOf('steps'),
    batches: await deleteOf('batches'),
    runs: await deleteOf('runs'),
  };
}
