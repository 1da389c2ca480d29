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
