import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { PoolClient } from 'pg';
import type { NextLife } from '../postgres/run-tables.js';

/** How this package's workflows are known to the engine. A deploy of the app must not change it: runs on their way would be stranded. */
export const engine = {
  application: 'countersign',
  version: '3',
  queue: 'countersign-runs',
  runWorkflow: 'countersign-run',
  expiryWorkflow: 'countersign-expiry',
  runPrefix: 'run:',
} as const;

/** The name of the workflow that is a life of a run. */
export function workflowOf({ runId, wakes }: NextLife): string {
  return `${engine.runPrefix}${runId}:${wakes}`;
}

/** Hands a life of a run to the engine, which takes each name once: both count, the life and what is written in this transaction, or neither. */
export async function enqueueLife(client: DBOSClient, transaction: PoolClient, life: NextLife): Promise<void> {
  const { runWorkflow: workflowName, queue: queueName, version: appVersion } = engine;
  await client.enqueueInTransaction(
    transaction,
    { workflowName, workflowID: workflowOf(life), queueName, appVersion },
    life,
  );
}
