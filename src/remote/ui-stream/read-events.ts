import type { UIMessageChunk } from 'ai';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Clock } from '../../protocol/base/clock.js';
import { RemoteError } from '../../protocol/base/errors.js';
import { maxForeignDepth, parseForeignJson } from '../../protocol/foreign/foreign-json.js';
import { withoutAddresses } from '../../protocol/foreign/print-address.js';

/** The limits of one chunk and of a whole response, in UTF-16 units. Anything longer is an attack or an accident. */
const [maxChunk, maxResponse] = [8_000_000, 64_000_000];

/** A body that ended between two events. The reader knows if the response was complete. */
export class BodyEnd extends RemoteError {}

/** Time limits for a server. */
export interface Patience {
  /** The longest time without a line, in milliseconds. */
  readonly idleTimeout: number;
  /** The longest time without a chunk, in milliseconds. */
  readonly chunkTimeout: number;
  readonly clock: Clock;
}

/**
 * Returns the chunks of an event stream as JSON. It ends with `[DONE]`; a body without that is an error, because more
 * may have been missing.
 *
 * @throws BodyEnd from the stream, if it ends between two events.
 */
export function readEventStream(response: Response, patience: Patience): ReadableStream<UIMessageChunk> {
  return readBody<UIMessageChunk>(response, patience, {
    take: ({ data }) => (data === '[DONE]' ? undefined : parseChunk(data)),
    end: () => {
      throw new BodyEnd('remote-cut', 'The response of the server ended before it was complete.');
    },
  });
}

/**
 * Returns the events of a stream as they arrive. It ends with the body.
 *
 * @throws RemoteError from the stream, if it ends within an event or is silent for too long.
 */
export function readSse(response: Response, patience: Patience): ReadableStream<EventSourceMessage> {
  const noLimit = { ...patience, chunkTimeout: Number.POSITIVE_INFINITY };
  return readBody<EventSourceMessage>(response, noLimit, { take: (event) => event, end: () => {} });
}

/** The conversion of events to the values of a stream. */
interface Reading<T> {
  /** Converts an event; `undefined` after the last one. */
  readonly take: (event: EventSourceMessage) => T | undefined;
  /** Handles the end of the body; throws if it is too early. */
  readonly end: () => void;
}

/** Reads a body; all events of a piece are passed on together. */
function readBody<T>({ body }: Response, patience: Patience, { take, end }: Reading<T>): ReadableStream<T> {
  if (body === null) throw brokenOff('The response of the server is empty.');
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let found: T[] = [];
  let isOver = false;
  // The reason why reading stopped. The reader first receives the events before it.
  let failure: { readonly error: unknown } | undefined;
  const watch = createWatch(patience, (error) => {
    failure = { error };
    // Ends a pending read.
    void reader.cancel(error).catch(() => {});
  });
  const parse = createSseParser((event) => {
    const one = isOver ? undefined : take(event);
    if (one === undefined) isOver = true;
    else found.push(one);
  });
  const readOn = async (): Promise<void> => {
    watch.begin();
    try {
      while (found.length === 0 && !isOver && failure === undefined) {
        const { done, value } = await reader.read();
        if (failure !== undefined) break;
        const text = decoder.decode(value, { stream: !done });
        watch.heard(text);
        parse(text, done);
        if (!done) continue;
        end();
        isOver = true;
      }
    } catch (error) {
      failure ??= { error };
    }
    watch.end();
  };
  const cancel = (reason: unknown): Promise<void> => {
    watch.close();
    return reader.cancel(reason);
  };
  return new ReadableStream({
    async pull(controller) {
      await readOn();
      // The reader is gone, so the connection is closed.
      if (isOver || failure !== undefined) void cancel(failure?.error).catch(() => {});
      const given = found;
      found = [];
      for (const one of given) controller.enqueue(one);
      if (failure !== undefined && given.length === 0) throw failure.error;
      if (isOver) controller.close();
    },
    cancel,
  });
}

/** Returns a function that parses the next piece of a body. */
function createSseParser(onEvent: (event: EventSourceMessage) => void): (text: string, isLast: boolean) => void {
  const parser = createParser({
    maxBufferSize: maxChunk,
    onEvent,
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
  });
  let length = 0;
  let last = '';
  return (text, isLast) => {
    length += text.length;
    last = text.slice(-1) || last;
    // The parser drops an event without an end.
    if (isLast && !/^[\r\n]?$/.test(last)) throw brokenOff('The response of the server ended within an event.');
    if (length > maxResponse) throw brokenOff(`The response of the server is longer than ${maxResponse} characters.`);
    parser.feed(text);
  };
}

function brokenOff(message: string): RemoteError {
  return new RemoteError('remote-cut', message);
}

/** Watches for a silent server. */
export interface Watch {
  /** A reader starts to wait for the next event. */
  readonly begin: () => void;
  /** A piece has arrived. */
  readonly heard: (text: string) => void;
  /** The reader no longer waits. */
  readonly end: () => void;
  readonly close: () => void;
}

/**
 * Reports a server that is silent for too long. One timer serves all pieces: starting and stopping one for each would
 * cost more than the piece.
 */
export function createWatch(
  { idleTimeout, chunkTimeout, clock }: Patience,
  abandon: (error: RemoteError) => void,
): Watch {
  let isWaiting = false;
  // The times since which an event and a piece are awaited.
  let [eventSince, pieceSince] = [0, 0];
  // The time spent on an unfinished line: single bytes do not prove that the server is alive, but a comment does.
  let lineWait = 0;
  let callOff: (() => void) | undefined;
  // A clock may be set back.
  const passed = (since: number): number => Math.max(0, clock.now() - since);
  const look = (): void => {
    if (!isWaiting || callOff !== undefined) return;
    const line = idleTimeout - lineWait - passed(pieceSince);
    const chunk = chunkTimeout - passed(eventSince);
    const left = Math.min(line, chunk);
    if (left > 0) {
      callOff = clock.setTimeout(() => {
        callOff = undefined;
        look();
      }, left);
    } else if (line <= chunk) abandon(brokenOff(`The server said nothing for ${inSeconds(idleTimeout)}.`));
    else abandon(brokenOff(`The server said that it lives, and nothing else, for ${inSeconds(chunkTimeout)}.`));
  };
  return {
    begin: () => {
      isWaiting = true;
      eventSince = pieceSince = clock.now();
      look();
    },
    heard: (text) => {
      lineWait = /[\r\n]/.test(text) ? 0 : lineWait + passed(pieceSince);
      pieceSince = clock.now();
    },
    end: () => {
      isWaiting = false;
    },
    close: () => callOff?.(),
  };
}

function inSeconds(ms: number): string {
  return `${Math.round(ms / 1000)} seconds`;
}

function parseChunk(data: string): UIMessageChunk {
  const chunk: unknown = parseForeignJson(data);
  if (chunk !== undefined) return chunk as UIMessageChunk; // Its readers validate its members.
  throw new RemoteError(
    'remote-malformed',
    `The server sent an event that is not JSON, or has more than ${maxForeignDepth} levels, so nothing more was read.`,
  );
}

/** Limits for a body that is read as a whole. */
export interface BodyLimits extends Pick<Patience, 'idleTimeout' | 'clock'> {
  /** The longest body, in bytes. */
  readonly maxBytes: number;
}

/**
 * Reads a body as text, with limits: a server that stalls or never ends would block everything that waits for it.
 *
 * @throws RemoteError `remote-cut` when the body takes longer than `idleTimeout` or is cut off, `remote-malformed` when
 * it is too large.
 */
export async function readBodyText(response: Response, { maxBytes, idleTimeout, clock }: BodyLimits): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  let failure: RemoteError | undefined;
  const abandon = (error: RemoteError): void => {
    failure ??= error;
    void reader.cancel(error).catch(() => {});
  };
  const late = new RemoteError(
    'remote-cut',
    `The server sent no complete answer within ${idleTimeout / 1000} seconds.`,
  );
  const cancel = clock.setTimeout(() => abandon(late), idleTimeout);
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (failure !== undefined) throw failure;
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes)
        abandon(new RemoteError('remote-malformed', `The server sent an answer of more than ${maxBytes} bytes.`));
      if (failure !== undefined) throw failure;
      text += decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    if (failure !== undefined) throw failure;
    throw new RemoteError('remote-cut', 'The answer of the server broke off.', { cause: withoutAddresses(cause) });
  } finally {
    cancel();
  }
}
