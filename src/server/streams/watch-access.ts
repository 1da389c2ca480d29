import type { Clock } from '../../protocol/base/clock.js';
import { Refusal } from '../request/refusal.js';

/** Options of {@link watchAccess}. */
export interface AccessWatch {
  /** Milliseconds from one check to the next. Default: 60,000. */
  readonly interval: number | undefined;
  readonly clock: Pick<Clock, 'setTimeout'>;
  /** Called once, when access is revoked. */
  readonly onEnd: () => void;
}

const defaultInterval = 60_000;

/**
 * Repeats the access check of a response at an interval. A check that throws revokes access.
 *
 * @returns a function that ends the checks.
 */
export function watchAccess(check: () => Promise<boolean>, { interval, clock, onEnd }: AccessWatch): () => void {
  let isOver = false;
  let cancel = (): void => {};
  const repeatCheck = async (): Promise<void> => {
    const isAllowed = await check().catch(() => false);
    if (isOver) return;
    if (isAllowed) wait();
    else onEnd();
  };
  const wait = (): void => {
    cancel = clock.setTimeout(() => void repeatCheck(), interval ?? defaultInterval);
  };
  wait();
  return () => {
    isOver = true;
    cancel();
  };
}

/** An iterator that rejects once its reader has lost access. */
export interface WatchedIterator<T> extends AsyncIterator<T, unknown> {
  /** Ends the checks, after the reader has disconnected. */
  readonly stop: () => void;
}

/**
 * Wraps an iterator with a repeated access check. Once access is revoked, `next()` rejects with Refusal
 * `not-authorized`.
 *
 * @param check returns `true` while the reader has access.
 */
export function whileAllowed<T>(
  source: AsyncIterator<T, unknown>,
  check: () => Promise<boolean>,
  watch: Omit<AccessWatch, 'onEnd'>,
): WatchedIterator<T> {
  let isRevoked = false;
  let revoke = (): void => {};
  const onEnd = (): void => {
    isRevoked = true;
    revoke();
  };
  const stop = watchAccess(check, { ...watch, onEnd });
  const next = async (): Promise<IteratorResult<T, unknown>> => {
    if (isRevoked) throw new Refusal('not-authorized');
    return await new Promise((resolve, reject) => {
      revoke = () => reject(new Refusal('not-authorized'));
      source.next().then(resolve, reject);
    });
  };
  return {
    stop,
    next: async () => {
      try {
        const found = await next();
        if (found.done === true) stop();
        return found;
      } catch (error) {
        stop();
        throw error;
      }
    },
  };
}
