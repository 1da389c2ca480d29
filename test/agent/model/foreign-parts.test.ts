import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { createAgent, tool } from 'countersign/core';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { providers } from '../../support/provider-answers.js';
import { type ProviderServer, startProviderServer } from './provider-server.js';
import { finish, toStream } from './support.js';

let server: ProviderServer | undefined;
afterEach(async () => await server?.close());

/** A model of a package that types do not bind. */
function modelOf(...responses: readonly (readonly object[])[]): LanguageModelV4 {
  let index = 0;
  return {
    specificationVersion: 'v4',
    provider: 'theirs',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: async () => ({ stream: toStream((responses[index++] ?? []) as readonly LanguageModelV4StreamPart[]) }),
  };
}

function weather() {
  const asked: unknown[] = [];
  const look = tool({
    inputSchema: z.object({ city: z.string() }),
    execute: (input) => {
      asked.push(input);
      return 'sun';
    },
  });
  return { asked, look };
}

const says = (text: string): readonly object[] => [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: text },
  { type: 'text-end', id: 't' },
];

describe('a model of a package that breaks the contract', () => {
  it.each([
    ['no usage', { finishReason: { unified: 'stop', raw: 'stop' } }, [0, 0]],
    ['usage without its members', { finishReason: { unified: 'stop' }, usage: {} }, [0, 0]],
    ['usage of null', { finishReason: { unified: 'stop' }, usage: null }, [0, 0]],
    ['bare counts', { finishReason: 'stop', usage: { inputTokens: 12, outputTokens: 7, totalTokens: 19 } }, [12, 7]],
    [
      'counts that are no numbers',
      { finishReason: 'stop', usage: { inputTokens: Number.NaN, outputTokens: null } },
      [0, 0],
    ],
  ])('C422 completes with %s', async (_, end, [inputTokens, outputTokens]) => {
    const parts = [{ type: 'stream-start' }, ...says('Hi.'), { type: 'finish', ...end }];

    const outcome = await createAgent({ model: modelOf(parts) }).run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Hi.', finishReason: 'stop' });
    expect(outcome.usage).toMatchObject({ inputTokens, outputTokens });
  });

  it('C422 reads counts of a version that names them beside the total', async () => {
    const usage = { inputTokens: 12, outputTokens: 7, reasoningTokens: 3, cachedInputTokens: 2 };
    const parts = [...says('Hi.'), { type: 'finish', finishReason: 'stop', usage }];

    const { usage: counted } = await createAgent({ model: modelOf(parts) }).run('go').outcome;

    expect(counted).toMatchObject({ inputTokens: 12, outputTokens: 7, reasoningTokens: 3, cacheReadTokens: 2 });
  });

  it('C422 believes a bare reason: a cut-off response is not an answer', async () => {
    const parts = [...says('Hi'), { type: 'finish', finishReason: 'length' }];
    const withoutReason = [...says('Hi'), { type: 'finish' }];

    const cutOff = await createAgent({ model: modelOf(parts) }).run('go').outcome;
    const unknown = await createAgent({ model: modelOf(withoutReason), modelRetries: 0 }).run('go').outcome;

    expect(cutOff).toMatchObject({ type: 'failed', error: { code: 'model-cut-off' } });
    expect(unknown).toMatchObject({ type: 'failed', error: { code: 'model-broke-off' } });
  });

  it.each([
    ['an object', { city: 'Oslo' }, [{ city: 'Oslo' }]],
    ['null, for a call without arguments', null, [{}]],
    ['nothing, for a call without arguments', undefined, [{}]],
  ])('C422 accepts the input of a call as %s', async (_, input, expected) => {
    const asked: unknown[] = [];
    const look = tool({
      inputSchema: z.object({ city: z.string().optional() }),
      execute: (read) => {
        asked.push(read);
        return 'sun';
      },
    });
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input };
    const model = modelOf([call, finish('tool-calls')], [...says('Done.'), finish()]);

    const outcome = await createAgent({ model, tools: { look } }).run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(asked).toEqual(expected);
  });
});

describe('a gateway that sends the arguments of a call twice', () => {
  const provider = providers['openai-compatible'];
  if (provider === undefined) throw new Error('there is such a provider');
  const chunk = (delta: object, reason: string | null = null) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const first = (text: string) =>
    chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'look', arguments: text } }] });
  const next = (text: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] });
  const input = '{"city":"Oslo"}';

  it.each([
    ['as they are', [first(''), next(input), next(input)]],
    ['as a JSON string', [first('{"city":'), next('"Oslo"}'), next(JSON.stringify(input))]],
  ])('C423 runs the call once, with them: %s', async (_, lines) => {
    server = await startProviderServer(
      [[...lines, chunk({}, 'tool_calls'), '[DONE]'], provider.says('Done.')],
      provider,
    );
    const { asked, look } = weather();
    const agent = createAgent({ model: provider.model({ baseURL: server.baseURL }), tools: { look } });

    const outcome = await agent.run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(asked).toEqual([{ city: 'Oslo' }]);
    expect(JSON.stringify(server.bodies[1])).toContain(JSON.stringify(input));
  });

  it('C423 leaves other text unchanged: two different inputs are a retry', async () => {
    const call = first(`${input}{"city":"Rome"}`);
    server = await startProviderServer([[call, chunk({}, 'tool_calls'), '[DONE]'], provider.says('Done.')], provider);
    const { asked, look } = weather();
    const agent = createAgent({ model: provider.model({ baseURL: server.baseURL }), tools: { look } });

    await agent.run('go').outcome;

    expect(asked).toEqual([]);
    expect(JSON.stringify(server.bodies[1])).toContain('not valid JSON');
  });
});
