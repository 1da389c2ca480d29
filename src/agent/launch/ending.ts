import type { ModelMessage } from 'ai';
import { CountersignError, RunAborted, UserError } from '../../protocol/base/errors.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { Ending, RunScope } from '../run/run-scope.js';
import { addPrompt, pendingPrompt } from './prompt.js';

/** Whether it is a stop that ends a run. */
export function isStop(run: RunScope, error: unknown): boolean {
  return run.signal.aborted || RunAborted.isInstance(error);
}

interface Closing {
  readonly unsaid?: readonly ModelMessage[];
  readonly isStopped?: boolean;
}

/**
 * How a run ends that was stopped or failed, once its history is as it stays.
 *
 * @param closing `unsaid`: results that go before its prompt and cannot be sent yet. `isStopped`: found out before its
 * calls were closed, because a stop while they are closed must not make a failed run with open calls a stopped one.
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

/** Whatever was thrown, as an error with a code and the original as its cause. */
export function asRunError(error: unknown): CountersignError {
  if (CountersignError.isInstance(error)) return error;
  const { message } = serializeError(error);
  return new UserError('run-failed', `The run failed: ${message}. The outcome keeps the history up to here.`, {
    cause: error,
  });
}
