import {
  CountersignError,
  HandlerError,
  ModelError,
  RunAborted,
  UnexpectedModelBehavior,
  UsageLimitExceeded,
  UserError,
} from '../../protocol/base/errors.js';
import { isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';

/** An error as it travels. Whether it is ours decides what the other side makes of it. */
export function toPortError(error: unknown): unknown {
  return { ...serializeError(error), isOwn: CountersignError.isInstance(error) };
}

/** An error that has come: of the same class, where it is one of ours. */
export function fromPortError(data: unknown): Error {
  const { name, code, message, cause, isOwn = false } = isRecord(data) ? data : {};
  const options = cause === undefined ? {} : { cause: fromPortError(cause) };
  const words = String(message ?? 'It did not say what went wrong.');
  if (isOwn !== true) return Object.assign(new Error(words, options), { name: String(name ?? 'Error'), code });
  return new (classes().find(({ type }) => type === name) ?? CountersignError)(String(code), words, options);
}

/** The same where only an error of ours will do. */
export function fromRunError(data: unknown): CountersignError {
  const error = fromPortError(data);
  return CountersignError.isInstance(error) ? error : new CountersignError('run-failed', error.message);
}

/** Not a constant: who connects to nothing should not have to carry it. */
function classes(): readonly (typeof CountersignError)[] {
  return [UserError, ModelError, UsageLimitExceeded, HandlerError, RunAborted, UnexpectedModelBehavior];
}

/** Why a run is over whose other side can no longer be reached. */
export function portClosed(how: string, isKept: boolean): CountersignError {
  const what = isKept
    ? 'What its journal has is kept: begin the run again with the same runId and journal, with an agent that can be reached.'
    : 'Nobody knows how far what had begun came. Make a new worker, and go on from the messages of this outcome.';
  return new CountersignError('port-closed', `The run ended because ${how}. Nothing more of it runs. ${what}`);
}

/** Why no run can begin here. */
export function portVersion(): UserError {
  return new UserError(
    'port-version',
    'The agent on the other side of the port is served by another version of Countersign, which says things in another way. Nothing was run. Load the same version on both sides; a worker may come from an old cache.',
  );
}
