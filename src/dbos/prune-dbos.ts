import { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { Pool } from 'pg';
import { idleTransactionMs, openPool } from '../postgres/connection/open-pool.js';
import { oneAtATime } from '../postgres/migrate.js';
import { type PruneOptions, prunePostgres, readPruneLimit } from '../postgres/retention/prune-postgres.js';
import type { PrunedRuns, PruneLimit } from '../postgres/retention/prune-runs.js';
import { engine, runIdOfWorkflow } from './engine.js';

/** The number of deleted rows. */
export interface PrunedDbosRuns extends PrunedRuns {
  /** Finished workflows of the engine. */
  readonly workflows: number;
}

/**
 * Deletes runs that ended long ago, as `prunePostgres` does, and the finished workflows of the engine for deleted runs.
 * The engine does not delete them itself.
 *
 * @throws UserError `retention-age` if `olderThan` is not a number of milliseconds; `tables-newer` or `tables-older` if
 * the tables have another version.
 * @example const { runs, workflows } = await pruneDbos({ databaseUrl, olderThan: 30 * 86_400_000 });
 */
export async function pruneDbos(options: PruneOptions): Promise<PrunedDbosRuns> {
  const limit = readPruneLimit(options);
  const pruned = await prunePostgres(options);
  const pool = openPool(options.databaseUrl, 2);
  try {
    return { ...pruned, workflows: await pruneWorkflows(pool, options.databaseUrl, limit) };
  } finally {
    await pool.end();
  }
}

/** The states in which the engine executes nothing more of a workflow. */
const finished = ['SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'] as const;

/** Deletes the finished workflows that belong to no stored run. Those of a stored run can show why it is stuck. */
async function pruneWorkflows(pool: Pool, systemDatabaseUrl: string, limit: PruneLimit): Promise<number> {
  const { rows } = await pool.query<{ exists: boolean }>(
    "select to_regclass('dbos.workflow_status') is not null exists",
  );
  if (rows[0]?.exists !== true) return 0; // no worker has run yet
  const client = await oneAtATime(pool, () =>
    DBOSClient.create({
      ...{ systemDatabaseUrl, applicationName: engine.application },
      systemDatabaseIdleTransactionTimeoutMs: idleTransactionMs,
    }),
  );
  try {
    const completedBefore = new Date(limit.before).toISOString();
    for (let [deleted, kept] = [0, 0]; ; ) {
      const found = await client.listWorkflows({
        ...{ workflowName: [engine.runWorkflow, engine.expiryWorkflow], applicationName: engine.application },
        ...{ status: [...finished], completedBefore, limit: limit.chunkSize, offset: kept },
        ...{ loadInput: false, loadOutput: false },
      });
      const ids = found.map(({ workflowID }) => workflowID);
      const orphaned = await withoutRun(pool, ids);
      if (orphaned.length > 0) await client.deleteWorkflows([...orphaned]);
      deleted += orphaned.length;
      kept += ids.length - orphaned.length;
      if (ids.length < limit.chunkSize) return deleted;
    }
  } finally {
    await client.destroy();
  }
}

/** Returns the workflows of runs that do not exist, and those of expired deadlines, which belong to no run. */
async function withoutRun(pool: Pool, ids: readonly string[]): Promise<readonly string[]> {
  const runIds = ids.flatMap((id) => runIdOfWorkflow(id) ?? []);
  const { rows } = await pool.query<{ run_id: string }>('select run_id from countersign.runs where run_id = any($1)', [
    runIds,
  ]);
  const stored = new Set(rows.map(({ run_id: runId }) => runId));
  return ids.filter((id) => !stored.has(runIdOfWorkflow(id) ?? ''));
}
