import type { Exchange } from './recordings.js';

/** A position at which a recorded conversation is cut: after `bytes` bytes of the response with this index. */
export interface CutPosition {
  readonly exchange: number;
  readonly bytes: number;
}

/** Returns every position at which a conversation can be cut: after each byte, or after each event. */
export function cutPositions(
  exchanges: readonly Pick<Exchange<unknown>, 'body'>[],
  each: 'byte' | 'event',
): readonly CutPosition[] {
  return exchanges.flatMap(({ body }, exchange) => {
    const { length } = Buffer.from(body);
    const ends = [0, ...[...body.matchAll(/\n\n/g)].map(({ index }) => Buffer.byteLength(body.slice(0, index + 2)))];
    const all = each === 'byte' ? Array.from({ length }, (_, bytes) => bytes) : ends.filter((end) => end < length);
    return all.map((bytes) => ({ exchange, bytes }));
  });
}

/** A response whose connection breaks after `bytes` bytes. */
export function cutResponse({ body, headers }: Pick<Exchange<unknown>, 'body' | 'headers'>, bytes: number): Response {
  const parts = [new Uint8Array(Buffer.from(body).subarray(0, bytes))].filter(({ length }) => length > 0);
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const part = parts.shift();
      // An immediate error would discard the part that is already enqueued.
      if (part === undefined) controller.error(new TypeError('terminated'));
      else controller.enqueue(part);
    },
  });
  return new Response(stream, { headers });
}
