import type { UIMessageChunk } from 'ai';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { RemoteError } from '../../protocol/base/errors.js';

/** How long one chunk, and a whole response, may be, in UTF-16 units: more than this is no answer, but an attack or an accident. */
const [maxChunk, maxResponse] = [8_000_000, 64_000_000];

/** A body that just ended, between two events: whoever knows what was said can say whether it was all. */
export class BodyEnd extends RemoteError {}

/**
 * The chunks of an event stream, as the JSON that they are. It ends with `[DONE]`; a body that just ends is an error, since nobody
 * here can say whether there was more.
 *
 * @throws BodyEnd from what it gives, where it ends between two events.
 */
export function readEventStream({ body }: Response, idleTimeout: number): ReadableStream<UIMessageChunk> {
  if (body === null) throw brokenOff('The response of the server is empty.');
  const texts = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>);
  return inBounds(texts, idleTimeout)
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: maxChunk }))
    .pipeThrough(toChunks());
}

function brokenOff(message: string): RemoteError {
  return new RemoteError('remote-cut', message);
}

/** Ends what says nothing for too long, and what has no end. */
function inBounds(texts: ReadableStream<string>, idleTimeout: number): ReadableStream<string> {
  const reader = texts.getReader();
  let length = 0;
  let last = '';
  // How long its line, unfinished yet, has been waited for: one byte now and then is no sign of life, while a comment is.
  let waited = 0;
  const take = async (): Promise<ReadableStreamReadResult<string>> => {
    const begun = performance.now();
    const read = await inTime(reader.read(), idleTimeout, idleTimeout - waited);
    waited = /[\r\n]/.test(read.value ?? '') ? 0 : waited + performance.now() - begun;
    length += read.value?.length ?? 0;
    if (read.value !== undefined) last = read.value.slice(-1) || last;
    // The parser drops what has no end.
    if (read.done && !/^[\r\n]?$/.test(last)) throw brokenOff('The response of the server ended within an event.');
    if (length > maxResponse) throw brokenOff(`The response of the server is longer than ${maxResponse} characters.`);
    return read;
  };
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await take().catch((error: unknown) => {
        // Nobody reads on, so the connection is given up.
        void reader.cancel(error).catch(() => {});
        throw error;
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/**
 * Waits for a server, but not for ever.
 *
 * @param left how much of that time there is still, in milliseconds. Default: all of it.
 * @throws RemoteError `remote-cut` when it takes too long.
 */
export async function inTime<T>(work: Promise<T>, idleTimeout: number, left: number = idleTimeout): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    const seconds = Math.round(idleTimeout / 1000);
    timer = setTimeout(() => reject(brokenOff(`The server said nothing for ${seconds} seconds.`)), Math.max(0, left));
  });
  return await Promise.race([work, over]).finally(() => clearTimeout(timer));
}

function toChunks(): TransformStream<{ readonly data: string }, UIMessageChunk> {
  let isDone = false;
  return new TransformStream({
    transform({ data }, controller) {
      if (isDone) return;
      if (data === '[DONE]') {
        isDone = true;
        controller.terminate();
        return;
      }
      controller.enqueue(parse(data));
    },
    flush() {
      if (!isDone) throw new BodyEnd('remote-cut', 'The response of the server ended before it was complete.');
    },
  });
}

function parse(data: string): UIMessageChunk {
  try {
    return JSON.parse(data); // whoever reads it looks at what it is
  } catch (error) {
    throw new RemoteError('remote-malformed', 'The server sent an event that is no JSON, so nothing more was read.', {
      cause: error,
    });
  }
}
