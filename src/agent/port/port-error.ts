import { toOwnError } from '../../protocol/base/error-from-data.js';
import { CountersignError } from '../../protocol/base/errors.js';
import { isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { safeString } from '../../protocol/base/words.js';

/** An error as it travels. Whether it is ours decides what the other side makes of it. */
export function toPortError(error: unknown): unknown {
  return { ...serializeError(error), isOwn: CountersignError.isInstance(error) };
}

/** An error that has come: of the same class, where it is one of ours. */
export function fromPortError(data: unknown): Error {
  const error = isRecord(data) ? data : {};
  const own = toOwnError(error);
  if (error.isOwn === true) return own;
  const { message, cause } = own;
  return Object.assign(new Error(message, { cause }), { name: safeString(error.name ?? 'Error'), code: error.code });
}

/** The same where only an error of ours will do. */
export function fromRunError(data: unknown): CountersignError {
  const error = fromPortError(data);
  return CountersignError.isInstance(error) ? error : new CountersignError('run-failed', error.message);
}
