import type { ChatTransport, UIMessage } from 'ai';
import { httpClient } from './ui-stream/http-client.js';
import type { HttpTransportOptions } from './ui-stream/http-options.js';

/**
 * Makes the way to a server that takes the AI SDK's UI messages in a `POST` and answers with a stream of chunks.
 *
 * @throws RemoteError from what it gives: `remote-refused` when the server took nothing of a request (status 4xx, a
 * redirect, or it could not be made), `remote-busy` (429), `remote-failed` (5xx, or no event stream), `remote-cut` when
 * nobody can say.
 * @example httpTransport({ api: '/api/chat', headers: () => ({ authorization: `Bearer ${token()}` }) })
 */
export function httpTransport(options: HttpTransportOptions): ChatTransport<UIMessage> {
  return httpClient(options);
}
