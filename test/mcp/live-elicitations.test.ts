import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { createAgent, type RunOptions } from 'countersign/core';
import { mcpToolset } from 'countersign/mcp';
import { controllableHandler, memoryJournal, scriptedModel } from 'countersign/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lastResults } from '../conformance/support.js';
import { serveOverHttp, stopAll } from './elicitation-server.js';

/** The answers that the server received, by tool. */
const heard: string[] = [];
let client: Client;
let close: () => Promise<void>;

const schema = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 2 } },
  required: ['name'],
} as const;

/** A real server of MCP 2025-11-25, which sends an elicitation during a call and waits. */
async function startLiveServer(): Promise<void> {
  const server = new McpServer({ name: 'desk', title: 'Front desk', version: '1.0.0' });
  for (const tool of ['book', 'pay'] as const) {
    server.registerTool(tool, { inputSchema: z.object({ to: z.string() }) }, async ({ to }, ctx) => {
      const asked =
        tool === 'book'
          ? ({ mode: 'form', message: `Who travels to ${to}?`, requestedSchema: structuredClone(schema) } as const)
          : ({ mode: 'url', message: 'Pay there', url: 'https://pay.example/1', elicitationId: 'e1' } as const);
      const { action, content } = await ctx.mcpReq.elicitInput(asked as never, { timeout: 60_000 }); // the type depends on its mode
      heard.push(`${tool} ${to} ${action} ${JSON.stringify(content ?? null)}`);
      return { content: [{ type: 'text', text: `${action} ${JSON.stringify(content ?? null)}` }] };
    });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'one' });
  await server.connect(transport);
  const { http, url } = await serveOverHttp(async (request) => await transport.handleRequest(request));
  client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: { form: {}, url: {} } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  close = async () => await stopAll(client, http);
}

beforeAll(startLiveServer);

afterAll(async () => await close());

beforeEach(() => {
  heard.length = 0;
});

function start(calls: readonly { readonly toolName: string; readonly to: string }[], own: Partial<RunOptions> = {}) {
  const model = scriptedModel([{ calls: calls.map(({ toolName, to }) => ({ toolName, input: { to } })) }, 'done']);
  const toolset = mcpToolset(client, { elicitation: 'live' });
  client.setRequestHandler('elicitation/create', toolset.elicitationHandler);
  const people = controllableHandler();
  const agent = createAgent({ model, toolsets: [toolset] });
  const run = agent.run('go', { deferredToolHandler: people.handler, ...own });
  return { toolset, people, run, results: () => lastResults(model.requests[1]?.prompt).map(({ output }) => output) };
}

describe('an elicitation of a server of MCP 2025-11-25 during a call', () => {
  it('C256 is answered by people during the same call', async () => {
    const { people, run, results } = start([{ toolName: 'book', to: 'Oslo' }]);
    const batch = await people.next();

    expect(batch.requests.calls).toMatchObject([
      { toolName: 'elicit', title: 'Front desk asks you something', summary: 'Who travels to Oslo?' },
    ]);
    expect(heard).toEqual([]);
    const id = batch.requests.calls[0]?.toolCallId ?? '';
    batch.answer({ calls: { [id]: { action: 'accept', content: { name: 'Ada' } } } });

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect(heard).toEqual(['book Oslo accept {"name":"Ada"}']);
    expect(results()).toMatchObject([{ value: [{ text: 'accept {"name":"Ada"}' }] }]);
  });

  it('C256 runs with one call at a time, so that each elicitation belongs to that call, also with a journal', async () => {
    const { people, run } = start(
      [
        { toolName: 'book', to: 'Oslo' },
        { toolName: 'pay', to: 'Rome' },
      ],
      { journal: memoryJournal(), runId: 'r' },
    );
    const first = await people.next();
    expect(first.ctx.agentPath).toEqual(['agent', 'book']);
    first.answer({ calls: { [first.requests.calls[0]?.toolCallId ?? '']: { action: 'decline' } } });
    const second = await people.next();
    expect(second.ctx.agentPath).toEqual(['agent', 'pay']);
    expect(second.requests.calls).toMatchObject([{ input: { mode: 'url', url: 'https://pay.example/1' } }]);
    second.answer({ calls: { [second.requests.calls[0]?.toolCallId ?? '']: { action: 'accept' } } });

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect(heard).toEqual(['book Oslo decline null', 'pay Rome accept null']);
  });

  it('C256 gets the answer cancel when nobody answers, and outside a call', async () => {
    const { run, toolset } = start([{ toolName: 'book', to: 'Oslo' }], { deferredToolHandler: null });

    expect(await run.outcome).toMatchObject({ type: 'completed' });

    expect(heard).toEqual(['book Oslo cancel null']);
    expect(await toolset.elicitationHandler({ params: { mode: 'form', message: 'Hi' } })).toEqual({ action: 'cancel' });
  });

  it('C256 rejects an answer that violates its schema, as in the newer protocol', async () => {
    const { people, run } = start([{ toolName: 'book', to: 'Oslo' }]);
    const batch = await people.next();
    batch.answer({
      calls: { [batch.requests.calls[0]?.toolCallId ?? '']: { action: 'accept', content: { name: 'A' } } },
    });

    await run.outcome;

    expect(heard.filter((line) => line.includes('accept'))).toEqual([]);
  });
});
