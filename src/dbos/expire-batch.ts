import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { Pool } from 'pg';
import type { BatchRecord, TakenAnswer } from '../agent/run-server/batch-record.js';
import type { BatchTables } from '../postgres/batch-tables.js';
import { ring } from '../postgres/run-bell.js';
import { dueAnswers, nextDeadline } from '../server/runs/batch-deadlines.js';
import type { Taking } from '../server/runs/take-answers.js';
import { engine, wakeRun } from './engine.js';

/** Where questions are kept, and what wakes those that wait. */
export interface Waking {
  readonly pool: Pool;
  readonly client: DBOSClient;
  readonly batches: BatchTables;
}

/** Has the engine look at a question once its next call expires: whichever worker lives by then. */
export async function watchDeadline(
  { client }: Pick<Waking, 'client'>,
  record: BatchRecord,
  now: number,
): Promise<void> {
  const deadline = record.state === 'open' ? nextDeadline(record) : undefined;
  if (deadline === undefined) return;
  const { batchId } = record.batch;
  await client.enqueue(
    {
      workflowName: engine.expiryWorkflow,
      workflowID: `expire:${batchId}:${deadline}`,
      queueName: engine.queue,
      appVersion: engine.version,
      delaySeconds: Math.max(0, Math.ceil((deadline - now) / 1000)),
    },
    batchId,
  );
}

/** Takes answers, tells those who look on, and begins the run again if they were the last. */
export async function takeAndWake(
  waking: Waking,
  batchId: string,
  answers: readonly TakenAnswer[],
): Promise<Taking | undefined> {
  const taking = await waking.batches.take(batchId, answers);
  if (taking === undefined) return undefined;
  const { batch, state } = taking.record;
  await ring(waking.pool, { type: 'batch', runId: batch.runId, batchId });
  if (state === 'answered' && taking.added.length > 0) await wakeRun(waking, batch.runId, batchId);
  return taking;
}

/** Ends what nobody has answered in time; looks again later, if it has more time by now. */
export async function expireBatch(waking: Waking, batchId: string, now: number): Promise<void> {
  const record = await waking.batches.find(batchId);
  if (record === undefined || record.state !== 'open') return;
  const due = dueAnswers(record, now);
  const taking = due.length === 0 ? undefined : await takeAndWake(waking, batchId, due);
  await watchDeadline(waking, taking?.record ?? record, now);
}
