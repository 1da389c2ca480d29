import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { Pool } from 'pg';
import { transact } from '../postgres/transact.js';

/** How this package's workflows are known to the engine. A deploy of the app must not change it: runs on their way would be stranded. */
export const engine = {
  application: 'countersign',
  version: '1',
  queue: 'countersign-runs',
  runWorkflow: 'countersign-run',
  expiryWorkflow: 'countersign-expiry',
} as const;

/** What a run's workflow ends with: it waits for answers and is begun again with them, or it is over. */
export type RunWorkflowEnd = { readonly parked: string; readonly step: number } | { readonly ended: string };

/** How often it is looked whether a run has come to wait, and for how long between, in milliseconds. */
const [looks, lookMs] = [20, 50];

/** The name of a run's workflow. */
export function workflowOf(runId: string): string {
  return `run:${runId}`;
}

/** Hands a run to the engine, which takes each name once. */
export async function enqueueRun(client: DBOSClient, runId: string): Promise<void> {
  const { runWorkflow: workflowName, queue: queueName, version: appVersion } = engine;
  await client.enqueue({ workflowName, workflowID: workflowOf(runId), queueName, appVersion }, runId);
}

/**
 * Begins a run again that waits for a question. Whoever does it holds a lock: two that both saw it wait would send a run back that has gone on.
 *
 * @returns whether it was begun again. One that has not come to wait yet is left for the sweep.
 */
export async function wakeRun(
  { pool, client }: { readonly pool: Pool; readonly client: DBOSClient },
  runId: string,
  batchId: string,
): Promise<boolean> {
  for (let look = 0; look < looks; look++) {
    const found = await wakeNow({ pool, client }, runId, batchId);
    if (found !== 'not yet') return found === 'woken';
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  return false;
}

async function wakeNow(
  { pool, client }: { readonly pool: Pool; readonly client: DBOSClient },
  runId: string,
  batchId: string,
): Promise<'woken' | 'not yet' | 'elsewhere'> {
  return await transact(pool, async (lock) => {
    await lock.query('select pg_advisory_xact_lock(hashtext($1))', [workflowOf(runId)]);
    const status = await client.getWorkflow(workflowOf(runId));
    if (status === undefined || status.status === 'ERROR' || status.status === 'CANCELLED') return 'elsewhere';
    if (status.status !== 'SUCCESS') return 'not yet';
    const end = status.output as RunWorkflowEnd; // our own workflow gave it
    if (!('parked' in end) || end.parked !== batchId) return 'elsewhere';
    const { queue: queueName, version: applicationVersion } = engine;
    await client.rewindWorkflow(workflowOf(runId), { startStep: end.step, queueName, applicationVersion });
    return 'woken';
  });
}
