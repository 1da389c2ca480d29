/** A server may ask for more patience, within reason: milliseconds. */
const maxAskedDelay = 60_000;

/** What a server says about asking again, as it says it. */
export interface RetryHeaders {
  readonly 'retry-after'?: unknown;
  readonly 'retry-after-ms'?: unknown;
}

/**
 * How long to wait before asking again, in milliseconds: what the server asks for, if that is no unreasonable time.
 *
 * @param backOff what is waited otherwise.
 * @param now the time, in milliseconds since 1970.
 */
export function delayBefore(headers: RetryHeaders, backOff: number, now: number): number {
  const asked = askedDelay(headers, now);
  return asked !== undefined && asked >= 0 && (asked <= maxAskedDelay || asked < backOff) ? asked : backOff;
}

/** What `Retry-After` says: milliseconds, seconds or a date. */
function askedDelay(headers: RetryHeaders, now: number): number | undefined {
  const ms = Number.parseFloat(String(headers['retry-after-ms']));
  if (!Number.isNaN(ms)) return ms;
  const after = String(headers['retry-after']);
  const seconds = Number.parseFloat(after);
  const asked = Number.isNaN(seconds) ? Date.parse(after) - now : seconds * 1000;
  return Number.isNaN(asked) ? undefined : asked;
}
