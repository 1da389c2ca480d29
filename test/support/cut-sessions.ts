import type { Exchange } from './recordings.js';

/** Where a recorded conversation is cut: after so many bytes of the response to the request with this index. */
export interface CutAt {
  readonly exchange: number;
  readonly bytes: number;
}

/** All places at which a conversation can be cut: each byte, or where an event has just come. */
export function placesIn(
  exchanges: readonly Pick<Exchange<unknown>, 'body'>[],
  each: 'byte' | 'event',
): readonly CutAt[] {
  return exchanges.flatMap(({ body }, exchange) => {
    const { length } = Buffer.from(body);
    const ends = [0, ...[...body.matchAll(/\n\n/g)].map(({ index }) => Buffer.byteLength(body.slice(0, index + 2)))];
    const all = each === 'byte' ? Array.from({ length }, (_, bytes) => bytes) : ends.filter((end) => end < length);
    return all.map((bytes) => ({ exchange, bytes }));
  });
}

/** A response that breaks off as a connection does. */
export function cutResponse({ body, headers }: Pick<Exchange<unknown>, 'body' | 'headers'>, bytes: number): Response {
  const parts = [new Uint8Array(Buffer.from(body).subarray(0, bytes))].filter(({ length }) => length > 0);
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const part = parts.shift();
      // An error at once would take away what has come.
      if (part === undefined) controller.error(new TypeError('terminated'));
      else controller.enqueue(part);
    },
  });
  return new Response(stream, { headers });
}
