import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { PoolClient } from 'pg';
import type { NextActivation } from '../postgres/run-tables.js';

/** The names of this package's workflows in DBOS. Changing one in a release would strand the open runs. */
export const engine = {
  application: 'countersign',
  version: '3',
  queue: 'countersign-runs',
  runWorkflow: 'countersign-run',
  expiryWorkflow: 'countersign-expiry',
  runPrefix: 'run:',
} as const;

/** Returns the workflow id of an activation. */
export function workflowOf({ runId, wakes }: NextActivation): string {
  return `${engine.runPrefix}${runId}:${wakes}`;
}

/** Returns the run of a workflow that executes an activation, or `undefined` for another workflow. */
export function runIdOfWorkflow(workflowId: string): string | undefined {
  if (!workflowId.startsWith(engine.runPrefix)) return undefined;
  return workflowId.slice(engine.runPrefix.length, workflowId.lastIndexOf(':'));
}

/**
 * Enqueues an activation in the given transaction, so that it takes effect together with the other writes of the
 * transaction. DBOS ignores a workflow id that it already has, so enqueueing twice is safe.
 */
export async function enqueueActivation(
  client: DBOSClient,
  transaction: PoolClient,
  next: NextActivation,
): Promise<void> {
  const { runWorkflow: workflowName, queue: queueName, version: appVersion } = engine;
  await client.enqueueInTransaction(
    transaction,
    { workflowName, workflowID: workflowOf(next), queueName, appVersion },
    next,
  );
}
