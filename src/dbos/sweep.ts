import { ring } from '../postgres/run-bell.js';
import type { RunTables } from '../postgres/run-tables.js';
import { enqueueRun, wakeRun, workflowOf } from './engine.js';
import { expireBatch, type Waking } from './expire-batch.js';

/** How long whoever adds a run has time to hand it to the engine, in milliseconds. */
const graceMs = 5000;

/** Finds what a crash has left between two writes, whoever died, and does the second. */
export async function sweep(waking: Waking, runs: RunTables, now: number): Promise<void> {
  for (const { runId, batchId } of await runs.answeredWaiting()) await wakeRun(waking, runId, batchId);
  for (const { batch } of await waking.batches.overdue(now)) await expireBatch(waking, batch.batchId, now);
  for (const { runId, status } of await runs.unled(workflowOf(''), now - graceMs)) {
    if (status === undefined) await enqueueRun(waking.client, runId);
    else {
      await runs.giveUp(runId, `Its workflow ended as ${status}.`);
      await ring(waking.pool, { type: 'over', runId });
    }
  }
}
