import {
  CountersignError,
  HandlerError,
  ModelError,
  RemoteError,
  RunAborted,
  UnexpectedModelBehavior,
  UsageLimitExceeded,
  UserError,
} from './errors.js';
import { isRecord } from './record.js';
import { readRefusedContent, type SerializedError } from './serialize-error.js';
import { safeString } from './words.js';

/** Recreates one of our errors, with its class and causes, from data of unknown origin. */
export function toOwnError({ name, code, message, cause, refused }: Words, depth = 0): CountersignError {
  return new (classNamed(name) ?? CountersignError)(
    safeString(code) || 'error',
    messageIn(message),
    { ...causedBy(cause, depth + 1), refused: readRefusedContent(refused) } as ErrorOptions, // Only a ModelError reads it.
  );
}

/** The length at which a chain of causes is cut, because foreign data may nest without end. */
const maxCauses = 8;

type Words = Readonly<Partial<Record<keyof SerializedError, unknown>>>;

/** Errors of others keep their name and their code. */
function causedBy(cause: unknown, depth: number): ErrorOptions {
  if (!isRecord(cause) || depth > maxCauses) return {};
  if (classNamed(cause.name) !== undefined) return { cause: toOwnError(cause, depth) };
  const { name, code, message } = cause;
  const error = new Error(messageIn(message), causedBy(cause.cause, depth + 1));
  return { cause: Object.assign(error, { name: safeString(name ?? 'Error'), code }) };
}

function messageIn(message: unknown): string {
  return safeString(message ?? 'It did not say what went wrong.');
}

/** A function instead of a constant, so that bundles without it can drop the error classes. */
function classNamed(name: unknown): typeof CountersignError | undefined {
  const own = [
    UserError,
    UnexpectedModelBehavior,
    ModelError,
    RemoteError,
    UsageLimitExceeded,
    RunAborted,
    HandlerError,
  ];
  return [CountersignError, ...own].find(({ type }) => type === name);
}
