import { serializeError } from '../../protocol/base/serialize-error.js';
import { type EditedCall, parsePreview } from '../../protocol/preview.js';
import type { BrokerClock } from './deadline.js';
import type { PreviewState } from './pending.js';

/** The time limit of a preview, in milliseconds. */
const limit = 10_000;
/** The time limit of an edit's description, for which a decision waits, in milliseconds. */
const describeLimit = 1_000;

/** Loads a preview, within its time limit and while it is wanted. A failure is a state with a message. */
export async function loadPreview(
  load: (signal: AbortSignal) => Promise<unknown>,
  wanted: AbortSignal,
  clock: BrokerClock,
): Promise<PreviewState> {
  try {
    return { status: 'ready', preview: parsePreview(await loadInTime(load, { wanted, clock, limit })) };
  } catch (error) {
    return { status: 'failed', message: serializeError(error).message };
  }
}

/** Loads the description of an edit before its approval. Returns `undefined` if that fails or takes too long. */
export async function loadDescription(
  load: (signal: AbortSignal) => Promise<EditedCall | undefined>,
  wanted: AbortSignal,
  clock: BrokerClock,
): Promise<EditedCall | undefined> {
  return await loadInTime(load, { wanted, clock, limit: describeLimit }).catch(() => undefined);
}

interface TimeLimit {
  readonly wanted: AbortSignal;
  readonly clock: BrokerClock;
  /** In milliseconds. */
  readonly limit: number;
}

async function loadInTime<T>(
  load: (signal: AbortSignal) => Promise<T>,
  { wanted, clock, ...time }: TimeLimit,
): Promise<T> {
  const stop = new AbortController();
  let cancel: () => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
    cancel = clock.setTimeout(() => stop.abort(`It took longer than ${time.limit / 1000} seconds.`), time.limit);
  });
  const abandon = (): void => stop.abort('It is not wanted any more.');
  wanted.addEventListener('abort', abandon);
  try {
    return await Promise.race([load(stop.signal), stopped]);
  } finally {
    cancel();
    wanted.removeEventListener('abort', abandon);
  }
}
