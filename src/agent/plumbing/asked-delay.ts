/** The longest delay that a server may ask for, in milliseconds. */
const maxAskedDelay = 60_000;

/** The headers in which a server says when to retry. */
export interface RetryHeaders {
  readonly 'retry-after'?: unknown;
  readonly 'retry-after-ms'?: unknown;
}

/**
 * Returns the milliseconds to wait before a retry: the delay that the server asks for, if it is reasonable.
 *
 * @param backOff the delay otherwise.
 * @param now the time, in milliseconds since 1970.
 */
export function delayBefore(headers: RetryHeaders, backOff: number, now: number): number {
  const asked = askedDelay(headers, now);
  return asked !== undefined && asked >= 0 && (asked <= maxAskedDelay || asked < backOff) ? asked : backOff;
}

/** Parses `Retry-After`: milliseconds, seconds or a date. */
function askedDelay(headers: RetryHeaders, now: number): number | undefined {
  const ms = Number.parseFloat(String(headers['retry-after-ms']));
  if (!Number.isNaN(ms)) return ms;
  const after = String(headers['retry-after']);
  const seconds = Number.parseFloat(after);
  const asked = Number.isNaN(seconds) ? Date.parse(after) - now : seconds * 1000;
  return Number.isNaN(asked) ? undefined : asked;
}
