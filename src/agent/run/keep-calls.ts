import type { Emit } from '../plumbing/delta-batcher.js';
import { type CallSnapshot, restoreCall, snapshotOf } from './call-snapshot.js';
import { kept } from './kept.js';
import type { RunScope } from './run-scope.js';
import type { Turn, TurnCall } from './turn.js';

interface KeepCalls<T> {
  readonly run: RunScope;
  readonly turn: Turn;
  readonly calls: readonly TurnCall[];
  readonly emit: Emit;
  /** Decides about the calls, and changes them. What it gives is plain JSON. */
  readonly decide: (emit: Emit) => Promise<T>;
}

/**
 * Decides something about calls as one step, so that a later life of the run asks nobody again: what a tool, a policy or people's wishes said
 * then still counts.
 */
export async function keepCalls<T>({ run, turn, calls, emit, decide }: KeepCalls<T>): Promise<T> {
  if (run.journal === undefined) return await decide(emit);
  turn.plans += 1;
  const key = `plan:${run.runId}/${run.step}.${turn.plans}`;
  const { value, isReplayed } = await kept(run, { key, emit }, async (tell) => {
    const verdict = await decide(tell);
    return { verdict, calls: calls.map(snapshotOf) };
  });
  if (isReplayed) for (const [index, call] of calls.entries()) restore(call, value.calls[index]);
  return value.verdict;
}

function restore(call: TurnCall, snapshot: CallSnapshot | undefined): void {
  if (snapshot !== undefined) restoreCall(call, snapshot);
}
