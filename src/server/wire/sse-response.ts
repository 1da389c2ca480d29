import { type Clock, systemClock } from '../../protocol/base/clock.js';

/** Options of {@link sseResponse}. */
export interface SseOptions {
  /** Additional headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The time without an event after which a comment keeps the connection alive, in milliseconds. Default: 15,000. */
  readonly keepAlive?: number | undefined;
  /** The clock; for tests. Default: the system clock. */
  readonly clock?: Pick<Clock, 'setTimeout'> | undefined;
}

const streamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Tells proxies such as nginx not to buffer the stream.
  'x-accel-buffering': 'no',
};

/** The last texts of a stream. */
export interface StreamEndings {
  /** Sent after the last text. */
  readonly done: string;
  /** Sent when the source throws. */
  readonly failed: string;
  /** Called when the client disconnects. */
  readonly cancel?: () => void;
}

/**
 * Sends texts as server-sent events, as fast as the client reads them. A client that disconnects ends only its own
 * stream.
 */
export function sseResponse(
  texts: AsyncIterator<string, unknown>,
  { done, failed, cancel }: StreamEndings,
  { headers, keepAlive = 15_000, clock = systemClock }: SseOptions = {},
): Response {
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string, unknown>> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller): Promise<void> {
        const send = (text: string): void => controller.enqueue(encoder.encode(text));
        next ??= texts.next();
        const result = await resultOrSilent(next, (callback) => clock.setTimeout(callback, keepAlive)).catch(
          () => 'failed' as const,
        );
        if (result === 'silent') return send(': keep-alive\n\n');
        next = undefined;
        if (result !== 'failed' && result.done !== true) return send(result.value);
        send(result === 'failed' ? failed : done);
        controller.close();
      },
      cancel: () => cancel?.(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...streamHeaders, ...headers } });
}

async function resultOrSilent<T>(work: Promise<T>, later: (callback: () => void) => () => void): Promise<T | 'silent'> {
  let cancel = (): void => {};
  const silence = new Promise<'silent'>((resolve) => {
    cancel = later(() => resolve('silent'));
  });
  return await Promise.race([work, silence]).finally(() => cancel());
}
