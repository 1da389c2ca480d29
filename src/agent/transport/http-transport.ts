import type { ChatTransport, UIMessage } from 'ai';
import { type LazyPart, lazyPart } from '../../protocol/base/lazy-part.js';
import type { HttpTransportOptions } from '../ui-stream/http-options.js';
import { laterTransport } from './later-transport.js';

/** What asks, and reads what is answered. */
export const httpPart: LazyPart<(options: HttpTransportOptions) => ChatTransport<UIMessage>> = lazyPart(
  async () => (await import('../ui-stream/http-client.js')).httpClient,
);

/**
 * Makes the way to a server that takes the AI SDK's UI messages in a `POST` and answers with a stream of chunks.
 *
 * @throws RemoteError from what it gives: `remote-refused` when the server took nothing of a request (status 4xx, a redirect, or it could not be made), `remote-busy` (429), `remote-failed`
 * (5xx, or no event stream), `remote-cut` when nobody can say.
 * @example httpTransport({ api: '/api/chat', headers: () => ({ authorization: `Bearer ${token()}` }) })
 */
export function httpTransport(options: HttpTransportOptions): ChatTransport<UIMessage> {
  return laterTransport(httpPart, options);
}
