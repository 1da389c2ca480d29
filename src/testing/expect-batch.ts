import type { Decision } from '../approval/broker/decision.js';
import type { PendingItem } from '../approval/broker/pending.js';
import type { JSONValue } from '../protocol/base/json.js';
import { toolApproved, toolDenied, toolReturn } from '../protocol/make-answer.js';
import { batchClosed, findItem, listItems, nextBatch, type Run, type WhichCall } from './find-pending.js';

/** What a test says to the calls of a batch, one after the other. Nothing happens before `settled()`. */
export interface BatchScript {
  /** Says yes; `edit` replaces the input, `note` is told to the model. */
  readonly approve: (which: WhichCall, options?: { readonly edit?: JSONValue; readonly note?: string }) => BatchScript;
  /** Says no, with a reason that the model reads. */
  readonly deny: (which: WhichCall, reason?: string) => BatchScript;
  /** Gives the result of an external call. */
  readonly return: (which: WhichCall, value: JSONValue) => BatchScript;
  /** Leaves a call open on purpose: the run ends `deferred`. */
  readonly park: (which: WhichCall) => BatchScript;
  /** Says yes to every approval that nothing was said to. */
  readonly approveRest: () => BatchScript;
  /**
   * Waits for the batch, says all of it, and waits until the batch has gone back to the run.
   *
   * @throws Error when a call is not in the batch, an answer is not accepted, or a call is left without one. It lists what is there.
   */
  readonly settled: () => Promise<void>;
}

type Line = (items: readonly PendingItem[]) => readonly (readonly [item: PendingItem, decision: Decision])[];

/**
 * Answers the next batch of a conversation or of what `useAgentRun` gives, as a person at its cards would.
 *
 * @param run a conversation, or what `useAgentRun` gives.
 * @example
 * await expectBatch(run).approve('Write .env').deny('Delete a.txt', 'Not that one').return('Pick file', { name: 'b.txt' }).settled();
 */
export function expectBatch(run: Run): BatchScript {
  return script(run, []);
}

function script(run: Run, lines: readonly Line[]): BatchScript {
  const say = (which: WhichCall, decision: Decision): BatchScript =>
    script(run, [...lines, (items) => [[findItem(items, which), decision]]]);
  return {
    approve: (which, { edit, note } = {}) =>
      say(
        which,
        toolApproved({
          ...(edit === undefined ? {} : { overrideArgs: edit }),
          ...(note === undefined ? {} : { note }),
        }),
      ),
    deny: (which, reason) => say(which, toolDenied(reason)),
    return: (which, value) => say(which, toolReturn(value)),
    park: (which) => say(which, 'defer'),
    approveRest: () => script(run, [...lines, rest]),
    settled: () => play(run, lines),
  };
}

const rest: Line = (items) =>
  items.filter(({ kind, state }) => kind === 'approval' && state.status === 'waiting').map((item) => [item, true]);

async function play(run: Run, lines: readonly Line[]): Promise<void> {
  const { batchId, items } = await nextBatch(run);
  const decisions = new Map<PendingItem, Decision>();
  for (const line of lines) {
    const left = items.filter((item) => !decisions.has(item));
    for (const [item, decision] of line(line === rest ? left : items)) decisions.set(item, decision);
  }
  const silent = items.filter((item) => item.state.status === 'waiting' && !decisions.has(item));
  if (silent.length > 0) {
    throw new Error(
      `Nothing was said to these calls, so the batch would wait for ever; nothing was decided:\n${listItems(silent)}`,
    );
  }
  for (const [{ call }, decision] of decisions) {
    const outcome = await run.decide(call.toolCallId, decision);
    if (outcome.status === 'accepted') continue;
    throw new Error(`The answer to '${call.title}' (${call.toolCallId}) was not accepted: ${JSON.stringify(outcome)}`);
  }
  await batchClosed(run, batchId);
}
