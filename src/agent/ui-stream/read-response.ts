import type { UIMessageChunk } from 'ai';
import { RemoteError } from '../../protocol/base/errors.js';
import { given } from '../../protocol/base/record.js';
import { type SerializedError, serializeError } from '../../protocol/base/serialize-error.js';
import { printAddressesIn } from '../../protocol/foreign/print-address.js';
import { abortable, onAbort, runAborted } from '../plumbing/abortable.js';
import type { ResponseFold } from './fold-response.js';
import { BodyEnd } from './read-events.js';
import { RefusedRequest, type SaidRefusal } from './refused-request.js';
import type { RemoteRun } from './remote-run.js';

/** How a response ended. */
export type ResponseEnd =
  | { readonly type: 'finished' }
  /** The server says that something went wrong. */
  | { readonly type: 'failed'; readonly error: SerializedError }
  /** It broke off, or made no sense: what the server does from then on is not known. */
  | (Lost & { readonly type: 'cut' })
  /** The server took nothing of the request. */
  | (Lost & { readonly type: 'refused' });

/** Why there is no response. */
interface Lost {
  readonly error: SerializedError;
  /** Its `Retry-After`, where the server said when it wants to be asked again. */
  readonly retryAfter?: string;
  /** The reason in the server's own words. */
  readonly words?: string;
  /** The call whose answer it does not accept, where it says so. */
  readonly toolCallId?: string;
}

/**
 * Reads a response to its end, whichever it is.
 *
 * @param open asks for it; gives nothing where there is none any more.
 * @param skip set where a server is asked again for the same response: how many chunks of it came, which it tells from the first.
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
    // Ends the read that is waited for. To listen anew for each chunk would cost more than the chunk.
    const stopListening = onAbort(run.signal, () => void reader.cancel().catch(() => {}));
    try {
      // It may have been stopped as the stream came.
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
      // A server that is through may still say goodbye; one that is not is told to stop.
      if (fold.state.type === 'finished') void drain(run, reader);
      else void reader.cancel().catch(() => {});
    }
  } catch (error) {
    if (run.signal.aborted) throw runAborted(run.signal);
    // Whatever else breaks it off, more was to come.
    if (!(error instanceof BodyEnd && fold.isWhole)) return brokenBy(error);
  }
  return responseEnd(fold);
}

/** What comes after a stop is read by nobody, and hung up. */
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

/** Reads on for a second, so that a connection that is over can be used again; one that is kept alive is hung up. */
async function drain({ config }: RemoteRun, reader: ReadableStreamDefaultReader<unknown>): Promise<void> {
  const callOff = config.environment.setTimeout(() => void reader.cancel().catch(() => {}), 1000);
  try {
    while (!(await reader.read()).done);
  } catch {
    // All that counts was said.
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

/** A refusal is the only failure after which it is known that the server has done nothing. */
function brokenBy(error: unknown): ResponseEnd {
  if (RemoteError.isInstance(error)) {
    const isRefused = ['remote-refused', 'remote-busy', 'remote-too-large'].includes(error.code);
    const { retryAfter, words, toolCallId } = error instanceof RefusedRequest ? error : noWords;
    const said = given({ retryAfter, words, toolCallId });
    return { type: isRefused ? 'refused' : 'cut', error: serializeError(error), ...said };
  }
  const { message } = serializeError(error);
  return { type: 'cut', error: remoteError('remote-cut', `The connection to the server broke: ${abridge(message)}`) };
}

const noWords: SaidRefusal = {};

function remoteError(code: string, message: string): SerializedError {
  return serializeError(new RemoteError(code, message));
}

const otherReplay = remoteError(
  'remote-malformed',
  'The server told the response again, and not as it came, so nothing more of it was read.',
);

const staleReplay = remoteError(
  'remote-cut',
  'The server told again what was answered here, and nothing of what became of the answers.',
);

/** Servers put whole requests into their errors, and addresses with credentials. */
export function abridge(text: string): string {
  // No part of an address that is cut in two is taken for all of it.
  const plain = printAddressesIn(text.slice(0, 4_000));
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain;
}
