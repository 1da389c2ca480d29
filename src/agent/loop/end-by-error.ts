import { CountersignError, RunAborted, UserError } from '../../protocol/base/errors.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { Ending, RunScope } from '../run/run-scope.js';
import { endCall, type Turn } from '../run/turn.js';
import { appendResults, followUp, isDone } from './close-step.js';
import { addPrompt, pendingPrompt } from './first-step.js';

/**
 * Ends a run that was stopped or failed. Results that exist are kept, and of calls that had begun nobody knows how far they came.
 * A stopped run closes all others as cancelled, so that a new message works; a failed one leaves them open, so that it can be
 * resumed.
 */
export async function endByError(
  run: RunScope,
  { turn, error }: { readonly turn: Turn | undefined; readonly error: unknown },
  emit: Emit,
): Promise<Ending> {
  const isStopped = run.signal.aborted || RunAborted.isInstance(error);
  if (turn !== undefined) {
    for (const call of turn.calls) {
      if (call.begun) endCall({ call, end: call.made ?? { status: 'unknown' }, emit });
      else if (isStopped) endCall({ call, end: { status: 'cancelled' }, emit });
    }
    await appendResults(run, turn, emit);
  }
  if (isStopped) {
    addPrompt(run);
    const reason: unknown = run.signal.reason;
    return { type: 'aborted', left: run, ...(typeof reason === 'string' && reason !== '' ? { reason } : {}) };
  }
  const isOpen = turn?.calls.some((call) => !isDone(call)) === true;
  return { type: 'failed', error: asRunError(error), ...pendingPrompt(run, isOpen ? followUp(run, turn) : []) };
}

/** Whatever was thrown, as an error with a code and the original as its cause. */
export function asRunError(error: unknown): CountersignError {
  if (CountersignError.isInstance(error)) return error;
  const { message } = serializeError(error);
  return new UserError('run-failed', `The run failed: ${message}. The outcome keeps the history up to here.`, {
    cause: error,
  });
}
