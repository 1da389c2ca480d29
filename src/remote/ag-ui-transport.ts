import type { ChatTransport, UIMessage } from 'ai';
import { agUiClient } from './ag-ui/ag-ui-client.js';
import type { AgUiTransportOptions } from './ag-ui/ag-ui-options.js';

/**
 * Creates the transport to a server that speaks AG-UI 1.0, for `createRemoteAgent`. Its interrupts are approvals, or
 * external calls if they ask for more than an approval. All answers are sent in one request.
 *
 * @throws RemoteError from its requests: as `httpTransport`, and `remote-refused` for an answer after the server's
 * deadline.
 * @example
 * createRemoteAgent({ transport: agUiTransport({ url: 'http://localhost:8000/ag-ui' }), server: 'pydantic-ai' })
 */
export function agUiTransport(options: AgUiTransportOptions): ChatTransport<UIMessage> {
  return agUiClient(options);
}
