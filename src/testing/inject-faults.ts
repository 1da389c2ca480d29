import type { DecideOutcome, Decision } from '../approval/broker/decision.js';
import { batchClosed, findItem, nextBatch, type Run, type WhichCall } from './find-pending.js';

/**
 * Answers a call twice at once, as a double click does. Only the first answer may count.
 *
 * @param run a conversation, or the result of `useAgentRun`.
 * @param which the call: its title, its id, or a function that selects it.
 * @param decision the argument of `run.decide()`.
 * @example
 * const outcomes = await answerTwice(run, 'Delete a.txt', true);
 * expect(outcomes).toEqual([{ status: 'accepted' }, { status: 'late', reason: 'answered' }]);
 */
export async function answerTwice(
  run: Run,
  which: WhichCall,
  decision: Decision,
): Promise<readonly [first: DecideOutcome, second: DecideOutcome]> {
  const { items } = await nextBatch(run);
  const { toolCallId } = findItem(items, which).call;
  return await Promise.all([run.decide(toolCallId, decision), run.decide(toolCallId, decision)]);
}

/**
 * Answers a call after its batch is closed, as a person does on a stale card. The answer must not change anything.
 *
 * @param run a conversation, or the result of `useAgentRun`.
 * @param which the call: its title, its id, or a function that selects it.
 * @param decision the argument of `run.decide()`.
 * @example
 * const late = answerLate(run, 'Delete a.txt', true);
 * run.stop();
 * expect(await late).toEqual({ status: 'late', reason: 'cancelled' });
 */
export async function answerLate(run: Run, which: WhichCall, decision: Decision): Promise<DecideOutcome> {
  const { batchId, items } = await nextBatch(run);
  const { toolCallId } = findItem(items, which).call;
  await batchClosed(run, batchId);
  return await run.decide(toolCallId, decision);
}
