import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

/** A real MCP server over HTTP, with the log of its tools. */
export interface TestMcpServer {
  readonly url: string;
  readonly done: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts a server with a tool that reads, one that destroys, one with both hints, and one without hints. */
export async function startMcpServer(): Promise<TestMcpServer> {
  const done: string[] = [];
  const http = createServer((request, response) => {
    // Without sessions, the SDK requires a separate server for each request.
    const transport = new StreamableHTTPServerTransport();
    const server = makeServer(done);
    response.on('close', () => void server.close());
    void server
      .connect(transport as Parameters<typeof server.connect>[0])
      .then(() => transport.handleRequest(request, response));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, done, close: () => stop(http) };
}

function stop(http: Server): Promise<void> {
  http.closeAllConnections();
  return new Promise((resolve) => http.close(() => resolve()));
}

function makeServer(done: string[]): McpServer {
  const server = new McpServer({ name: 'files', version: '1.0.0' });
  const inputSchema = { path: z.string() };
  const act =
    (name: string) =>
    ({ path }: { path: string }) => {
      done.push(`${name} ${path}`);
      return { content: [{ type: 'text' as const, text: `${name} ${path}` }] };
    };
  server.registerTool('read', { inputSchema, annotations: { readOnlyHint: true } }, act('read'));
  server.registerTool('remove', { inputSchema, annotations: { destructiveHint: true } }, act('remove'));
  server.registerTool(
    'purge',
    { inputSchema, annotations: { readOnlyHint: true, destructiveHint: true } },
    act('purge'),
  );
  server.registerTool('touch', { inputSchema }, act('touch'));
  return server;
}
