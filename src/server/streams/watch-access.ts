import type { Clock } from '../../protocol/base/clock.js';
import { Refusal } from '../request/refusal.js';

/** How a right is asked for again. */
export interface AccessWatch {
  /** Milliseconds from one check to the next. Default: 60,000. */
  readonly interval: number | undefined;
  readonly clock: Pick<Clock, 'setTimeout'>;
  /** Called once, when the right is gone. */
  readonly onEnd: () => void;
}

const defaultInterval = 60_000;

/**
 * Asks again and again whether somebody still has a right that was checked when their response began. A check that fails counts as a lost right.
 *
 * @returns what ends it.
 */
export function watchAccess(check: () => Promise<boolean>, { interval, clock, onEnd }: AccessWatch): () => void {
  let isOver = false;
  let cancel = (): void => {};
  const ask = async (): Promise<void> => {
    const isAllowed = await check().catch(() => false);
    if (isOver) return;
    if (isAllowed) wait();
    else onEnd();
  };
  const wait = (): void => {
    cancel = clock.setTimeout(() => void ask(), interval ?? defaultInterval);
  };
  wait();
  return () => {
    isOver = true;
    cancel();
  };
}

/** An iterator that ends early where its reader may not read any more. */
export interface WatchedIterator<T> extends AsyncIterator<T, unknown> {
  /** Ends the checks: the reader has gone. */
  readonly stop: () => void;
}

/**
 * Passes on what an iterator gives, as long as its reader may read. After that, `next()` rejects with Refusal `not-authorized`.
 *
 * @param check asks again whether they may.
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
