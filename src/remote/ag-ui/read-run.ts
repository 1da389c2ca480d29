import type { UIMessageChunk } from 'ai';
import { RemoteError } from '../../protocol/base/errors.js';
import { BodyEnd } from '../ui-stream/read-events.js';
import type { EventFold } from './fold-events.js';
import { readEvent, type WireEvent } from './read-wire.js';

/** Converts the events of one response to chunks. It ends with its last event: a body that ends earlier was cut off. */
export function toChunkStream(events: ReadableStream<unknown>, fold: EventFold): ReadableStream<UIMessageChunk> {
  const reader = events.getReader();
  const next = async (): Promise<UIMessageChunk[]> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw endedEarly();
      const chunks = eventChunks(value, fold);
      if (chunks.length > 0 || fold.isOver) return chunks;
    }
  };
  return new ReadableStream({
    async pull(controller) {
      if (fold.isOver) {
        await drainEvents(reader);
        controller.close();
        return;
      }
      try {
        for (const chunk of await next()) controller.enqueue(chunk);
      } catch (error) {
        void reader.cancel(error).catch(() => {});
        throw error instanceof BodyEnd ? endedEarly() : error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Reads a response whose content is not needed. */
export async function readAway(events: ReadableStream<unknown>): Promise<void> {
  await drainEvents(events.getReader());
}

/** Reads the rest after the last event, so that the connection can be reused. The reader cancels it after a while. */
async function drainEvents(reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // Everything that matters has arrived.
  }
}

function endedEarly(): RemoteError {
  return new RemoteError('remote-cut', 'The response of the server ended before its run was over.');
}

function eventChunks(value: unknown, fold: EventFold): UIMessageChunk[] {
  const read = readEvent(value);
  switch (read.type) {
    case 'event': {
      const refused = fold.isUntouched ? refusalIn(read.event) : undefined;
      if (refused !== undefined && !fold.isOver) throw refused;
      return fold.take(read.event);
    }
    case 'unknown': {
      // The reader skips a chunk of an unknown type with one warning. The prefix keeps it apart from the types of the
      // AI SDK.
      const chunk: { readonly type: string } = { type: `AG-UI ${read.name}` };
      return fold.isOver ? [] : [chunk as UIMessageChunk];
    }
    case 'malformed':
      throw new RemoteError(
        'remote-malformed',
        `The server sent ${read.why}, so nothing more of its response was read.`,
      );
    default:
      return read satisfies never;
  }
}

/** Returns an error that proves that the server used no answer, so that the batch is open as before. */
function refusalIn(event: WireEvent): RemoteError | undefined {
  if (event.type !== 'RUN_ERROR') return undefined;
  const { code, message } = event;
  const isTwo = message.includes('you must specify the interrupt id when resuming');
  const isKept = typeof code === 'string' && unused.has(code) && !message.includes('indeterminate');
  if (!isTwo && !isKept) return undefined;
  const hint = isTwo ? " This server takes one interrupt at a time: set interrupt_mode to 'batched' there." : '';
  return new RemoteError('remote-refused', `The server took no answer: ${message.slice(0, 300)}${hint}`);
}

const unused: ReadonlySet<string> = new Set(
  ['REQUIRED', 'MISSING_INTERRUPT', 'INVALID', 'INVALID_RESPONSE'].map((name) => `APPROVAL_RESUME_${name}`),
);
