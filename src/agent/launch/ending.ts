import type { ModelMessage } from 'ai';
import { CountersignError, RunAborted, UserError } from '../../protocol/base/errors.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { Ending, RunScope } from '../run/run-scope.js';
import { addPrompt, pendingPrompt } from './prompt.js';

/** Returns `true` for an error by which a run is stopped. */
export function isStop(run: RunScope, error: unknown): boolean {
  return run.signal.aborted || RunAborted.isInstance(error);
}

interface Closing {
  readonly unsaid?: readonly ModelMessage[];
  readonly isStopped?: boolean;
}

/**
 * Returns the ending of a run that was stopped or failed, after its calls were closed.
 *
 * @param closing `unsaid`: results that belong before its prompt and cannot be sent yet. `isStopped`: determined before
 * the calls were closed, because a later stop must not turn a failed run with open calls into a stopped one.
 */
export function endingFor(
  run: RunScope,
  error: unknown,
  { unsaid = [], isStopped = isStop(run, error) }: Closing = {},
): Ending {
  if (!isStopped) return { type: 'failed', error: asRunError(error), ...pendingPrompt(run, unsaid) };
  addPrompt(run);
  const reason: unknown = run.signal.reason;
  return { type: 'aborted', left: run, ...(typeof reason === 'string' && reason !== '' ? { reason } : {}) };
}

/** Converts any thrown value to an error with a code and the original as its cause. */
export function asRunError(error: unknown): CountersignError {
  if (CountersignError.isInstance(error)) return error;
  const { message } = serializeError(error);
  return new UserError('run-failed', `The run failed: ${message}. The outcome keeps the history up to here.`, {
    cause: error,
  });
}
