import type { UIMessageChunk } from 'ai';
import { abortable, onAbort, runAborted } from '../../agent/plumbing/abortable.js';
import { RemoteError } from '../../protocol/base/errors.js';
import { definedProps } from '../../protocol/base/record.js';
import { type SerializedError, serializeError } from '../../protocol/base/serialize-error.js';
import { printAddressesIn } from '../../protocol/foreign/print-address.js';
import type { Issue } from '../../protocol/signals.js';
import type { ResponseFold } from './fold-response.js';
import { BodyEnd } from './read-events.js';
import { type RefusalDetails, RefusedRequest } from './refused-request.js';
import type { RemoteRun } from './remote-run.js';

/** The end of a response. */
export type ResponseEnd =
  | { readonly type: 'finished' }
  /** The server reported an error. */
  | { readonly type: 'failed'; readonly error: SerializedError }
  /** The response was cut off or invalid, so the server's further actions are unknown. */
  | (Lost & { readonly type: 'cut' })
  /** The server rejected the request and did nothing. */
  | (Lost & { readonly type: 'refused' });

/** The reason for a missing response. */
interface Lost {
  readonly error: SerializedError;
  /** Its `Retry-After`, if the server sent one. */
  readonly retryAfter?: string;
  /** The reason in the server's own words. */
  readonly words?: string;
  /** The call whose answer the server rejected, if it names one. */
  readonly toolCallId?: string;
  /** The place in that answer that is invalid, if the server names one. */
  readonly issue?: Issue;
}

/**
 * Reads a response to its end.
 *
 * @param open requests it; returns nothing if it no longer exists.
 * @param skip the number of chunks that arrived before a reconnect, if the server sends the response from its first
 * chunk.
 * @throws RunAborted
 */
export async function takeResponse(
  run: RemoteRun,
  { fold, skip }: { readonly fold: ResponseFold; readonly skip?: number },
  open: () => Promise<ReadableStream<UIMessageChunk> | null>,
): Promise<ResponseEnd | null> {
  fold.isReread = skip !== undefined;
  const recognize = skip === undefined || skip === 0 ? undefined : fold.told.comparer();
  try {
    const stream = await openFor(run, open);
    if (stream === null) return null;
    const reader = stream.getReader();
    // Ends a pending read. A listener for each chunk would cost more than the chunk.
    const stopListening = onAbort(run.signal, () => void reader.cancel().catch(() => {}));
    try {
      // The run may have been stopped while the stream was opened.
      if (run.signal.aborted) throw runAborted(run.signal);
      while (fold.state.type === 'open') {
        const { done, value } = await reader.read();
        if (run.signal.aborted) throw runAborted(run.signal);
        if (done) break;
        const known = recognize?.(value) ?? 'new';
        if (known === 'other') return { type: 'cut', error: otherReplay };
        if (known === 'told') continue;
        if (run.server.reconnect === 'replay') fold.told.add(value);
        await fold.take(value);
      }
    } finally {
      stopListening();
      // A finished response is read to its end, so that its connection can be reused; every other one is cancelled.
      if (fold.state.type === 'finished') void drain(run, reader);
      else void reader.cancel().catch(() => {});
    }
  } catch (error) {
    if (run.signal.aborted) throw runAborted(run.signal);
    // After any other error, more was still expected.
    if (!(error instanceof BodyEnd && fold.isWhole)) return brokenBy(error);
  }
  return responseEnd(fold);
}

/** Opens a response. If the run was stopped in the meantime, the response is cancelled. */
async function openFor(
  { signal }: RemoteRun,
  open: () => Promise<ReadableStream<UIMessageChunk> | null>,
): Promise<ReadableStream<UIMessageChunk> | null> {
  let opening: ReturnType<typeof open> | undefined;
  try {
    return await abortable(signal, () => {
      opening = open();
      return opening;
    });
  } catch (error) {
    void opening?.then((stream) => stream?.cancel()).catch(() => {});
    throw error;
  }
}

/** Reads on for a second, so that the connection can be reused; then cancels it. */
async function drain({ config }: RemoteRun, reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
  const callOff = config.environment.setTimeout(() => void reader.cancel().catch(() => {}), 1000);
  try {
    while (!(await reader.read()).done);
  } catch {
    // Everything that matters has arrived.
  } finally {
    callOff();
  }
}

function responseEnd({ state, isWhole, isStale }: ResponseFold): ResponseEnd {
  switch (state.type) {
    case 'finished':
      return isStale ? { type: 'cut', error: staleReplay } : state;
    case 'failed':
      return {
        type: 'failed',
        error: remoteError('remote-error', `The server reported an error: ${abridge(state.message)}`),
      };
    case 'malformed':
      return {
        type: 'cut',
        error: remoteError(
          'remote-malformed',
          `The server sent ${state.why}, so nothing more of its response was read.`,
        ),
      };
    case 'open':
      return isWhole
        ? { type: 'finished' }
        : {
            type: 'cut',
            error: remoteError('remote-cut', 'The response of the server broke off before it was complete.'),
          };
    default:
      return state satisfies never;
  }
}

/** Only a rejected request proves that the server did nothing. */
function brokenBy(error: unknown): ResponseEnd {
  if (RemoteError.isInstance(error)) {
    const isRefused = ['remote-refused', 'remote-busy', 'remote-too-large'].includes(error.code);
    const { retryAfter, words, toolCallId, issue } = error instanceof RefusedRequest ? error : noWords;
    const said = definedProps({ retryAfter, words, toolCallId, issue });
    return { type: isRefused ? 'refused' : 'cut', error: serializeError(error), ...said };
  }
  const { message } = serializeError(error);
  return { type: 'cut', error: remoteError('remote-cut', `The connection to the server broke: ${abridge(message)}`) };
}

const noWords: RefusalDetails = {};

function remoteError(code: string, message: string): SerializedError {
  return serializeError(new RemoteError(code, message));
}

const otherReplay = remoteError(
  'remote-malformed',
  'The server sent the response again with other content, so the rest of it was not read.',
);

const staleReplay = remoteError(
  'remote-cut',
  'The server repeated the answers of this page, and reported nothing about their results.',
);

/** Shortens a server's error message, which may contain whole requests, and addresses with credentials. */
export function abridge(text: string): string {
  // Addresses are hidden before the text is cut, so that a part of one is not mistaken for a whole.
  const plain = printAddressesIn(text.slice(0, 4_000));
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain;
}
