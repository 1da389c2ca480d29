import type { UIMessageChunk } from 'ai';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Clock } from '../../protocol/base/clock.js';
import { RemoteError } from '../../protocol/base/errors.js';
import { maxForeignDepth, parseForeignJson } from '../../protocol/foreign/foreign-json.js';
import { withoutAddresses } from '../../protocol/foreign/print-address.js';

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
    take: ({ data }) => (data === '[DONE]' ? undefined : parseChunk(data)),
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

/** How events become what is passed on. */
interface Reading<T> {
  /** Makes of an event what is passed on; `undefined`: it was the last. */
  readonly take: (event: EventSourceMessage) => T | undefined;
  /** The body is over; throws where that is too soon. */
  readonly end: () => void;
}

/** Reads a body, all events of a piece at once. */
function readBody<T>({ body }: Response, patience: Patience, { take, end }: Reading<T>): ReadableStream<T> {
  if (body === null) throw brokenOff('The response of the server is empty.');
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let found: T[] = [];
  let isOver = false;
  // Why nothing more is read. Whoever reads gets first what came before.
  let failure: { readonly error: unknown } | undefined;
  const watch = createWatch(patience, (error) => {
    failure = { error };
    // Ends the read that is waited for.
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
      // Nobody reads on, so the connection is given up; what comes after the end is nothing.
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

/** Gives what parses a piece, and ends what has no end. */
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
    // The parser drops what has no end.
    if (isLast && !/^[\r\n]?$/.test(last)) throw brokenOff('The response of the server ended within an event.');
    if (length > maxResponse) throw brokenOff(`The response of the server is longer than ${maxResponse} characters.`);
    parser.feed(text);
  };
}

function brokenOff(message: string): RemoteError {
  return new RemoteError('remote-cut', message);
}

/** Watches how long a server is waited for. */
export interface Watch {
  /** Somebody waits for the next event. */
  readonly begin: () => void;
  /** A piece has come. */
  readonly heard: (text: string) => void;
  /** Nobody waits any more. */
  readonly end: () => void;
  readonly close: () => void;
}

/** Gives up a server that says nothing for too long. One timer serves all: to start and stop one for each piece would cost more than the piece. */
export function createWatch(
  { idleTimeout, chunkTimeout, clock }: Patience,
  giveUp: (error: RemoteError) => void,
): Watch {
  let isWaiting = false;
  // Since when an event is waited for, and since when a piece.
  let [eventSince, pieceSince] = [0, 0];
  // How long its line, unfinished yet, has been waited for: one byte now and then is no sign of life, while a comment is.
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
    } else if (line <= chunk) giveUp(brokenOff(`The server said nothing for ${inSeconds(idleTimeout)}.`));
    else giveUp(brokenOff(`The server said that it lives, and nothing else, for ${inSeconds(chunkTimeout)}.`));
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
  if (chunk !== undefined) return chunk as UIMessageChunk; // its readers check its members
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
 * Reads a body as text. A server that stalls, or that never ends, would hold up everything that waits for it.
 *
 * @throws RemoteError `remote-cut` when the body takes longer than `idleTimeout` or breaks off, `remote-malformed` when it is too large.
 */
export async function readBodyText(response: Response, { maxBytes, idleTimeout, clock }: BodyLimits): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  let failure: RemoteError | undefined;
  const giveUp = (error: RemoteError): void => {
    failure ??= error;
    void reader.cancel(error).catch(() => {});
  };
  const late = new RemoteError(
    'remote-cut',
    `The server sent no complete answer within ${idleTimeout / 1000} seconds.`,
  );
  const cancel = clock.setTimeout(() => giveUp(late), idleTimeout);
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (failure !== undefined) throw failure;
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes)
        giveUp(new RemoteError('remote-malformed', `The server sent an answer of more than ${maxBytes} bytes.`));
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
