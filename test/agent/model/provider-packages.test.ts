import { createAgent, tool } from 'countersign/core';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Provider, providers } from '../../support/provider-answers.js';
import { type ProviderServer, type ServerTurn, startProviderServer } from './provider-server.js';

let server: ProviderServer | undefined;
afterEach(async () => await server?.close());

const deleteFile = tool({
  description: 'Delete a file',
  inputSchema: z.object({ path: z.string() }),
  requiresApproval: true,
  execute: ({ path }) => ({ deleted: path }),
});

/** Runs an agent over a real provider package and a real server. */
async function run(provider: Provider, turns: readonly ServerTurn[], isApproved = true) {
  server = await startProviderServer(turns, provider);
  const delays: number[] = [];
  const agent = createAgent({
    model: provider.model({ baseURL: server.baseURL }),
    instructions: 'Be careful.',
    tools: { deleteFile },
    environment: {
      setTimeout: (callback, ms) => {
        if (ms > 1000) delays.push(ms);
        const timer = setTimeout(callback, 0);
        return () => clearTimeout(timer);
      },
    },
    deferredToolHandler: (requests) => ({
      approvals: Object.fromEntries(
        requests.approvals.map(({ toolCallId }) => [
          toolCallId,
          isApproved ? { kind: 'tool-approved' as const } : { kind: 'tool-denied' as const, message: 'Not that one.' },
        ]),
      ),
      calls: {},
      metadata: {},
      defer: [],
    }),
  });
  const outcome = await agent.run('Delete a.txt').outcome;
  return { outcome, delays, bodies: server.bodies };
}

const chatHistory = (result: string): object => ({
  messages: [
    { role: 'system', content: 'Be careful.' },
    { role: 'user', content: 'Delete a.txt' },
    {
      role: 'assistant',
      tool_calls: [{ id: 'call_1', function: { name: 'deleteFile', arguments: '{"path":"a.txt"}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: result },
  ],
});

const responsesHistory = (result: string): object => ({
  input: expect.arrayContaining([
    expect.objectContaining({ type: 'function_call_output', call_id: 'call_1', output: result }),
  ]),
});

/** The message that each package sends back for the call, with a result or a denial. */
const expected: Readonly<Record<string, (result: string) => object>> = {
  'openai-compatible': chatHistory,
  'openai chat': chatHistory,
  'azure chat': chatHistory,
  deepseek: chatHistory,
  moonshotai: chatHistory,
  'openai responses': responsesHistory,
  'azure responses': responsesHistory,
  xai: responsesHistory,
  'open-responses': responsesHistory,
  anthropic: (result) => ({
    messages: [
      {},
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'call_1', name: 'deleteFile', input: { path: 'a.txt' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: result }] },
    ],
  }),
  google: () => ({
    contents: [
      {},
      {
        role: 'model',
        parts: [{ functionCall: { name: 'deleteFile', args: { path: 'a.txt' } }, thoughtSignature: 'c2lnbmF0dXJl' }],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'deleteFile' } }] },
    ],
  }),
};

describe.each(Object.entries(providers))('the package for %s', (name, provider) => {
  const call = provider.calls('call_1', 'deleteFile', { path: 'a.txt' });
  const expectedBody = (result: string): object => expected[name]?.(result) ?? {};

  it('sends the result of an approved call on the second request', async () => {
    const { outcome, bodies } = await run(provider, [call, provider.textLines('Done.')]);

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toMatchObject(expectedBody('{"deleted":"a.txt"}'));
    expect(JSON.stringify(bodies[1])).toMatch(/deleted\\*":\\*"a\.txt/);
  });

  it("sends a person's no in their words", async () => {
    const { outcome, bodies } = await run(provider, [call, provider.textLines('All right.')], false);

    expect(outcome).toMatchObject({ type: 'completed', output: 'All right.' });
    expect(bodies[1]).toMatchObject(expectedBody('Not that one.'));
    expect(JSON.stringify(bodies[1])).toContain('Not that one.');
  });

  it('is asked again when its server is busy, as soon as the server says', async () => {
    const busy = { status: 429, headers: { 'retry-after': '3' } };

    const { outcome, delays, bodies } = await run(provider, [busy, { status: 503 }, provider.textLines('At last.')]);

    expect(outcome).toMatchObject({ type: 'completed', output: 'At last.' });
    expect(delays).toEqual([3000, 4000]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  it('is not asked again when its server refuses', async () => {
    const { outcome, bodies } = await run(provider, [{ status: 401 }]);

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'model-failed', cause: { statusCode: 401 } } });
    expect(bodies).toHaveLength(1);
  });
});
