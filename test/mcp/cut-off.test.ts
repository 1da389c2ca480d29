import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { createAgent, type RunOptions } from 'countersign/core';
import { mcpToolset } from 'countersign/mcp';
import { scriptedModel } from 'countersign/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { serveOverHttp, stopAll } from './elicitation-server.js';

type Work = (report: (progress: number) => Promise<void>) => Promise<string>;

function payServer(work: Work, annotations = {}): McpServer {
  const server = new McpServer({ name: 'bank', version: '1.0.0' });
  server.registerTool('pay', { inputSchema: z.object({}), annotations }, async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? 0;
    const report = async (progress: number): Promise<void> =>
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } });
    return { content: [{ type: 'text', text: await work(report) }] };
  });
  return server;
}

async function connectInMemory(server: McpServer): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  await client.connect(ours);
  return client;
}

async function callPay(client: Client, own: Partial<RunOptions> = {}): Promise<unknown> {
  const model = scriptedModel([{ calls: [{ toolName: 'pay', input: {} }] }, 'done']);
  const ends: unknown[] = [];
  const run = createAgent({ model, toolsets: [mcpToolset(client)] }).run('go', own);
  for await (const event of run) if (event.type === 'tool-end') ends.push(event.end);
  await run.outcome;
  return ends[0];
}

const never = new Promise<never>(() => {});

afterEach(() => {
  vi.useRealTimers();
});

describe('a slow call of an MCP tool', () => {
  it('C356 has the time limit toolTimeout', async () => {
    vi.useFakeTimers();
    const client = await connectInMemory(
      payServer(async () => await new Promise((resolve) => setTimeout(() => resolve('paid'), 75_000))),
    );

    const end = callPay(client, { toolTimeout: 100_000 });
    await vi.advanceTimersByTimeAsync(76_000);

    expect(await end).toMatchObject({ status: 'returned' });
  });

  it('C356 continues while it reports progress', async () => {
    vi.useFakeTimers();
    const client = await connectInMemory(
      payServer(async (report) => {
        for (let step = 1; step <= 3; step++) {
          await new Promise((resolve) => setTimeout(resolve, 40_000));
          await report(step);
        }
        return 'paid';
      }),
    );

    const end = callPay(client);
    await vi.advanceTimersByTimeAsync(121_000);

    expect(await end).toMatchObject({ status: 'returned' });
  });

  it.each([
    ['unknown', {}],
    ['failed', { readOnlyHint: true }],
    ['failed', { idempotentHint: true }],
  ])('C357 is %s when its time is up, with %j', async (status, annotations) => {
    vi.useFakeTimers();
    const client = await connectInMemory(payServer(async () => await never, annotations));

    const end = callPay(client, { toolTimeout: 2_000 });
    await vi.advanceTimersByTimeAsync(2_001);

    expect(await end).toMatchObject({ status });
  });
});

describe('a call of an MCP tool whose server is gone', () => {
  it('C357 is unknown when the server disconnects during the call', async () => {
    const server = payServer(async () => {
      await server.close();
      return await never;
    });

    expect(await callPay(await connectInMemory(server))).toEqual({ status: 'unknown' });
  });

  it.each([
    [502, 'unknown'],
    [404, 'failed'],
  ])('C357 answered with HTTP %i is %s', async (status, expected) => {
    const server = payServer(async () => 'paid');
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'one' });
    await server.connect(transport);
    const { http, url } = await serveOverHttp(async (request) => {
      const text = await request.clone().text();
      return text.includes('tools/call') ? new Response('', { status }) : await transport.handleRequest(request);
    });
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));

    const end = await callPay(client);
    await stopAll(client, http);

    expect(end).toMatchObject({ status: expected });
  });
});
