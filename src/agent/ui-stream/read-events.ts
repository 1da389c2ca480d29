import type { UIMessageChunk } from 'ai';
import { createParser, type EventSourceMessage, type EventSourceParser } from 'eventsource-parser';
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
  return readBody<UIMessageChunk>(response, patience, {
    take: ({ data }) => (data === '[DONE]' ? undefined : parse(data)),
    end: () => {
      throw new BodyEnd('remote-cut', 'The response of the server ended before it was complete.');
    },
  });
}

/**
 * The events of a stream as they come, whatever they mean. It ends where the body does.
 *
 * @throws RemoteError from what it gives, where it ends within an event, or nothing comes for too long.
 */
export function readSse(response: Response, patience: Patience): ReadableStream<EventSourceMessage> {
  const noLimit = { ...patience, chunkTimeout: Number.POSITIVE_INFINITY };
  return readBody<EventSourceMessage>(response, noLimit, { take: (event) => event, end: () => {} });
}

function readBody<T>({ body }: Response, patience: Patience, reading: Reading<T>): ReadableStream<T> {
  if (body === null) throw brokenOff('The response of the server is empty.');
  return new ReadableStream(new BodyReader(body.getReader(), patience, reading));
}

/** The error for a server that is given up. */
export function brokenOff(message: string): RemoteError {
  return new RemoteError('remote-cut', message);
}

/** What is said of a server that says nothing. */
export function saidNothing(idleTimeout: number): string {
  return `The server said nothing for ${Math.round(idleTimeout / 1000)} seconds.`;
}

/** What timers take: more than that is for ever. */
export const longestWait: number = 2 ** 31 - 1;

/** How events become what is passed on. */
interface Reading<T> {
  /** Makes of an event what is passed on; `undefined`: it was the last. */
  readonly take: (event: EventSourceMessage) => T | undefined;
  /** The body is over; throws where that is too soon. */
  readonly end: () => void;
}

/** Reads events, all of a piece at once, and ends what says nothing for too long, and what has no end. */
class BodyReader<T> implements UnderlyingDefaultSource<T> {
  readonly #bytes: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  readonly #decoder: TextDecoder = new TextDecoder();
  readonly #patience: Patience;
  readonly #reading: Reading<T>;
  readonly #parser: EventSourceParser;
  #found: T[] = [];
  #length = 0;
  #last = '';
  #isOver = false;
  /** Why nothing more is read. Whoever reads gets first what came before. */
  #failure: { readonly error: unknown } | undefined;
  /** Since when somebody waits, and since when for the next piece; nobody does where there is none. */
  #wait: { readonly since: number; pieceSince: number } | undefined;
  /** How long its line, unfinished yet, has been waited for: one byte now and then is no sign of life, while a comment is. */
  #lineWait = 0;
  /** Calls the one timer off. To start and stop one for each piece would cost more than the piece. */
  #callOff: (() => void) | undefined;

  constructor(bytes: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, patience: Patience, reading: Reading<T>) {
    this.#bytes = bytes;
    this.#patience = patience;
    this.#reading = reading;
    this.#parser = createParser({
      maxBufferSize: maxChunk,
      onEvent: (event) => this.#takeEvent(event),
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') throw error;
      },
    });
  }

  async pull(controller: ReadableStreamDefaultController<T>): Promise<void> {
    if (this.#failure === undefined) await this.#readOn();
    const found = this.#found;
    this.#found = [];
    for (const one of found) controller.enqueue(one);
    if (this.#failure !== undefined && found.length === 0) throw this.#failure.error;
    if (this.#isOver) controller.close();
  }

  cancel(reason: unknown): Promise<void> {
    this.#callOff?.();
    return this.#bytes.cancel(reason);
  }

  /** Reads until there is something to give, or nothing more comes. */
  async #readOn(): Promise<void> {
    const now = this.#patience.clock.now();
    this.#wait = { since: now, pieceSince: now };
    this.#watch();
    try {
      while (this.#found.length === 0 && !this.#isOver) {
        const read = await this.#bytes.read();
        if (this.#failure !== undefined) break;
        this.#takePiece(read, this.#wait);
      }
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#wait = undefined;
    // Nobody reads on, so the connection is given up; what comes after the end is nothing.
    if (this.#isOver || this.#failure !== undefined) void this.cancel(this.#failure?.error).catch(() => {});
  }

  #takePiece({ done, value }: ReadableStreamReadResult<Uint8Array<ArrayBuffer>>, wait: { pieceSince: number }): void {
    const text = this.#decoder.decode(value, { stream: !done });
    const now = this.#patience.clock.now();
    this.#lineWait = /[\r\n]/.test(text) ? 0 : this.#lineWait + now - wait.pieceSince;
    wait.pieceSince = now;
    this.#length += text.length;
    this.#last = text.slice(-1) || this.#last;
    // The parser drops what has no end.
    if (done && !/^[\r\n]?$/.test(this.#last)) throw brokenOff('The response of the server ended within an event.');
    if (this.#length > maxResponse)
      throw brokenOff(`The response of the server is longer than ${maxResponse} characters.`);
    if (done) {
      this.#reading.end();
      this.#isOver = true;
    } else this.#parser.feed(text);
  }

  #takeEvent(event: EventSourceMessage): void {
    if (this.#isOver) return;
    const one = this.#reading.take(event);
    if (one === undefined) this.#isOver = true;
    else this.#found.push(one);
  }

  /** Sees to it that somebody looks when the time of whoever waits may be over. */
  #watch(): void {
    if (this.#callOff !== undefined || this.#wait === undefined) return;
    const { left, message } = this.#limit(this.#wait);
    if (left > longestWait) return;
    if (left > 0) {
      this.#callOff = this.#patience.clock.setTimeout(() => {
        this.#callOff = undefined;
        this.#watch();
      }, left);
      return;
    }
    this.#failure = { error: brokenOff(message) };
    // Ends the read that is waited for.
    void this.#bytes.cancel(this.#failure.error).catch(() => {});
  }

  /** How much of its time is left to the server, and what is said when it is over. */
  #limit({ since, pieceSince }: { readonly since: number; readonly pieceSince: number }): Limit {
    const { idleTimeout, chunkTimeout, clock } = this.#patience;
    const now = clock.now();
    // A clock may be set back.
    const line = idleTimeout - this.#lineWait - Math.max(0, now - pieceSince);
    const chunk = chunkTimeout - Math.max(0, now - since);
    if (line <= chunk) return { left: line, message: saidNothing(idleTimeout) };
    const seconds = Math.round(chunkTimeout / 1000);
    return { left: chunk, message: `The server said that it lives, and nothing else, for ${seconds} seconds.` };
  }
}

interface Limit {
  /** In milliseconds. */
  readonly left: number;
  readonly message: string;
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
