import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import { toWellFormedJson } from '../../protocol/foreign/well-formed.js';
import type { HttpPlace, HttpRequest, HttpTransportOptions } from './http-options.js';
import { askServer, beforeSending, patienceOf } from './http-requests.js';
import { readEventStream } from './read-events.js';

/** The headers of the responses that are read: whoever asks what became of one may need them. */
const headersOf: WeakMap<ReadableStream, Headers> = new WeakMap();

/** The way itself. */
export function httpClient({ api, ...options }: HttpTransportOptions): ChatTransport<UIMessage> {
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
      const body = await beforeSending(() => toWellFormedJson(prepareRequest(request)));
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
