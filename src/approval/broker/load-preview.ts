import { serializeError } from '../../protocol/base/serialize-error.js';
import { parsePreview } from '../../protocol/preview.js';
import type { BrokerClock } from './deadline.js';
import type { PreviewState } from './pending.js';

/** How long a preview may take, in milliseconds. */
const limit = 10_000;

/** Waits for a preview, no longer than its limit and while it is wanted. What goes wrong is a state with words. */
export async function loadPreview(
  load: (signal: AbortSignal) => Promise<unknown>,
  wanted: AbortSignal,
  clock: BrokerClock,
): Promise<PreviewState> {
  const stop = new AbortController();
  let cancel: () => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
    cancel = clock.setTimeout(() => stop.abort(`It took longer than ${limit / 1000} seconds.`), limit);
  });
  const giveUp = (): void => stop.abort('It is not wanted any more.');
  wanted.addEventListener('abort', giveUp);
  try {
    return { status: 'ready', preview: parsePreview(await Promise.race([load(stop.signal), stopped])) };
  } catch (error) {
    return { status: 'failed', message: serializeError(error).message };
  } finally {
    cancel();
    wanted.removeEventListener('abort', giveUp);
  }
}
