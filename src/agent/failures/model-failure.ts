import { CountersignError, ModelError } from '../../protocol/base/errors.js';
import { isRecord } from '../../protocol/base/record.js';
import { describeRefused, type RefusedContent } from '../../protocol/base/serialize-error.js';
import { delayBefore } from '../plumbing/asked-delay.js';
import { isUnreachable, type NamedModel, unreachableText } from './unreachable.js';

/** The first delay of the AI SDK's series 2 s, 4 s, 8 s, …, without jitter. */
const firstDelay = 2000;

/** Returns the error for a response that was cut off. */
export function brokeOff(): ModelError {
  return new ModelError(
    'model-broke-off',
    "The model's response ended before it was complete, so nothing of it was run. The connection, or a proxy, cut it off; try again.",
  );
}

/** Returns the error for a response with neither text nor calls. */
export function emptyResponse(): ModelError {
  return new ModelError(
    'model-empty',
    'The model answered with an empty response. Nothing ran, and the history is unchanged. Try again, or be more specific.',
  );
}

/** Returns the milliseconds to wait before a retry; `undefined` if a retry cannot help. */
export function retryDelay(error: unknown, attempt: number, now: number): number | undefined {
  if (!isRetryable(error)) return undefined;
  const backOff = firstDelay * 2 ** (attempt - 1);
  const headers = isRecord(error) && isRecord(error.responseHeaders) ? error.responseHeaders : {};
  return delayBefore(headers, backOff, now);
}

function isRetryable(error: unknown): boolean {
  if (CountersignError.isInstance(error)) return error.code === 'model-broke-off' || error.code === 'model-empty';
  if (typeof error !== 'object' || error === null) return false;
  if ('isRetryable' in error && typeof error.isRetryable === 'boolean') return error.isRetryable || isCutBody(error);
  const status = statusOf(error);
  if (status !== undefined) return status === 408 || status === 409 || status === 429 || status >= 500;
  if (error instanceof Error) return isConnectionCut(error);
  // An error that a provider put into the stream unchanged.
  return /overloaded|rate_limit|server_error|unavailable/i.test(JSON.stringify(detailsOf(error)));
}

/** The names that packages give to the error of a truncated or garbled response. */
const cutNames: ReadonlySet<string> = new Set(['AI_JSONParseError', 'AI_InvalidResponseDataError']);

function isConnectionCut(error: unknown): boolean {
  if (error instanceof TypeError)
    return /fetch|network|load failed|terminated|socket|connection|input stream/i.test(error.message);
  return error instanceof Error && (cutNames.has(error.name) || /^Incomplete .*frame/.test(error.message));
}

/** Packages report a truncated body with the status of its response, which does not speak against a retry. */
function isCutBody(error: object): boolean {
  return 'statusCode' in error && error.statusCode === 200 && 'cause' in error && isConnectionCut(error.cause);
}

/** Returns the HTTP status of an error. */
export function statusOf(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined;
  for (const key of ['statusCode', 'status', 'code'] as const) {
    const status = Number(error[key]);
    if (Number.isInteger(status) && status >= 400 && status <= 599) return status;
  }
  return undefined;
}

/** Returns the kind of a raw error without its message, which may quote anything. */
function detailsOf(error: object): readonly unknown[] {
  const inner = 'error' in error && isRecord(error.error) ? error.error : error;
  return [error, inner].flatMap((item) => ['type' in item ? item.type : '', 'code' in item ? item.code : '']);
}

/** A request that failed for good. */
interface FailedRequest {
  readonly attempts: number;
  readonly model: NamedModel;
  /** `none`: the request itself failed; `begun`: its response was cut off. */
  readonly response: 'none' | 'started';
  readonly refused?: RefusedContent | undefined;
}

/** Returns the error of a run whose request to the model failed for good. */
export function modelError(error: unknown, { attempts, model, response, refused }: FailedRequest): CountersignError {
  if (CountersignError.isInstance(error)) return error;
  const tries = attempts === 1 ? '' : ` ${attempts} times, the last time`;
  const reason = response === 'none' && isUnreachable(error) ? unreachableText(error, model) : failureText(error);
  const about = refused === undefined ? '' : `${describeRefused(refused)}. `;
  return new ModelError(
    'model-failed',
    `The request to the model failed${tries}: ${reason}. ${about}Nothing of its response ran, and the history is unchanged.`,
    { cause: error, refused },
  );
}

/** Returns an error's own message; providers put plain objects into the stream, too. */
export function failureText(error: unknown): string {
  const inner = isRecord(error) && isRecord(error.error) ? error.error : error;
  const message = typeof inner === 'object' && inner !== null && 'message' in inner ? inner.message : inner;
  return typeof message === 'string' ? message.replace(/\.$/, '') : JSON.stringify(message);
}
