import { RunAborted } from '../protocol/errors.js';

/** The error for a stopped run, with the reason as its cause. */
export function runAborted(signal: AbortSignal): RunAborted {
  if (RunAborted.isInstance(signal.reason)) return signal.reason;
  const reason: unknown = signal.reason;
  const why = typeof reason === 'string' && reason !== '' ? ` (${reason})` : '';
  return new RunAborted(
    'aborted',
    `The run was stopped${why}. Open calls are closed as cancelled; start a new message to go on.`,
    {
      cause: reason,
    },
  );
}

/**
 * Waits for foreign code, but no longer than the run lives. What it does after that is ignored.
 *
 * @throws RunAborted as soon as the run is stopped.
 */
export async function abortable<T>(signal: AbortSignal, work: () => T | PromiseLike<T>): Promise<T> {
  if (signal.aborted) throw runAborted(signal);
  let stop: () => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(runAborted(signal));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work(), stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
