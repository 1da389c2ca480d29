import type { PoolClient } from 'pg';
import type { NextActivation } from '../postgres/run-tables.js';
import type { RunState } from '../remote/run-protocol/run-record.js';
import { enqueueActivation, workflowOf } from './engine.js';
import { type WakeContext, wakeWithin } from './wake-run.js';
import { lockKeyOf } from './worker-lock.js';

interface RetriedRow {
  readonly state: RunState['type'];
  readonly wakes: number;
  readonly batch_id: string | null;
}

/**
 * Enqueues another activation of a run that is stuck, or that no live worker executes. A run that waits continues only
 * if its batch is no longer open. The earlier activation, if it comes back, finds that it is over.
 *
 * @returns `true` if the run was enqueued.
 */
export async function retryRun(context: WakeContext, runId: string, own: PoolClient): Promise<boolean> {
  // The lock makes an activation that is about to begin wait, and then find the next one.
  const { rows } = await own.query<RetriedRow>(
    `select state, wakes, batch_id from countersign.runs
     where run_id = $1 and executor = 'worker' and state <> 'ended' for no key update`,
    [runId],
  );
  const [row] = rows;
  if (row === undefined) return false;
  if (row.state === 'waiting') return row.batch_id !== null && (await wakeWithin(context, row.batch_id, own));
  const current = { runId, wakes: row.wakes };
  if (row.state === 'running' && (await isExecuted(context, current, own))) return false;
  await own.query(
    `update countersign.runs set state = 'running', detail = '{}', wakes = wakes + 1, unclaimed_at = null where run_id = $1`,
    [runId],
  );
  await enqueueActivation(context.client, own, { runId, wakes: row.wakes + 1 });
  return true;
}

/** Returns `true` if a live worker executes an activation. A live worker holds its lock. */
async function isExecuted({ client }: WakeContext, current: NextActivation, own: PoolClient): Promise<boolean> {
  const workflow = await client.getWorkflow(workflowOf(current));
  if (workflow?.status !== 'PENDING' || workflow.executorId === undefined) return false;
  const { rows } = await own.query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
    [lockKeyOf(workflow.executorId)],
  );
  return rows[0]?.free !== true;
}
