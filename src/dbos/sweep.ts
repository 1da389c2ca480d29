import { sendNotification } from '../postgres/run-notifier.js';
import { transact } from '../postgres/transact.js';
import { engine, enqueueActivation } from './engine.js';
import { expireBatch, type WakeContext, wakeRun } from './wake-run.js';

/**
 * The age at which a run without a workflow counts as orphaned, in milliseconds. Younger ones may be about to get one.
 */
const graceMs = 5000;

/**
 * Finishes work that a crash of any process interrupted between two writes: wakes, expiries and missing workflows.
 *
 * @param agents the names of the agents of this worker. It claims the runs that workers without their agent have left.
 */
export async function sweep(context: WakeContext, agents: readonly string[]): Promise<void> {
  const { pool, client, runs, batches } = context;
  const now = await context.clock.read();
  for (const batchId of await runs.answeredWaiting()) await wakeRun(context, batchId);
  for (const { batch } of await batches.overdue(now)) await expireBatch(context, batch.batchId);
  for (const runId of await runs.stoppedWaiting())
    for (const batchId of await batches.withdraw(runId)) await wakeRun(context, batchId);
  await transact(pool, async (own) => {
    for (const next of await runs.claim(agents, own)) await enqueueActivation(client, own, next);
  });
  for (const { status, ...next } of await runs.orphanedRuns(engine.runPrefix, now - graceMs)) {
    const { runId } = next;
    if (status === undefined) await transact(pool, (own) => enqueueActivation(client, own, next));
    else {
      await runs.abandon(runId, `Its workflow ended as ${status}.`);
      await sendNotification(pool, { type: 'over', runId });
    }
  }
}
