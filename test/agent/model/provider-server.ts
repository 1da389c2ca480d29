import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from '../../support/provider-answers.js';

/** A server that answers each request with the next script, and records the requests. */
export interface ProviderServer {
  readonly baseURL: string;
  /** The parsed bodies, in order. */
  readonly bodies: readonly unknown[];
  close(): Promise<void>;
}

/** One response: the lines of a stream, or an error status. */
export type ServerTurn =
  | readonly (object | string)[]
  | { readonly status: number; readonly headers?: Record<string, string> };

/** Starts a server on this machine. */
export async function startProviderServer(
  turns: readonly ServerTurn[],
  { encode, contentType }: Provider,
): Promise<ProviderServer> {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      const turn = turns[bodies.length] ?? { status: 501 };
      bodies.push(JSON.parse(text));
      if ('status' in turn) {
        response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers });
        response.end(JSON.stringify({ error: { message: 'scripted refusal', type: 'test' } }));
        return;
      }
      response.writeHead(200, { 'content-type': contentType });
      response.end(Buffer.concat(encode(turn)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server that listens has an AddressInfo; the other types belong to pipes.
  const { port } = server.address() as AddressInfo;
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    bodies,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
