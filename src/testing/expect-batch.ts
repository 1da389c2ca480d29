import type { Decision } from '../approval/broker/decision.js';
import type { PendingItem } from '../approval/broker/pending.js';
import type { JSONValue } from '../protocol/base/json.js';
import { toolApproved, toolDenied, toolReturn } from '../protocol/make-answer.js';
import { batchClosed, findItem, listItems, nextBatch, type Run, type WhichCall } from './find-pending.js';

/** The answers of a test to the calls of a batch. Nothing is decided before `settled()`. */
export interface BatchScript {
  /** Approves a call. `edit` replaces the input; the model reads `note`. */
  readonly approve: (which: WhichCall, options?: { readonly edit?: JSONValue; readonly note?: string }) => BatchScript;
  /** Denies a call, with a reason that the model reads. */
  readonly deny: (which: WhichCall, reason?: string) => BatchScript;
  /** Returns the result of an external call. */
  readonly return: (which: WhichCall, value: JSONValue) => BatchScript;
  /** Parks a call: the run ends `deferred`. */
  readonly park: (which: WhichCall) => BatchScript;
  /** Approves every approval that has no answer in this script. */
  readonly approveRest: () => BatchScript;
  /**
   * Waits for the batch, sends all answers, and waits until the batch has been returned to the run.
   *
   * @throws Error when a call is not in the batch, an answer is not accepted, or a call has no answer. The message
   *   lists the calls.
   */
  readonly settled: () => Promise<void>;
}

type ScriptLine = (items: readonly PendingItem[]) => readonly (readonly [item: PendingItem, decision: Decision])[];

/**
 * Answers the next batch of a conversation or a `useAgentRun` result, as a person would on its cards.
 *
 * @param run a conversation, or the result of `useAgentRun`.
 * @example
 * await expectBatch(run)
 *   .approve('Write .env')
 *   .deny('Delete a.txt', 'Not that one')
 *   .return('Pick file', { name: 'b.txt' })
 *   .settled();
 */
export function expectBatch(run: Run): BatchScript {
  return script(run, []);
}

function script(run: Run, lines: readonly ScriptLine[]): BatchScript {
  const answer = (which: WhichCall, decision: Decision): BatchScript =>
    script(run, [...lines, (items) => [[findItem(items, which), decision]]]);
  return {
    approve: (which, { edit, note } = {}) =>
      answer(
        which,
        toolApproved({
          ...(edit === undefined ? {} : { overrideArgs: edit }),
          ...(note === undefined ? {} : { note }),
        }),
      ),
    deny: (which, reason) => answer(which, toolDenied(reason)),
    return: (which, value) => answer(which, toolReturn(value)),
    park: (which) => answer(which, 'defer'),
    approveRest: () => script(run, [...lines, rest]),
    settled: () => sendAnswers(run, lines),
  };
}

const rest: ScriptLine = (items) =>
  items.filter(({ kind, state }) => kind === 'approval' && state.status === 'waiting').map((item) => [item, true]);

async function sendAnswers(run: Run, lines: readonly ScriptLine[]): Promise<void> {
  const { batchId, items } = await nextBatch(run);
  const decisions = new Map<PendingItem, Decision>();
  for (const line of lines) {
    const left = items.filter((item) => !decisions.has(item));
    for (const [item, decision] of line(line === rest ? left : items)) decisions.set(item, decision);
  }
  const unanswered = items.filter((item) => item.state.status === 'waiting' && !decisions.has(item));
  if (unanswered.length > 0) {
    throw new Error(
      `The test has no answer for these calls, so the batch would wait forever. No answer was sent. Add an answer for each call:\n${listItems(unanswered)}`,
    );
  }
  for (const [{ call }, decision] of decisions) {
    const outcome = await run.decide(call.toolCallId, decision);
    if (outcome.status === 'accepted') continue;
    throw new Error(`The answer to '${call.title}' (${call.toolCallId}) was not accepted: ${JSON.stringify(outcome)}`);
  }
  await batchClosed(run, batchId);
}
