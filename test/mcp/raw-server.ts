import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createAgent, type RunOptions } from 'countersign/core';
import { mcpToolset } from 'countersign/mcp';
import { scriptedModel } from 'countersign/testing';
import { lastResults } from '../conformance/support.js';
import { serveOverHttp } from './elicitation-server.js';

/** The response to one request. Default: status `200`, no headers. */
export interface RawAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly result?: unknown;
  /** The whole body, instead of a JSON-RPC response. */
  readonly body?: string;
}

/** A request as the server received it. */
export interface RawRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>> | undefined;
  readonly session: string | undefined;
}

/** A server that sends any response of a test, including those of real servers that violate MCP. */
export interface RawServer {
  readonly url: URL;
  readonly requests: readonly RawRequest[];
  readonly connect: (options?: object) => Promise<Client>;
  readonly close: () => Promise<void>;
}

/** Returns the response to `initialize`, with a session if it has an id. */
export function welcome(session?: string): RawAnswer {
  const serverInfo = { name: 'post', version: '1.0.0' };
  const result = { protocolVersion: '2025-06-18', capabilities: { tools: { listChanged: true } }, serverInfo };
  return { result, ...(session === undefined ? {} : { headers: { 'mcp-session-id': session } }) };
}

/** Starts a local server. If `answer` returns nothing, it accepts clients and supports no other method. */
export async function startRawServer(answer: (request: RawRequest) => RawAnswer | undefined): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const clients: Client[] = [];
  const { http, url } = await serveOverHttp(async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    const { id, method, params } = JSON.parse(await request.text());
    const came = { method, params, session: request.headers.get('mcp-session-id') ?? undefined };
    requests.push(came);
    if (id === undefined) return new Response(null, { status: 202 });
    const unknown = {
      body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such method' } }),
    };
    const made: RawAnswer = answer(came) ?? (method === 'initialize' ? welcome() : unknown);
    const { status = 200, headers, result, body = JSON.stringify({ jsonrpc: '2.0', id, result }) } = made;
    return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });
  });
  return {
    url: new URL(url),
    requests,
    connect: async (options) => {
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL(url), options));
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const client of clients) await client.close();
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

/** Returns a tool in the format of a server. */
export const toolDefinition = (name: string, more: object = {}): object => ({
  name,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});

/** Runs an agent whose model calls a tool of a server once. */
export async function callOnceOver(
  source: Parameters<typeof mcpToolset>[0],
  toolName: string,
  own: Partial<RunOptions> = {},
) {
  const model = scriptedModel([{ calls: [{ toolName, input: {} }] }, 'done']);
  const ends: unknown[] = [];
  const run = createAgent({ model, toolsets: [mcpToolset(source)] }).run('go', own);
  for await (const event of run) if (event.type === 'tool-end') ends.push(event.end);
  const outcome = await run.outcome;
  return {
    outcome,
    end: ends[0],
    tools: model.requests[0]?.tools?.map(({ name }) => name),
    output: lastResults(model.requests[1]?.prompt)[0]?.output,
  };
}
