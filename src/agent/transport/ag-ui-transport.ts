import type { ChatTransport, UIMessage } from 'ai';
import { agUiClient } from '../ag-ui/ag-ui-client.js';
import type { AgUiTransportOptions } from '../ag-ui/ag-ui-options.js';

/**
 * Makes the way to a server that speaks AG-UI 1.0, for `createRemoteAgent`. Its interrupts are approvals, or external
 * calls where they ask for something else than a yes; the answers to all of them go back in one request.
 *
 * @throws RemoteError from what it gives: as `httpTransport`, and `remote-refused` where an answer comes after the time
 * that the server gave.
 * @example
 * createRemoteAgent({ transport: agUiTransport({ url: 'http://localhost:8000/ag-ui' }), server: 'pydantic-ai' })
 */
export function agUiTransport(options: AgUiTransportOptions): ChatTransport<UIMessage> {
  return agUiClient(options);
}
