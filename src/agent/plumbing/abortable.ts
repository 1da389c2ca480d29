import { RunAborted } from '../../protocol/base/errors.js';
import { nextTask } from './next-task.js';

/** Returns the error for a stopped run, with the reason as its cause. */
export function runAborted(signal: AbortSignal): RunAborted {
  if (RunAborted.isInstance(signal.reason)) return signal.reason;
  const reason: unknown = signal.reason;
  const why = typeof reason === 'string' && reason !== '' ? ` (${reason})` : '';
  return new RunAborted(
    'aborted',
    `The run was stopped${why}. Open calls are closed. Send a new message to continue.`,
    {
      cause: reason,
    },
  );
}

/** The callbacks that wait for a signal. A listener for each of them would cost more than most waits take. */
interface Watch {
  readonly callbacks: Set<() => void>;
  readonly fire: () => void;
}

const watches: WeakMap<AbortSignal, Watch> = new WeakMap();

/**
 * Calls back when a signal fires. All who watch a signal share one listener, which goes away with the last of them: an
 * app's own signal may outlive many runs.
 *
 * @returns what calls it off.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const watch = watches.get(signal) ?? startWatch(signal);
  watch.callbacks.add(callback);
  return () => {
    watch.callbacks.delete(callback);
    if (watch.callbacks.size > 0 || watches.get(signal) !== watch) return;
    watches.delete(signal);
    signal.removeEventListener('abort', watch.fire);
  };
}

function startWatch(signal: AbortSignal): Watch {
  const callbacks = new Set<() => void>();
  const fire = (): void => {
    watches.delete(signal);
    for (const callback of callbacks) callback();
  };
  const watch: Watch = { callbacks, fire };
  watches.set(signal, watch);
  signal.addEventListener('abort', fire, { once: true });
  return watch;
}

/**
 * Waits for code of the app, but not beyond the run. Its later effects are ignored.
 *
 * @throws RunAborted as soon as the run is stopped.
 */
export async function abortable<T>(signal: AbortSignal, work: () => T | PromiseLike<T>): Promise<T> {
  if (signal.aborted) throw runAborted(signal);
  const made = work();
  if (!isPromiseLike(made)) return made;
  let cancel: () => void = () => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      const stop = (): void => reject(runAborted(signal));
      made.then(resolve, reject);
      if (signal.aborted) queueMicrotask(stop);
      else cancel = onAbort(signal, stop);
    });
  } finally {
    cancel();
  }
}

/**
 * Waits for work that ends by itself when its signal aborts, provided that everything it waits for does. It has one
 * task for that, in which
 * everything that can settle settles. Work that still hangs then is abandoned and ignored.
 *
 * @throws the error of the work, or RunAborted if it was abandoned.
 */
export async function orGiveUp<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const made = work();
  let cancel: () => void = () => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      const endWith = (toError: () => unknown): void => void nextTask().then(() => reject(toError()));
      const abandon = (): void => endWith(() => runAborted(signal));
      made.then(resolve, (error) => (signal.aborted ? endWith(() => error) : reject(error)));
      if (signal.aborted) abandon();
      else cancel = onAbort(signal, abandon);
    });
  } finally {
    cancel();
  }
}

function isPromiseLike<T>(made: T | PromiseLike<T>): made is PromiseLike<T> {
  return typeof made === 'object' && made !== null && 'then' in made && typeof made.then === 'function';
}
