import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import { askServer, beforeSending, type HttpOptions, patienceOf } from './http-requests.js';
import { readEventStream } from './read-events.js';

/** What goes to the server, as `useChat` sends it. */
export interface HttpRequest {
  /** The conversation. */
  readonly id: string;
  /** The history, with the answers. */
  readonly messages: readonly UIMessage[];
  readonly trigger: 'submit-message' | 'regenerate-message';
  /** The message that answers are for. */
  readonly messageId?: string;
}

/** Options of {@link httpTransport}. */
export interface HttpTransportOptions extends HttpOptions {
  /** Where requests are posted to. Redirects are not followed. */
  readonly api: string;
  /** Makes the body. Default: the request as it is. */
  readonly prepareRequest?: (request: HttpRequest) => object;
  /** Where a response goes on after a cut; `undefined`: nowhere. Default: `{api}/{id}/stream?startIndex={startIndex}`. */
  readonly reconnectUrl?: (at: HttpPlace) => string | undefined;
}

/** Where a response broke off. */
export interface HttpPlace {
  /** The conversation. */
  readonly id: string;
  /** The first chunk that is wanted. */
  readonly startIndex: number;
  /** Those of the response, if it was begun in this page: a server may name its run there, as `x-workflow-run-id`. */
  readonly headers: Headers | undefined;
}

/** The headers of the responses that are read: whoever asks what became of one may need them. */
const headersOf: WeakMap<ReadableStream, Headers> = new WeakMap();

/**
 * Makes the way to a server that takes the AI SDK's UI messages in a `POST` and answers with a stream of chunks.
 *
 * @throws RemoteError from what it gives: `remote-refused` when the server took nothing of a request (status 4xx, a redirect, or it could not be made), `remote-busy` (429), `remote-failed`
 * (5xx, or no event stream), `remote-cut` when nobody can say.
 * @example httpTransport({ api: '/api/chat', headers: () => ({ authorization: `Bearer ${token()}` }) })
 */
export function httpTransport({ api, ...options }: HttpTransportOptions): ChatTransport<UIMessage> {
  const { prepareRequest = asItIs, reconnectUrl = streamOf } = options;
  const patience = patienceOf(options);
  function streamOf({ id, startIndex }: HttpPlace): string {
    return `${api}/${encodeURIComponent(id)}/stream?startIndex=${startIndex}`;
  }
  return {
    async sendMessages({
      trigger,
      chatId: id,
      messageId,
      messages,
      abortSignal,
    }): Promise<ReadableStream<UIMessageChunk>> {
      const request = { id, messages, trigger, ...(messageId === undefined ? {} : { messageId }) };
      const body = await beforeSending(() => JSON.stringify(prepareRequest(request)));
      const response = await askServer(options, api, {
        method: 'POST',
        body,
        ...(abortSignal && { signal: abortSignal }),
      });
      const stream = readEventStream(response, patience);
      headersOf.set(stream, response.headers);
      return stream;
    },
    async reconnectToStream({ chatId: id, metadata, ...more }) {
      const place = isRecord(metadata) ? metadata : {};
      const { startIndex: at, brokenOff, signal = ownMember<unknown>(more, 'abortSignal') } = place;
      const headers = brokenOff instanceof ReadableStream ? headersOf.get(brokenOff) : undefined;
      const startIndex = typeof at === 'number' ? at : 0;
      const url = await beforeSending(() => reconnectUrl({ id, startIndex, headers }));
      if (url === undefined) return null;
      const response = await askServer(options, url, {
        method: 'GET',
        ...(signal instanceof AbortSignal && { signal }),
      });
      return response.status === 204 ? null : readEventStream(response, patience);
    },
  };
}

function asItIs(request: HttpRequest): object {
  return request;
}
