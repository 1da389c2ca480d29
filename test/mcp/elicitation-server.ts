import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, type InputRequiredSpec, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A call as the server received it. */
export interface ServedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly responses?: unknown;
  readonly state?: unknown;
}

/** A real MCP server of protocol 2026-07-28 over HTTP with a client, and the requests that it received. */
export interface ElicitationServer {
  readonly url: string;
  readonly client: Client;
  readonly calls: readonly ServedCall[];
  /** Delays the response to the next call until it is released; reports when that call is cancelled. */
  readonly hold: () => {
    readonly reached: Promise<void>;
    readonly hungUp: Promise<void>;
    readonly release: () => void;
  };
  readonly close: () => Promise<void>;
}

const name = {
  method: 'form',
  message: 'Who travels?',
  schema: { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] },
} as const;
const seat = {
  method: 'form',
  message: 'Where do you want to sit?',
  schema: {
    type: 'object',
    properties: { seat: { type: 'string', enum: ['window', 'aisle'] }, bags: { type: 'integer', minimum: 0 } },
    required: ['seat'],
  },
} as const;

type ElicitationRequest = typeof name | typeof seat;

function form({ message, schema }: ElicitationRequest): ReturnType<typeof inputRequired.elicit> {
  return inputRequired.elicit({ message, requestedSchema: structuredClone(schema) as never }); // the builder validates the type
}

/** Returns the elicitations of each tool by the number of its calls; then a result with the answers. */
const rounds: Readonly<Record<string, readonly InputRequiredSpec[]>> = {
  plain: [],
  book: [{ requestState: 'opaque-1', inputRequests: { who: form(name), where: form(seat) } }],
  twice: [
    { requestState: 'first', inputRequests: { who: form(name) } },
    { requestState: 'second', inputRequests: { where: form(seat) } },
  ],
  pay: [
    {
      requestState: 'pay-1',
      inputRequests: { page: inputRequired.elicitUrl({ message: 'Pay there', url: 'https://pay.example/42?key=1' }) },
    },
  ],
  later: [{ requestState: 'not yet' }],
};

function makeServer(calls: ServedCall[], gate: Gate): McpServer {
  const server = new McpServer({ name: 'travel', title: 'Travel desk', version: '1.0.0' });
  const inputSchema = z.object({ to: z.string() });
  const reads = { readOnlyHint: true };
  for (const tool of [...Object.keys(rounds), 'ever', 'broken', 'picture']) {
    const annotations = tool === 'twice' ? reads : tool === 'pay' ? { destructiveHint: true } : {};
    server.registerTool(tool, { description: `Does ${tool}`, inputSchema, annotations }, async (input, ctx) => {
      const { inputResponses: responses, requestState } = ctx.mcpReq;
      const state: unknown = requestState();
      calls.push({ tool, input, ...(responses && { responses }), ...(state === undefined ? {} : { state }) });
      await gate.pass(ctx.mcpReq.signal);
      if (tool === 'broken') return { isError: true, content: [{ type: 'text', text: 'No seats are left.' }] };
      if (tool === 'picture') return { content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] };
      if (tool === 'ever') return inputRequired({ requestState: 'again', inputRequests: { who: form(name) } });
      const count = { first: 1, second: 2 }[String(state)] ?? (state === undefined ? 0 : 1);
      const asked = rounds[tool]?.[count];
      if (asked !== undefined) return inputRequired(asked);
      return {
        content: [{ type: 'text', text: `${tool} ${input.to} ${JSON.stringify(responses ?? null)}` }],
        structuredContent: { to: input.to },
      };
    });
  }
  return server;
}

/** Serves a fetch-style handler over HTTP. */
export async function serveOverHttp(
  answerTo: (request: Request) => Promise<Response>,
): Promise<{ readonly http: Server; readonly url: string }> {
  const http = createServer((request, response) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    request.on('end', () => {
      void answer();
    });
    const answer = async (): Promise<void> => {
      const { method = 'GET', headers } = request;
      const init = { method, headers: new Headers(headers as Record<string, string>), signal: gone.signal };
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: Buffer.concat(chunks) };
      const made = await answerTo(new Request('http://localhost/mcp', { ...init, ...body }));
      response.writeHead(made.status, Object.fromEntries(made.headers));
      for await (const chunk of made.body ?? []) response.write(chunk);
      response.end();
    };
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return { http, url: `http://127.0.0.1:${port}/mcp` };
}

/** Passes calls through, or delays one. */
interface Gate {
  pass: (signal: AbortSignal) => Promise<void>;
}

const open: Gate['pass'] = async () => {};

/** Starts the server, and connects a client to it. */
export async function startElicitationServer(): Promise<ElicitationServer> {
  const calls: ServedCall[] = [];
  const gate: Gate = { pass: open };
  const handler = createMcpHandler(() => makeServer(calls, gate));
  const { http, url } = await serveOverHttp(handler.fetch);
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {}, url: {} } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return { url, client, calls, hold: () => holdNext(gate), close: async () => await stopAll(client, http) };
}

function holdNext(gate: Gate): ReturnType<ElicitationServer['hold']> {
  let release = (): void => {};
  let reach = (): void => {};
  let hangUp = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const hungUp = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  gate.pass = async (signal) => {
    gate.pass = open;
    reach();
    signal.addEventListener('abort', () => hangUp());
    await Promise.race([released, hungUp]);
  };
  return { reached, hungUp, release };
}

/** Disconnects the client and stops the server. */
export async function stopAll(client: Client, http: Server): Promise<void> {
  await client.close();
  http.closeAllConnections();
  await new Promise<void>((resolve) => http.close(() => resolve()));
}
