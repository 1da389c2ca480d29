import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { PacedPart } from './stream-parts.js';

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waits in real time, and leaves no timer behind. */
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

/** Does not wait at all, but still stops when it should. */
export const noDelay: Delay = async (_ms, signal) => signal.throwIfAborted();

/** A stream of parts at a pace. An abort errors it at once with the signal's reason, even when nobody is reading. */
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
