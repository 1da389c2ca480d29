import type { Clock } from '../../protocol/base/clock.js';

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
