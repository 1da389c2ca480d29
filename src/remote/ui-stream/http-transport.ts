import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import { toWellFormedJson } from '../../protocol/foreign/well-formed.js';
import type { HttpPlace, HttpRequest, HttpTransportOptions } from './http-options.js';
import { askServer, beforeSending, patienceOf } from './http-requests.js';
import { readEventStream } from './read-events.js';
import { historyHeader, RefusedRequest } from './refused-request.js';
import { newMessages, onlyAnswers } from './to-ui-messages.js';

/** The headers of responses that are being read, for a later reconnect. */
const headersOf: WeakMap<ReadableStream, Headers> = new WeakMap();

/**
 * Creates the transport to a server that receives the AI SDK's UI messages in a `POST` and answers with a stream of
 * chunks.
 *
 * @throws RemoteError from its requests: `remote-refused` when the server accepted nothing (status 4xx, a redirect, or
 * the request could not be made), `remote-busy` (429), `remote-failed` (5xx, or no event stream), `remote-cut` when the
 * outcome is unknown.
 * @example httpTransport({ api: '/api/chat', headers: () => ({ authorization: `Bearer ${token()}` }) })
 */
export function httpTransport({ api, ...options }: HttpTransportOptions): ChatTransport<UIMessage> {
  const { prepareRequest = asItIs, reconnectUrl = streamOf } = options;
  const patience = patienceOf(options);
  /** True once the server has announced that it stores the history. */
  let keepsHistory = false;
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
      metadata,
    }): Promise<ReadableStream<UIMessageChunk>> {
      const about = { id, trigger, ...(messageId === undefined ? {} : { messageId }) };
      const post = async (sent: readonly UIMessage[]): Promise<Response> => {
        const body = await beforeSending(() => toWellFormedJson(prepareRequest({ ...about, messages: sent })));
        return await askServer(options, api, { method: 'POST', body, ...(abortSignal && { signal: abortSignal }) });
      };
      const news = (): readonly UIMessage[] => messagesFor(keepsHistory ? ownServer : metadata, messages, metadata);
      const first = news();
      const response = await post(first).catch(async (error: unknown) => {
        keepsHistory ||= error instanceof RefusedRequest && error.keepsHistory;
        const isTooLarge = error instanceof RefusedRequest && error.code === 'remote-too-large';
        // The server accepted nothing, and has most of the history already.
        if (isTooLarge && first === messages && keepsHistory) return await post(news());
        throw error;
      });
      keepsHistory ||= response.headers.has(historyHeader);
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

const ownServer = { server: { history: 'server', answers: 'calls' } } as const;

/** Returns the messages to send: all of them, or only the new ones if the server stores the history. */
function messagesFor(told: unknown, messages: readonly UIMessage[], metadata: unknown): readonly UIMessage[] {
  const server = isRecord(told) && isRecord(told.server) ? told.server : {};
  if (server.history !== 'server') return messages;
  const answered = isRecord(metadata) && Array.isArray(metadata.answered) ? metadata.answered.map(String) : [];
  const news = newMessages(messages);
  return server.answers === 'calls' ? onlyAnswers(news, answered) : news;
}

function asItIs(request: HttpRequest): object {
  return request;
}
