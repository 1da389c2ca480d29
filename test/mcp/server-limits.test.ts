import type { Client } from '@modelcontextprotocol/client';
import { createAgent, type DeferredToolRequests, toolReturn } from 'countersign/core';
import { mcpToolset } from 'countersign/mcp';
import { scriptedModel } from 'countersign/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../src/mcp/connection.js';
import { LiveElicitations } from '../../src/mcp/live-elicitations.js';
import type { McpClient } from '../../src/mcp/mcp-client.js';
import { ToolList } from '../../src/mcp/tool-list.js';
import { systemClock } from '../../src/protocol/base/clock.js';
import { lastResults } from '../conformance/support.js';
import { type ChangingServer, initial, startChangingServer } from './changing-server.js';

let server: ChangingServer;
let client: Client;

beforeAll(async () => {
  server = await startChangingServer();
});

afterAll(async () => await server.close());

beforeEach(async () => {
  Object.assign(server.behaviour, initial);
  server.calls.length = 0;
  client = await server.connect();
});

async function runSend(options: Parameters<typeof mcpToolset>[1] = {}) {
  const asked: DeferredToolRequests[] = [];
  const model = scriptedModel([{ calls: [{ toolName: 'send', input: { to: 'Oslo' } }] }, 'done']);
  const agent = createAgent({ model, toolsets: [mcpToolset(client, options)] });
  const run = agent.run('go', {
    deferredToolHandler: (requests) => {
      asked.push(requests);
      const answers = requests.calls.map(({ toolCallId }) => [
        toolCallId,
        toolReturn({ action: 'accept', content: {} }),
      ]);
      return { calls: Object.fromEntries(answers), approvals: {}, metadata: {}, defer: [] };
    },
  });
  const outcome = await run.outcome;
  return { asked, outcome, results: lastResults(model.requests[1]?.prompt) };
}

/** Calls the tool `send`, and returns the progress that the run emitted. */
async function progressOf(toolset: ReturnType<typeof mcpToolset>): Promise<readonly unknown[]> {
  const model = scriptedModel([{ calls: [{ toolName: 'send', input: {} }] }, 'done']);
  const run = createAgent({ model, toolsets: [toolset] }).run('go');
  await run.outcome;
  const reports: unknown[] = [];
  for await (const event of run) if (event.type === 'tool-progress') reports.push(event.value);
  return reports;
}

const nested = { type: 'object', properties: { a: { type: 'object', properties: {} } } };

describe('limits on a server of MCP', () => {
  it('C324 a few of ten thousand elicitations become cards, and the rest is declined', async () => {
    server.behaviour.questions = 10_000;
    const { asked } = await runSend();

    expect(asked.map(({ calls }) => calls.length)).toEqual([5]);
    const answers = Object.values(server.calls[1] as Record<string, { action: string }>);
    expect(answers.filter(({ action }) => action === 'accept')).toHaveLength(5);
    expect(answers.filter(({ action }) => action === 'decline')).toHaveLength(9_995);
  });

  it('C324 `maxQuestions` sets the number', async () => {
    server.behaviour.questions = 9;
    const { asked } = await runSend({ maxQuestions: 7 });

    expect(asked.map(({ calls }) => calls.length)).toEqual([7]);
  });

  it('C324 live elicitations above the limit are declined', async () => {
    const questions = new LiveElicitations({ atOnce: 2, perCall: 3 });
    const answered: ((value: []) => void)[] = [];
    const ask = async (): Promise<[]> => await new Promise((resolve) => answered.push(resolve));
    const steps = {
      keep: async () => undefined as never,
      ask,
      unknownEnd: (error: Error) => error,
      askLive: ask,
      clock: systemClock,
    };
    const request = { params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } } };
    await questions.execute({ steps, server: 'post', checkServer: undefined }, async () => {
      const all = Array.from({ length: 10_000 }, () => questions.answer(request));
      expect(answered).toHaveLength(2);
      for (const answer of answered) answer([]);
      const ends = await Promise.all(all);
      expect(ends.filter(({ action }) => action === 'decline')).toHaveLength(9_998);
      const later = [questions.answer(request), questions.answer(request)];
      answered[2]?.([]);
      expect(await Promise.all(later)).toEqual([{ action: 'cancel' }, { action: 'decline' }]);
    });
  });

  it('C324 a long message is truncated on the card, and complete in the form', async () => {
    Object.assign(server.behaviour, { questions: 1, message: 'm'.repeat(5_000) });
    const { asked } = await runSend({ server: 's'.repeat(5_000) });
    const [call] = asked[0]?.calls ?? [];

    expect(call?.title.length).toBeLessThan(120);
    expect(call?.summary?.length).toBe(300);
    expect(call?.input).toMatchObject({ message: 'm'.repeat(5_000) });
  });

  it.each([
    ['objects within objects', nested],
    ['a list', { type: 'array', items: { type: 'string' } }],
    [
      'a thousand fields',
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, { type: 'string' }])),
      },
    ],
    ['a reference', { type: 'object', properties: { a: { $ref: '#' } } }],
  ])('C324 an elicitation without a valid MCP form is not asked: %s', async (_, form) => {
    Object.assign(server.behaviour, { questions: 1, form });
    const { asked, outcome } = await runSend();

    expect(asked).toEqual([]);
    expect(outcome).toMatchObject({ type: 'completed' });
  });

  it('C325 a server that lists too many tools offers none, and the error explains it', async () => {
    server.behaviour.more = 1_001;

    await expect(mcpToolset(client).tools()).rejects.toMatchObject({ code: 'mcp-too-many-tools' });
  });

  it('C325 omits tools whose names or schemas are too large, and truncates other strings', async () => {
    const deep = Array.from({ length: 100 }).reduce<object>((inner) => ({ properties: { a: inner } }), {});
    const tools = [
      { name: 'n'.repeat(200), inputSchema: {} },
      { name: 'deep', inputSchema: deep },
      { name: 'large', inputSchema: { description: 'x'.repeat(300_000) } },
      { name: 'none', inputSchema: 'x' as unknown as object }, // servers may send anything
      {
        name: 'ok',
        title: 't'.repeat(5_000),
        description: 'd'.repeat(50_000),
        inputSchema: {},
        annotations: { title: 'a'.repeat(5_000), deep: { a: 1 } } as object,
      },
    ];
    const found = await mcpToolset({ listTools: async () => ({ tools }), callTool: async () => ({}) }).tools();

    expect(Object.keys(found)).toEqual(['ok']);
    expect(found.ok?.title).toHaveLength(80);
    expect(found.ok?.description).toHaveLength(10_000);
    expect(found.ok?.metadata?.annotations).toEqual({ title: `${'a'.repeat(79)}…` });
  });

  it('C325 a server that repeatedly reports changed tools is asked a limited number of times per minute', async () => {
    let time = 0;
    let listed = 0;
    const source: Pick<McpClient, 'listTools'> = {
      listTools: async () => {
        listed += 1;
        return { tools: [] };
      },
    };
    const list = new ToolList(
      new Connection({ ...source, callTool: async () => ({}) }, undefined, () => {}),
      () => time,
    );
    for (let count = 0; count < 1_000; count++) {
      list.refresh();
      await list.tools();
    }
    expect(listed).toBe(20);

    time = 60_001;
    await list.tools();
    expect(listed).toBe(21);
  });

  it('C325 a result that is too large is omitted, and the model reads that the tool has run', async () => {
    server.behaviour.text = 'x'.repeat(21_000_000);
    const { results } = await runSend();

    expect(results).toMatchObject([
      { output: { type: 'content', value: [{ text: expect.stringContaining('too large') }] } },
    ]);
  });
  it('C325 a flood of progress is reduced to a few small events', async () => {
    const toolset = mcpToolset({
      listTools: async () => ({ tools: [{ name: 'send', inputSchema: {} }] }),
      callTool: async (_, { onprogress }) => {
        for (let progress = 0; progress < 50_000; progress++) onprogress({ progress, message: 'Half' });
        return { content: [] };
      },
    });
    const large = mcpToolset({
      listTools: async () => ({ tools: [{ name: 'send', inputSchema: {} }] }),
      callTool: async (_, { onprogress }) => {
        onprogress({ progress: 1, total: 2, message: 'm'.repeat(1_000_000) });
        onprogress({ progress: 2, data: 'd'.repeat(1_000_000) });
        onprogress({ progress: 3n });
        return { content: [] };
      },
    });

    expect((await progressOf(toolset)).length).toBeLessThan(1_100);
    expect(await progressOf(large)).toEqual([{ progress: 1, total: 2, message: `${'m'.repeat(299)}…` }]);
  });
});
