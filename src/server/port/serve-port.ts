import { randomId } from '../../protocol/base/ids.js';
import { type AgentPort, listenToPort } from '../../remote/port/agent-port.js';
import { fromPortData, type PortMessage, toPortData } from '../../remote/port/port-message.js';

/** A response whose body is not sent completely. */
interface OpenResponse {
  /** Sends the next chunk of the body. */
  readonly pull: () => void;
  readonly cancel: () => void;
}

/**
 * Handles the requests that arrive at a port.
 *
 * @param handle returns the response to a request. It never rejects.
 * @returns a function that stops serving and notifies the page.
 */
export function servePort(port: AgentPort, handle: (request: Request) => Promise<Response>): () => void {
  const server = randomId();
  const open = new Map<string, OpenResponse>();
  const cancelAll = (): void => {
    for (const response of [...open.values()]) response.cancel();
  };
  const post = (message: PortMessage): void => {
    try {
      port.postMessage(toPortData(message));
    } catch {
      // The port of a browser extension throws after the other side has closed.
      cancelAll();
    }
  };
  const receive = (data: unknown): void => {
    const message = fromPortData(data);
    if (message === 'other-version' || message?.type === 'hello') post({ type: 'serving', server });
    else if (message?.type === 'request' && message.server === server && !open.has(message.id))
      respond(message, { handle, post, open });
    else if (message?.type === 'pull') open.get(message.id)?.pull();
    else if (message?.type === 'cancel') open.get(message.id)?.cancel();
  };
  const stopListening = listenToPort(port, { message: receive, close: cancelAll });
  post({ type: 'serving', server });
  return () => {
    stopListening();
    cancelAll();
    post({ type: 'stopped', server });
  };
}

interface ResponseContext {
  readonly handle: (request: Request) => Promise<Response>;
  readonly post: (message: PortMessage) => void;
  readonly open: Map<string, OpenResponse>;
}

/** A placeholder origin. Requests over a port have only a path, but a `Request` needs a whole URL. */
const origin = 'https://port.invalid';

function respond(message: Extract<PortMessage, { type: 'request' }>, { handle, post, open }: ResponseContext): void {
  const { id, method, path, body } = message;
  const cancelled = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const close = (): void => {
    open.delete(id);
    cancelled.abort();
    void reader?.cancel().catch(() => {});
  };
  const fail = (): void => {
    if (!open.has(id)) return;
    close();
    post({ type: 'failed', id });
  };
  const decoder = new TextDecoder();
  const sendChunk = async (): Promise<void> => {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (!open.has(id)) return;
    if (!done) return post({ type: 'chunk', id, text: decoder.decode(value, { stream: true }) });
    open.delete(id);
    post({ type: 'end', id });
  };
  const begin = async (): Promise<void> => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method, headers, signal: cancelled.signal, ...(body === undefined ? {} : { body }) };
    const response = await handle(new Request(new URL(path, origin), init));
    reader = response.body?.getReader();
    if (!open.has(id)) return void reader?.cancel().catch(() => {});
    post({ type: 'response', id, status: response.status, headers: Object.fromEntries(response.headers) });
  };
  open.set(id, { pull: () => void sendChunk().catch(fail), cancel: close });
  void begin().catch(fail);
}
