import type { UIMessageChunk } from 'ai';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Clock } from '../../protocol/base/clock.js';
import { RemoteError } from '../../protocol/base/errors.js';

/** How long one chunk, and a whole response, may be, in UTF-16 units: more than this is no answer, but an attack or an accident. */
const [maxChunk, maxResponse] = [8_000_000, 64_000_000];

/** A body that just ended, between two events: whoever knows what was said can say whether it was all. */
export class BodyEnd extends RemoteError {}

/** How long a server is waited for. */
export interface Patience {
  /** How long no line may come, in milliseconds. */
  readonly idleTimeout: number;
  /** How long no chunk may come, in milliseconds. */
  readonly chunkTimeout: number;
  readonly clock: Clock;
}

/**
 * The chunks of an event stream, as the JSON that they are. It ends with `[DONE]`; a body that just ends is an error, since nobody
 * here can say whether there was more.
 *
 * @throws BodyEnd from what it gives, where it ends between two events.
 */
export function readEventStream(response: Response, patience: Patience): ReadableStream<UIMessageChunk> {
  return readOn(readSse(response, patience), toChunks(patience));
}

/**
 * The events of a stream as they come, whatever they mean. It ends where the body does.
 *
 * @throws RemoteError from what it gives, where it ends within an event, or nothing comes for too long.
 */
export function readSse({ body }: Response, patience: Patience): ReadableStream<EventSourceMessage> {
  if (body === null) throw brokenOff('The response of the server is empty.');
  const texts = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>);
  return readOn(texts, toEvents(patience));
}

function brokenOff(message: string): RemoteError {
  return new RemoteError('remote-cut', message);
}

/** How one stream is made of another. */
interface Reading<FROM, TO> {
  /** How long the next piece is waited for. */
  readonly limit: () => Limit;
  /** Makes of a piece what is passed on, which may be nothing yet; `undefined`: it is over. */
  readonly take: (read: ReadableStreamReadResult<FROM>) => readonly TO[] | undefined;
}

function readOn<FROM, TO>(from: ReadableStream<FROM>, { limit, take }: Reading<FROM, TO>): ReadableStream<TO> {
  const reader = from.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        for (;;) {
          const made = take(await inTime(reader.read(), limit()));
          if (made === undefined) break;
          for (const one of made) controller.enqueue(one);
          if (made.length > 0) return;
        }
        controller.close();
        // What comes after the end is nothing.
        void reader.cancel().catch(() => {});
      } catch (error) {
        // Nobody reads on, so the connection is given up.
        void reader.cancel(error).catch(() => {});
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Reads events, all of a piece at once, and ends what says nothing for too long, and what has no end. */
function toEvents({ idleTimeout, clock }: Patience): Reading<string, EventSourceMessage> {
  let found: EventSourceMessage[] = [];
  const parser = createParser({
    maxBufferSize: maxChunk,
    onEvent: (event) => found.push(event),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
  });
  let length = 0;
  let last = '';
  // How long its line, unfinished yet, has been waited for: one byte now and then is no sign of life, while a comment is.
  let [waited, begun] = [0, 0];
  return {
    limit: () => {
      begun = clock.now();
      return { ...silenceLimit(idleTimeout, clock), left: idleTimeout - waited };
    },
    take: ({ done, value = '' }) => {
      waited = /[\r\n]/.test(value) ? 0 : waited + clock.now() - begun;
      length += value.length;
      last = value.slice(-1) || last;
      // The parser drops what has no end.
      if (done && !/^[\r\n]?$/.test(last)) throw brokenOff('The response of the server ended within an event.');
      if (length > maxResponse) throw brokenOff(`The response of the server is longer than ${maxResponse} characters.`);
      if (done) return undefined;
      found = [];
      parser.feed(value);
      return found;
    },
  };
}

/** How long something is waited for. */
interface Limit {
  readonly clock: Clock;
  /** How much of that time there is still, in milliseconds. */
  readonly left: number;
  /** What is said when it is over. */
  readonly message: string;
}

/** The limit of a server that says nothing. */
export function silenceLimit(idleTimeout: number, clock: Clock): Limit {
  return {
    clock,
    left: idleTimeout,
    message: `The server said nothing for ${Math.round(idleTimeout / 1000)} seconds.`,
  };
}

/** What timers take: more than that is for ever. */
const longestWait = 2 ** 31 - 1;

/**
 * Waits for a server, but not for ever.
 *
 * @throws RemoteError `remote-cut` when it takes too long.
 */
export async function inTime<T>(work: Promise<T>, { clock, left, message }: Limit): Promise<T> {
  if (left > longestWait || (await isThere(work))) return await work;
  let callOff = (): void => {};
  const over = new Promise<never>((_, reject) => {
    callOff = clock.setTimeout(() => reject(brokenOff(message)), Math.max(0, left));
  });
  return await Promise.race([work, over]).finally(() => callOff());
}

/** Whether it is there by now: what has arrived needs no clock, and of some responses there are ten thousand pieces. */
async function isThere(work: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  work.then(settle, settle);
  await Promise.resolve();
  return isSettled;
}

function toChunks({ chunkTimeout, clock }: Patience): Reading<{ readonly data: string }, UIMessageChunk> {
  const seconds = Math.round(chunkTimeout / 1000);
  const message = `The server said that it lives, and nothing else, for ${seconds} seconds.`;
  return {
    limit: () => ({ clock, left: chunkTimeout, message }),
    take: ({ done, value }) => {
      if (done) throw new BodyEnd('remote-cut', 'The response of the server ended before it was complete.');
      return value.data === '[DONE]' ? undefined : [parse(value.data)];
    },
  };
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
