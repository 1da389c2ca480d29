import type { Emit } from './emitting.js';
import { executeCall } from './execute-call.js';
import type { NextStep } from './next-step.js';
import type { RunScope } from './run-scope.js';
import { callsIn, type Turn } from './turn.js';

/** Runs every call that may run, in parallel; what deferred is then asked about as one batch. */
export async function toolStep(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  await settleAll(callsIn(turn, 'new', 'approved').map((call) => executeCall(run, call, emit)));
  if (callsIn(turn, 'deferred').length > 0) return { type: 'deferred', turn };
  const parked = callsIn(turn, 'parked');
  return parked.length > 0 ? { type: 'deferred', turn } : { type: 'close', turn };
}

/** Waits for all before it throws the first error: a sibling that finished keeps its result. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
