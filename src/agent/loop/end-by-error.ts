import { endingFor, isStop } from '../launch/ending.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { Ending, RunScope } from '../run/run-scope.js';
import { endCall, type Turn } from '../run/turn.js';
import { appendResults, followUp, isDone } from './close-step.js';

/**
 * Ends a run that was stopped or failed. Results that exist are kept, and of calls that had begun nobody knows how far
 * they came. A stopped run closes all others as cancelled, so that a new message works; a failed one leaves them open,
 * so that it can be resumed.
 */
export async function endByError(
  run: RunScope,
  { turn, error }: { readonly turn: Turn | undefined; readonly error: unknown },
  emit: Emit,
): Promise<Ending> {
  const isStopped = isStop(run, error);
  if (turn !== undefined) {
    for (const call of turn.calls) {
      if (call.hasStarted) endCall({ call, end: call.body.made ?? { status: 'unknown' }, emit });
      else if (isStopped) endCall({ call, end: { status: 'cancelled' }, emit });
    }
    await appendResults(run, turn, { emit });
  }
  const isOpen = !isStopped && turn?.calls.some((call) => !isDone(call)) === true;
  return endingFor(run, error, { isStopped, ...(isOpen ? { unsaid: followUp(run, turn) } : {}) });
}
