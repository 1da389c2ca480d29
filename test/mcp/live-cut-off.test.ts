import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { type Conversation, createAgent, toolReturn } from 'countersign/core';
import { mcpToolset } from 'countersign/mcp';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { converse, until } from '../conformance/support.js';

const never = new Promise<never>(() => {});
const question = { message: 'Who pays?', requestedSchema: { type: 'object', properties: {} } } as const;

type Ask = (signal?: AbortSignal) => Promise<string>;

/** A conversation that calls the tool `pay` of an MCP 2025-11-25 server, with the state that tests check. */
async function startPay(work: (ask: Ask) => Promise<string>, toolTimeout?: number) {
  const clock = createVirtualClock();
  const server = new McpServer({ name: 'bank', version: '1.0.0' });
  server.registerTool('pay', { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
    const ask: Ask = async (signal) =>
      (await mcpReq.elicitInput(structuredClone(question) as never, { timeout: 1e9, ...(signal && { signal }) }))
        .action; // matches its schema
    return { content: [{ type: 'text', text: await work(ask) }] };
  });
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: { form: {} } } },
  );
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  await client.connect(ours);
  const toolset = mcpToolset(client, { elicitation: 'live' });
  client.setRequestHandler('elicitation/create', toolset.elicitationHandler);
  const { environment } = clock;
  const model = scriptedModel([{ calls: [{ toolName: 'pay', input: {} }] }, 'done']);
  const agent = createAgent({
    model,
    toolsets: [toolset],
    environment,
    ...(toolTimeout === undefined ? {} : { toolTimeout }),
  });
  const ends: unknown[] = [];
  const conversation = converse(agent, {
    onEvent: (event) => void (event.type === 'tool-end' && ends.push([event.toolName, event.end.status])),
  });
  conversation.start('go');
  return { clock, server, conversation, ends };
}

async function cardOf(conversation: Conversation): Promise<string> {
  const { pending } = await until(conversation, (state) => state.pending.length > 0);
  return pending[0]?.items[0]?.call.toolCallId ?? '';
}

describe('a call with a live elicitation', () => {
  it.each([
    ['toolTimeout', 2_000],
    ['a minute', undefined],
  ])('C414 is unknown when the server takes longer than %s', async (_, toolTimeout) => {
    let isReached = false;
    const { clock, conversation, ends } = await startPay(async () => {
      isReached = true;
      return await never;
    }, toolTimeout);

    await vi.waitFor(() => expect(isReached).toBe(true));
    await clock.advance(toolTimeout ?? 60_000);
    await until(conversation, ({ outcome }) => outcome !== undefined && outcome !== null);

    expect(ends).toEqual([['pay', 'unknown']]);
  });

  it('C414 has a time limit that excludes the time of people', async () => {
    const { clock, conversation, ends } = await startPay(async (ask) => await ask(), 2_000);

    const id = await cardOf(conversation);
    await clock.advance(3_600_000);
    await conversation.decide(id, toolReturn({ action: 'decline' }));
    await until(conversation, ({ outcome }) => outcome !== undefined && outcome !== null);

    expect(ends).toEqual([
      ['elicit', 'returned'],
      ['pay', 'returned'],
    ]);
  });

  it('C414 is unknown when it exceeds its time limit after an answer', async () => {
    const { clock, conversation, ends } = await startPay(async (ask) => {
      await ask();
      return await never;
    }, 2_000);

    await conversation.decide(await cardOf(conversation), toolReturn({ action: 'decline' }));
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    await clock.advance(2_000);
    await until(conversation, ({ outcome }) => outcome !== undefined && outcome !== null);

    expect(ends).toEqual([
      ['elicit', 'returned'],
      ['pay', 'unknown'],
    ]);
  });
});

describe('a live elicitation', () => {
  it.each([
    ['disconnects', async ({ server }: Awaited<ReturnType<typeof startPay>>) => await server.close()],
    [
      'is not there any more, as after a restart',
      async ({ server, clock }: Awaited<ReturnType<typeof startPay>>) => {
        server.server.setRequestHandler('ping', () => {
          throw new Error('Session not found');
        });
        await clock.advance(10_000);
      },
    ],
  ])('C415 is withdrawn when the server %s, and its call is unknown', async (_, cutOff) => {
    const started = await startPay(async (ask) => await ask());
    const { conversation, ends } = started;
    await cardOf(conversation);

    await cutOff(started);
    const { pending } = await until(conversation, ({ outcome }) => outcome !== undefined && outcome !== null);

    expect(ends).toEqual([
      ['elicit', 'cancelled'],
      ['pay', 'unknown'],
    ]);
    expect(pending).toEqual([]);
  });

  it('C415 is withdrawn when the server cancels it, and its call continues', async () => {
    const withdrawal = new AbortController();
    const { conversation, ends } = await startPay(
      async (ask) => await ask(withdrawal.signal).catch(() => 'paid without asking'),
    );
    await cardOf(conversation);

    withdrawal.abort();
    const { pending } = await until(conversation, ({ outcome }) => outcome !== undefined && outcome !== null);

    expect(ends).toContainEqual(['elicit', 'cancelled']);
    expect(ends).toContainEqual(['pay', 'returned']);
    expect(pending).toEqual([]);
  });
});
