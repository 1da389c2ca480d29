import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { Pool, PoolClient } from 'pg';
import type { BatchTables } from '../postgres/batch-tables.js';
import type { DatabaseClock } from '../postgres/connection/database-clock.js';
import { sendNotification } from '../postgres/run-notifier.js';
import type { RunTables } from '../postgres/run-tables.js';
import { transact } from '../postgres/transact.js';
import type { AcceptedAnswer, BatchRecord } from '../remote/run-protocol/batch-record.js';
import type { AcceptedAnswers } from '../server/runs/accept-answers.js';
import { dueAnswers, nextDeadline } from '../server/runs/batch-deadlines.js';
import { engine, enqueueActivation } from './engine.js';

/** The tables and the engine client that waking a run needs. */
export interface WakeContext {
  readonly pool: Pool;
  readonly client: DBOSClient;
  readonly batches: BatchTables;
  readonly runs: RunTables;
  readonly clock: DatabaseClock;
}

/** Enqueues the next activation of the run that waits for a batch, unless the batch is still open. */
export async function wakeRun(context: WakeContext, batchId: string): Promise<void> {
  await transact(context.pool, (own) => wakeWithin(context, batchId, own));
}

/**
 * Wakes a run that has just been stored as waiting, if its batch was answered before that. Later answers find the run
 * waiting and wake it themselves.
 */
export async function wakeIfAnswered(context: WakeContext, batchId: string): Promise<void> {
  if ((await context.batches.find(batchId))?.state !== 'open') await wakeRun(context, batchId);
}

/** Stores answers and, if they complete the batch, enqueues the next activation of its run in the same transaction. */
export async function acceptAndWake(
  context: WakeContext,
  batchId: string,
  answers: readonly AcceptedAnswer[],
): Promise<AcceptedAnswers | undefined> {
  let isWoken = false;
  const accepted = await context.batches.acceptAnswers(batchId, answers, async ({ record, added }, own) => {
    const { batch, state } = record;
    if (added.length === 0) return;
    await sendNotification(own, { type: 'batch', runId: batch.runId, batchId });
    if (state === 'answered') isWoken = await wakeWithin(context, batchId, own);
  });
  // The run may be about to be stored as waiting, and have checked for answers before these were committed.
  if (accepted?.record.state === 'answered' && !isWoken) await wakeRun(context, batchId);
  return accepted;
}

/** The same in a transaction. Returns `true` if the run was woken. */
export async function wakeWithin({ runs, client }: WakeContext, batchId: string, own: PoolClient): Promise<boolean> {
  const next = await runs.wake(batchId, own);
  if (next !== undefined) await enqueueActivation(client, own, next);
  return next !== undefined;
}

/**
 * Schedules a workflow at the next deadline of a batch. The engine runs it on any live worker. It may be early or late
 * by the difference between the clocks of two computers, so it checks the time again, and a sweep does what it missed.
 */
export async function watchDeadline(
  { client, clock }: Pick<WakeContext, 'client' | 'clock'>,
  record: BatchRecord,
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
      delaySeconds: Math.max(0, Math.ceil((deadline - clock.now()) / 1000)),
    },
    batchId,
  );
}

/** Expires the overdue calls of a batch, and schedules a check at the next deadline, which may have been moved. */
export async function expireBatch(context: WakeContext, batchId: string): Promise<void> {
  const record = await context.batches.find(batchId);
  if (record === undefined || record.state !== 'open') return;
  const due = dueAnswers(record, await context.clock.read());
  const accepted = due.length === 0 ? undefined : await acceptAndWake(context, batchId, due);
  await watchDeadline(context, accepted?.record ?? record);
}
