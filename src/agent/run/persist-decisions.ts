import { UserError } from '../../protocol/base/errors.js';
import { derivedId } from '../../protocol/base/ids.js';
import { isSameJson } from '../../protocol/base/json.js';
import { quoteList } from '../../protocol/base/words.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { asFatal } from '../plumbing/fatal.js';
import { type CallSnapshot, restoreCall, snapshotOf } from './call-snapshot.js';
import type { RunScope } from './run-scope.js';
import { runStep } from './run-step.js';
import type { Turn, TurnCall } from './turn.js';

interface DecisionStep<T> {
  readonly run: RunScope;
  readonly turn: Turn;
  readonly calls: readonly TurnCall[];
  readonly emit: Emit;
  /** Decides about the calls and changes them. Its result is plain JSON. */
  readonly decide: (emit: Emit) => Promise<T>;
  /** The decision is carried out at once. Default: false. */
  readonly soon?: boolean;
}

/**
 * Decides something about calls as one step, so that a later life of the run asks nobody again: what a tool, a policy
 * or people's wishes said then still counts.
 *
 * @throws UserError `journal-mismatch`, which ends the run, where other calls are to be decided about than in the life
 * that kept it.
 */
export async function persistDecisions<T>({
  run,
  turn,
  calls,
  emit,
  decide,
  soon = false,
}: DecisionStep<T>): Promise<T> {
  if (run.journal === undefined) return await decide(emit);
  turn.plans += 1;
  const key = derivedId(run.runId, 'plan', run.step, turn.plans);
  const { value, isReplayed } = await runStep(run, { key, emit, soon }, async (tell) => {
    const verdict = await decide(tell);
    return { verdict, ids: idsOf(calls), calls: calls.map(snapshotOf) };
  });
  if (isReplayed && !isSameJson(value.ids, idsOf(calls))) throw otherCalls(key, value.ids, calls);
  if (isReplayed) for (const [index, call] of calls.entries()) restore(call, value.calls[index]);
  return value.verdict;
}

function idsOf(calls: readonly TurnCall[]): string[] {
  return calls.map(({ toolCallId }) => toolCallId);
}

/** A decision about one call must never apply to another: it would run with another input and another approval. */
function otherCalls(key: string, kept: readonly string[], calls: readonly TurnCall[]): UserError {
  return asFatal(
    new UserError(
      'journal-mismatch',
      `The step '${key}' was stored for ${quoteList([...kept])}, and now has ${quoteList(idsOf(calls))}: a tool or its schema has changed. Nothing more ran. Continue with the earlier tools, or start a new run from the messages.`,
    ),
  );
}

function restore(call: TurnCall, snapshot: CallSnapshot | undefined): void {
  if (snapshot !== undefined) restoreCall(call, snapshot);
}
