import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UIMessage } from 'ai';
import { onTestFinished } from 'vitest';

/** A request as the server received it. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly id?: string; readonly messages: readonly UIMessage[]; readonly trigger?: string };
}

/** One response of the server: its chunks (a string is sent as it is), then the way it ends. */
export interface WireTurn {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly chunks?: readonly (object | string)[];
  /**
   * `done` sends `[DONE]`; `end` only ends the body; `cut` breaks the connection; `hang` leaves it open.
   * Default: `done`.
   */
  readonly ends?: 'done' | 'end' | 'cut' | 'hang';
  /** Breaks the connection after so many bytes of the body. */
  readonly cutAfter?: number;
}

/** A server that sends each request the next response, and records the requests. */
export interface WireServer {
  readonly url: string;
  readonly requests: readonly WireRequest[];
  /** The number of responses that the client aborted. */
  readonly hungUp: () => number;
}

/** Encodes a response as bytes of an event stream. */
export function toBytes({ chunks = [], ends = 'done' }: WireTurn): Buffer {
  const events = chunks.map((chunk) => (typeof chunk === 'string' ? chunk : `data: ${JSON.stringify(chunk)}\n\n`));
  return Buffer.from([...events, ...(ends === 'done' ? ['data: [DONE]\n\n'] : [])].join(''));
}

/** The responses of a server: a list in order, or a function of the request. */
export type WireScript = readonly WireTurn[] | ((request: WireRequest, index: number) => WireTurn | undefined);

/** Starts a server on this machine, which stops with the test. */
export async function startWireServer(script: WireScript): Promise<WireServer> {
  const requests: WireRequest[] = [];
  let hungUp = 0;
  const answer = async (turn: WireTurn, response: ServerResponse): Promise<void> => {
    const { status = 200, headers = { 'content-type': 'text/event-stream' }, ends = 'done', cutAfter } = turn;
    response.on('close', () => {
      if (!response.writableFinished && ends === 'hang') hungUp += 1;
    });
    response.writeHead(status, headers);
    const bytes = toBytes(turn).subarray(0, cutAfter);
    response.flushHeaders();
    // Bytes that are not flushed before `destroy()` never arrive.
    if (bytes.length > 0) await new Promise((resolve) => response.write(bytes, resolve));
    if (cutAfter !== undefined || ends === 'cut') response.destroy();
    else if (ends !== 'hang') response.end();
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url = '', headers } = request;
    const asked = { method, url, headers, body: text === '' ? { messages: [] } : JSON.parse(text) };
    const index = requests.push(asked) - 1;
    const turn = typeof script === 'function' ? script(asked, index) : script[index];
    await answer(
      turn ?? { status: 500, headers: { 'content-type': 'text/plain' }, chunks: ['no more answers'], ends: 'end' },
      response,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo; // a listening TCP server has an AddressInfo
  return { url: `http://127.0.0.1:${port}/chat`, requests, hungUp: () => hungUp };
}
