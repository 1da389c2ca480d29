import type { UIMessageChunk } from 'ai';
import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { maskedError } from './event-chunks.js';

/** How a stream of chunks is sent. */
export interface EventStreamOptions {
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
  'x-vercel-ai-ui-message-stream': 'v1',
  // A proxy that gathers what it passes on would keep people waiting.
  'x-accel-buffering': 'no',
};

/** Sends chunks as server-sent events, as fast as the client takes them. Whoever goes away ends nothing but its own stream. */
export function toEventStream(
  chunks: AsyncIterator<UIMessageChunk, unknown>,
  { headers, keepAlive = 15_000, clock = systemClock }: EventStreamOptions = {},
): Response {
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<UIMessageChunk, unknown>> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller): Promise<void> {
        const send = (text: string): void => controller.enqueue(encoder.encode(text));
        next ??= chunks.next();
        const told = await inTimeOrSilent(next, (callback) => clock.setTimeout(callback, keepAlive)).catch(
          () => 'failed' as const,
        );
        if (told === 'silent') return send(': keep-alive\n\n');
        next = undefined;
        if (told !== 'failed' && told.done !== true) return send(toEvent(told.value));
        if (told === 'failed') send(toEvent({ type: 'error', errorText: maskedError }));
        send('data: [DONE]\n\n');
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...streamHeaders, ...headers } });
}

function toEvent(chunk: UIMessageChunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

async function inTimeOrSilent<T>(work: Promise<T>, later: (callback: () => void) => () => void): Promise<T | 'silent'> {
  let cancel = (): void => {};
  const silence = new Promise<'silent'>((resolve) => {
    cancel = later(() => resolve('silent'));
  });
  return await Promise.race([work, silence]).finally(() => cancel());
}
