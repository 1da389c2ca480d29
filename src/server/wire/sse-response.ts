import { type Clock, systemClock } from '../../protocol/base/clock.js';

/** How server-sent events are sent. */
export interface SseOptions {
  /** More headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long nothing may be sent before a comment says that the connection lives, in milliseconds. Default: 15,000. */
  readonly keepAlive?: number | undefined;
  /** Time; for tests. Default: the system's. */
  readonly clock?: Pick<Clock, 'setTimeout'> | undefined;
}

const streamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // A proxy that gathers what it passes on would keep people waiting.
  'x-accel-buffering': 'no',
};

/** What is said at the end of a stream. */
export interface StreamEndings {
  /** When all has been told. */
  readonly done: string;
  /** When what tells it has failed. */
  readonly failed: string;
  /** Its reader has gone. */
  readonly cancel?: () => void;
}

/** Sends texts as server-sent events, as fast as the client takes them. Whoever goes away ends nothing but its own stream. */
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
        const told = await inTimeOrSilent(next, (callback) => clock.setTimeout(callback, keepAlive)).catch(
          () => 'failed' as const,
        );
        if (told === 'silent') return send(': keep-alive\n\n');
        next = undefined;
        if (told !== 'failed' && told.done !== true) return send(told.value);
        send(told === 'failed' ? failed : done);
        controller.close();
      },
      cancel: () => cancel?.(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...streamHeaders, ...headers } });
}

async function inTimeOrSilent<T>(work: Promise<T>, later: (callback: () => void) => () => void): Promise<T | 'silent'> {
  let cancel = (): void => {};
  const silence = new Promise<'silent'>((resolve) => {
    cancel = later(() => resolve('silent'));
  });
  return await Promise.race([work, silence]).finally(() => cancel());
}
