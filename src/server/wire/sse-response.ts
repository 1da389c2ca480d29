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
  /** Returns the text that is sent after the last text. */
  readonly done: () => string;
  /** Sent when the source throws. */
  readonly failed: string;
  /**
   * Called once when the response is over: it was sent completely, its source failed, the client disconnected, or the
   * HTTP adapter stopped reading it.
   */
  readonly onEnd?: () => void;
}

/**
 * The time after which a response that nobody reads is over, in milliseconds. Some HTTP adapters neither cancel the
 * body nor abort the request when a client disconnects. A client that reads this slowly has to reconnect.
 */
const unreadMs = 60_000;

/**
 * Sends texts as server-sent events, as fast as the client reads them. A client that disconnects ends only its own
 * stream.
 */
export function sseResponse(
  texts: AsyncIterator<string, unknown>,
  { done, failed, onEnd }: StreamEndings,
  { headers, keepAlive = 15_000, clock = systemClock }: SseOptions = {},
): Response {
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string, unknown>> | undefined;
  let isOver = false;
  let stopWaiting = (): void => {};
  const end = (): void => {
    stopWaiting();
    if (!isOver) onEnd?.();
    isOver = true;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => waitForReader(controller),
      async pull(controller): Promise<void> {
        stopWaiting();
        const send = (text: string): void => controller.enqueue(encoder.encode(text));
        next ??= texts.next();
        const result = await resultOrSilent(next, (callback) => clock.setTimeout(callback, keepAlive)).catch(
          () => 'failed' as const,
        );
        // The client has disconnected meanwhile.
        if (isOver) return;
        if (result === 'failed' || (result !== 'silent' && result.done === true)) {
          send(result === 'failed' ? failed : done());
          close(controller);
          return;
        }
        if (result !== 'silent') next = undefined;
        send(result === 'silent' ? ': keep-alive\n\n' : result.value);
        waitForReader(controller);
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...streamHeaders, ...headers } });

  function waitForReader(controller: ReadableStreamDefaultController<Uint8Array>): void {
    stopWaiting = clock.setTimeout(() => close(controller), unreadMs);
  }

  /** Closes the body. An error would end the process of an adapter that does not handle errors of streams. */
  function close(controller: ReadableStreamDefaultController<Uint8Array>): void {
    controller.close();
    end();
  }
}

async function resultOrSilent<T>(work: Promise<T>, later: (callback: () => void) => () => void): Promise<T | 'silent'> {
  let cancel = (): void => {};
  const silence = new Promise<'silent'>((resolve) => {
    cancel = later(() => resolve('silent'));
  });
  return await Promise.race([work, silence]).finally(() => cancel());
}
