import type { Clock } from '../../protocol/base/clock.js';
import { abortable } from './abortable.js';

/**
 * Waits the given milliseconds. An abort cancels the timer.
 *
 * @throws RunAborted as soon as the run is stopped.
 */
export async function pauseFor(delay: number, clock: Pick<Clock, 'setTimeout'>, signal: AbortSignal): Promise<void> {
  let cancel: () => void = () => {};
  try {
    await abortable(
      signal,
      () =>
        new Promise<void>((resolve) => {
          cancel = clock.setTimeout(resolve, delay);
        }),
    );
  } finally {
    cancel();
  }
}
