import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import {
  agUiTransport,
  buildResults,
  createAgent,
  createRemoteAgent,
  httpTransport,
  nativeOutput,
  runServerTransport,
  tool,
  toolApproved,
  toolDenied,
} from 'countersign/core';
import { mcpToolset } from 'countersign/mcp';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toWellFormed } from '../../src/protocol/foreign/well-formed.js';

const half = '… 🎉'.slice(0, -1);
const whole = '… \ufffd';
const inputSchema = z.object({ name: z.string() });

/** The escape of half a pair, which strict APIs refuse. An escape within JSON within text is only text. */
const loneEscape = /(?<!\\)\\ud[89a-f]/;
const isStrictJson = (value: unknown): boolean => !loneEscape.test(JSON.stringify(value));

describe('C344', () => {
  it.each<[string, () => unknown]>([
    ['a result', () => half],
    ['a value within a result', () => ({ list: [{ text: half }] })],
    ['the name of a member', () => ({ [half]: 1 })],
    [
      'an error',
      () => {
        throw new Error(half);
      },
    ],
  ])('C344 half an emoji in %s of a tool reaches no provider', async (_, execute) => {
    const model = scriptedModel([{ calls: [{ toolName: 'read', input: { name: 'a' } }] }, 'Done.']);

    await createAgent({ model, tools: { read: tool({ inputSchema, execute }) } }).run('go').outcome;

    expect(model.requests).toHaveLength(2);
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('\ufffd');
    expect(model.requests.every(({ prompt }) => isStrictJson(prompt))).toBe(true);
  });

  it('C344 half an emoji in prompts, instructions, histories, descriptions, inputs, edits and denials reaches no provider', async () => {
    const model = scriptedModel([
      { calls: ['a', 'b'].map((id) => ({ toolName: 'act', toolCallId: id, input: { name: half } })) },
      'Done.',
    ]);
    const act = tool({ inputSchema, description: half, requiresApproval: true, execute: ({ name }) => name });
    const agent = createAgent({ model, instructions: half, tools: { act } });

    const run = agent.run(half, {
      messages: [{ role: 'user', content: [{ type: 'text', text: half }] }],
      deferredToolHandler: (requests) =>
        buildResults(requests, {
          approvals: { a: toolDenied(half), b: toolApproved({ overrideArgs: { name: `${half}!` } }) },
        }),
    });

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    for (const { prompt, tools } of model.requests) expect(JSON.stringify([prompt, tools])).not.toMatch(loneEscape);
  });

  it('C344 half an emoji in a setting of the model or the schema of the output reaches no provider', async () => {
    const model = scriptedModel([{ text: '{"name":"a"}' }]);
    const output = nativeOutput(z.object({ name: z.string().describe(half) }), { name: 'answer', description: half });
    const modelSettings = { stopSequences: [half], providerOptions: { test: { user: half } } };

    await createAgent({ model, output, modelSettings }).run('go').outcome;

    const [request] = model.requests;
    expect(request).toMatchObject({ stopSequences: [whole], providerOptions: { test: { user: whole } } });
    expect(request?.responseFormat).toMatchObject({ description: whole });
    expect(isStrictJson(request?.responseFormat)).toBe(true);
  });

  it('C344 half an emoji in an input reaches no server of MCP', async () => {
    const seen: string[] = [];
    const server = new McpServer({ name: 'files', version: '1.0.0' });
    server.registerTool('read', { inputSchema }, ({ name }) => {
      seen.push(name);
      return { content: [] };
    });
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.connect(theirs);
    await client.connect(ours);
    const model = scriptedModel([{ calls: [{ toolName: 'read', input: { name: half } }] }, 'Done.']);

    await createAgent({ model, toolsets: [mcpToolset(client)] }).run('go').outcome;

    expect(seen).toEqual([whole]);
  });

  it('C344 the tool receives the input that the person saw', async () => {
    const seen: string[] = [];
    const model = scriptedModel([{ calls: [{ toolName: 'act', input: { name: half } }] }, 'Done.']);
    const act = tool({ inputSchema, execute: ({ name }) => void seen.push(name) });

    await createAgent({ model, tools: { act } }).run('go').outcome;

    expect(seen).toEqual([half]);
  });

  it.each([
    ['a UI message stream', (fetch: typeof globalThis.fetch) => httpTransport({ api: 'https://a.test', fetch })],
    ['AG-UI', (fetch: typeof globalThis.fetch) => agUiTransport({ url: 'https://a.test', fetch })],
    [
      'a run server',
      (fetch: typeof globalThis.fetch) => runServerTransport({ url: 'https://a.test', agent: 'a', fetch, retries: 0 }),
    ],
  ])('C344 half an emoji in a message reaches no server of %s', async (_, transportOf) => {
    const bodies: string[] = [];
    const fetch = async (_address: unknown, init?: RequestInit): Promise<Response> => {
      bodies.push(String(init?.body));
      return new Response('{}', { status: 400 });
    };

    await createRemoteAgent({ transport: transportOf(fetch as typeof globalThis.fetch) }).run(half).outcome;

    expect(bodies[0]).toContain(whole);
    expect(bodies.every((body) => !loneEscape.test(body))).toBe(true);
  });

  it('C344 whole pairs, and values that are not text, stay unchanged', () => {
    const value = { text: '🎉', list: [1, null, true, '\\ud83c'], bytes: new Uint8Array(2) };

    expect(toWellFormed(value)).toBe(value);
    expect(toWellFormed(['\ud83c\ud83c\udf89\udf89'])).toEqual(['\ufffd🎉\ufffd']);
  });
});
