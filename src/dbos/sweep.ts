import { ring } from '../postgres/run-bell.js';
import { transact } from '../postgres/transact.js';
import { engine, enqueueLife } from './engine.js';
import { expireBatch, type Waking, wakeRun } from './waking.js';

/** How long whoever adds a run has time to hand it to the engine, in milliseconds. */
const graceMs = 5000;

/** Finds what a crash has left between two writes, whoever died, and does the second. */
export async function sweep(waking: Waking, now: number): Promise<void> {
  const { pool, client, runs, batches } = waking;
  for (const batchId of await runs.answeredWaiting()) await wakeRun(waking, batchId);
  for (const { batch } of await batches.overdue(now)) await expireBatch(waking, batch.batchId, now);
  for (const { status, ...life } of await runs.unled(engine.runPrefix, now - graceMs)) {
    const { runId } = life;
    if (status === undefined) await transact(pool, (own) => enqueueLife(client, own, life));
    else {
      await runs.giveUp(runId, `Its workflow ended as ${status}.`);
      await ring(pool, { type: 'over', runId });
    }
  }
}
