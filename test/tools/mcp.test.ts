import { createMCPClient, type MCPClient } from '@ai-sdk/mcp';
import { approvalRequired, byAnnotations, createAgent, filtered, prefixed } from 'countersign/core';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastResults } from '../conformance/support.js';
import { startMcpServer, type TestMcpServer } from './mcp-server.js';

let server: TestMcpServer;
let client: MCPClient;

beforeAll(async () => {
  server = await startMcpServer();
  client = await createMCPClient({ transport: { type: 'http', url: server.url } });
});

afterAll(async () => {
  await client.close();
  await server.close();
});

describe('the tools of a real MCP server, by the client of @ai-sdk/mcp', () => {
  it('C76 run without approval if they only read, and require approval if they destroy or have no hints', async () => {
    const names = ['read', 'remove', 'purge', 'touch'];
    const model = scriptedModel([
      { calls: names.map((name) => ({ toolName: `fs_${name}`, input: { path: name } })) },
      'done',
    ]);
    const people = controllableHandler();
    const tools = await client.tools();
    const agent = createAgent({ model, toolsets: [prefixed(approvalRequired(tools, byAnnotations()), 'fs_')] });

    const run = agent.run('go', { deferredToolHandler: people.handler });
    const batch = await people.next();

    expect(batch.requests.approvals.map(({ toolName }) => toolName)).toEqual(['fs_remove', 'fs_purge', 'fs_touch']);
    expect(server.done).toEqual(['read read']);
    batch.answer({ approvals: { 'call-2': true, 'call-3': false, 'call-4': true } });
    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect([...server.done].sort()).toEqual(['read read', 'remove remove', 'touch touch']);
    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toMatchObject([
      { type: 'content', value: [{ type: 'text', text: 'read read' }] },
      { type: 'content', value: [{ type: 'text', text: 'remove remove' }] },
      { type: 'execution-denied' },
      { type: 'content', value: [{ type: 'text', text: 'touch touch' }] },
    ]);
  });

  it('are a toolset whose tools are listed again for each step', async () => {
    const model = scriptedModel(['done']);
    const source = filtered({ tools: () => client.tools() }, { metadata: { annotations: { readOnlyHint: true } } });

    await createAgent({ model, toolsets: [source] }).run('go').outcome;

    expect(model.requests[0]?.tools).toMatchObject([
      {
        name: 'read',
        inputSchema: { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false },
      },
      { name: 'purge' },
    ]);
  });
});
