import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { PacedPart } from './stream-parts.js';

/** A wait that rejects with the reason of the signal when it is aborted. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waits in real time, and always clears its timer. */
export const realDelay: Delay = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

/** Does not wait, but still rejects when the signal is aborted. */
export const noDelay: Delay = async (_ms, signal) => signal.throwIfAborted();

/** Returns a paced stream of parts. An abort errors it at once with the reason of the signal, even without a reader. */
export function pacedStream(
  parts: Iterator<PacedPart>,
  delay: Delay,
  abortSignal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  const cancelled = new AbortController();
  const signal = abortSignal === undefined ? cancelled.signal : AbortSignal.any([abortSignal, cancelled.signal]);
  let stopListening = (): void => undefined;
  return new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      const stop = (): void => controller.error(abortSignal?.reason);
      abortSignal?.addEventListener('abort', stop, { once: true });
      stopListening = () => abortSignal?.removeEventListener('abort', stop);
    },
    async pull(controller) {
      const next = parts.next();
      if (next.done) {
        stopListening();
        return controller.close();
      }
      await delay(next.value.delayMs, signal);
      controller.enqueue(next.value.part);
    },
    cancel(reason) {
      stopListening();
      cancelled.abort(reason);
    },
  });
}
