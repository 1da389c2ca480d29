import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { Pool, PoolClient } from 'pg';
import type { BatchRecord, TakenAnswer } from '../agent/run-server/batch-record.js';
import type { BatchTables } from '../postgres/batch-tables.js';
import { ring } from '../postgres/run-bell.js';
import type { RunTables } from '../postgres/run-tables.js';
import { transact } from '../postgres/transact.js';
import { dueAnswers, nextDeadline } from '../server/runs/batch-deadlines.js';
import type { Taking } from '../server/runs/take-answers.js';
import { engine, enqueueLife } from './engine.js';

/** Where questions are kept, and what wakes those that wait. */
export interface Waking {
  readonly pool: Pool;
  readonly client: DBOSClient;
  readonly batches: BatchTables;
  readonly runs: RunTables;
}

/** Begins another life of the run that waits for a question, if nobody asks it any more. */
export async function wakeRun(waking: Waking, batchId: string): Promise<void> {
  await transact(waking.pool, (own) => wakeWithin(waking, batchId, own));
}

/** For a run that has just come to wait: whoever answers from now on finds it so. */
export async function wakeIfAnswered(waking: Waking, batchId: string): Promise<void> {
  if ((await waking.batches.find(batchId))?.state !== 'open') await wakeRun(waking, batchId);
}

/** Takes answers, and begins another life of the run if they were the last: both at once, or neither. */
export async function takeAndWake(
  waking: Waking,
  batchId: string,
  answers: readonly TakenAnswer[],
): Promise<Taking | undefined> {
  let isWoken = false;
  const taking = await waking.batches.take(batchId, answers, async ({ record, added }, own) => {
    const { batch, state } = record;
    if (added.length === 0) return;
    await ring(own, { type: 'batch', runId: batch.runId, batchId });
    if (state === 'answered') isWoken = await wakeWithin(waking, batchId, own);
  });
  // A run that was about to wait then may have looked for answers before these were there.
  if (taking?.record.state === 'answered' && !isWoken) await wakeRun(waking, batchId);
  return taking;
}

async function wakeWithin({ runs, client }: Waking, batchId: string, own: PoolClient): Promise<boolean> {
  const life = await runs.wake(batchId, own);
  if (life !== undefined) await enqueueLife(client, own, life);
  return life !== undefined;
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

/** Ends what nobody has answered in time; looks again later, if it has more time by now. */
export async function expireBatch(waking: Waking, batchId: string, now: number): Promise<void> {
  const record = await waking.batches.find(batchId);
  if (record === undefined || record.state !== 'open') return;
  const due = dueAnswers(record, now);
  const taking = due.length === 0 ? undefined : await takeAndWake(waking, batchId, due);
  await watchDeadline(waking, taking?.record ?? record, now);
}
