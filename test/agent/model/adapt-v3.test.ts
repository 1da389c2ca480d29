import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { createAgent, tool } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adaptV3 } from '../../../src/agent/model/language-model.js';
import { finish, toStream } from './support.js';

/** A model of version 3, in which files are plain data. */
function modelV3(requests: LanguageModelV3CallOptions[] = []): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'old.chat',
    modelId: 'old',
    supportedUrls: { 'image/*': [/.*/] },
    doGenerate: async (options) => {
      requests.push(options);
      return { content: [], finishReason: { unified: 'stop', raw: 'stop' }, usage: finish().usage, warnings: [] };
    },
    doStream: async (options) => {
      requests.push(options);
      const call = { type: 'tool-call' as const, toolCallId: 'c', toolName: 'draw', input: '{}' };
      const file = { type: 'file' as const, mediaType: 'image/png', data: 'AQID' };
      return { stream: toStream(requests.length === 1 ? [file, call, finish('tool-calls')] : [file, finish()]) };
    },
  };
}

describe('a model of version 3', () => {
  it('runs, with its files in the history and in what it is sent', async () => {
    const requests: LanguageModelV3CallOptions[] = [];
    const draw = tool({ inputSchema: z.object({}), execute: () => 'drawn' });

    const outcome = await createAgent({ model: modelV3(requests), tools: { draw } }).run([
      { type: 'file', mediaType: 'image/png', data: 'BBBB' },
    ]).outcome;

    expect(outcome.type).toBe('completed');
    expect(requests[1]?.prompt).toMatchObject([
      { role: 'user', content: [{ type: 'file', data: 'BBBB' }] },
      { role: 'assistant', content: [{ type: 'file', mediaType: 'image/png', data: 'AQID' }, { type: 'tool-call' }] },
      { role: 'tool', content: [{ toolCallId: 'c', output: { type: 'text', value: 'drawn' } }] },
    ]);
  });

  it('gets every kind of file in its own words, and nothing that it does not know', async () => {
    const requests: LanguageModelV3CallOptions[] = [];
    const url = new URL('https://a.test/b');
    const mediaType = 'image/png';
    const reference = { old: 'id' };
    const file = (data: object) => ({ type: 'file' as const, mediaType, data: data as never });
    const prompt: LanguageModelV4Prompt = [
      { role: 'system', content: 's' },
      {
        role: 'user',
        content: [
          file({ type: 'url', url }),
          file({ type: 'text', text: 'a' }),
          file({ type: 'reference', reference }),
          { type: 'text', text: 't' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'custom', kind: 'a.b' },
          { ...file({ type: 'data', data: 'AA' }), type: 'reasoning-file' },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 't',
            output: {
              type: 'content',
              value: [
                file({ type: 'data', data: new Uint8Array([1, 2, 3]) }),
                file({ type: 'url', url }),
                file({ type: 'reference', reference }),
                file({ type: 'text', text: 'b' }),
                { type: 'text', text: 'c' },
              ],
            },
          },
          { type: 'tool-result', toolCallId: 'd', toolName: 't', output: { type: 'text', value: 'x' } },
        ],
      },
    ];

    const adapted = adaptV3(modelV3(requests));
    await adapted.doGenerate({ prompt });

    expect([adapted.provider, adapted.modelId, adapted.supportedUrls]).toEqual([
      'old.chat',
      'old',
      { 'image/*': [/.*/] },
    ]);
    expect(requests[0]?.prompt).toEqual([
      { role: 'system', content: 's' },
      {
        role: 'user',
        content: [
          { type: 'file', mediaType, data: url },
          { type: 'file', mediaType, data: new TextEncoder().encode('a') },
          { type: 'file', mediaType, data: { type: 'reference', reference } },
          { type: 'text', text: 't' },
        ],
      },
      { role: 'assistant', content: [] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 't',
            output: {
              type: 'content',
              value: [
                { type: 'file-data', data: 'AQID', mediaType },
                { type: 'file-url', url: 'https://a.test/b' },
                { type: 'file-id', fileId: reference },
                { type: 'text', text: 'b' },
                { type: 'text', text: 'c' },
              ],
            },
          },
          { type: 'tool-result', toolCallId: 'd', toolName: 't', output: { type: 'text', value: 'x' } },
        ],
      },
    ]);
  });
});

describe('a model that cannot be talked to', () => {
  const of = (more: object): LanguageModelV3 => ({ modelId: 'm', provider: 'p', ...more }) as LanguageModelV3;

  it.each([
    { what: 'an id', model: 'openai/gpt-5', code: 'model-id', says: '@ai-sdk/openai' },
    { what: 'version 2', model: of({ specificationVersion: 'v2' }), code: 'model-version', says: 'v2' },
    { what: 'version 1', model: of({ specificationVersion: 'v1' }), code: 'model-version', says: 'v1' },
    { what: 'no version', model: of({}), code: 'model-version', says: 'v1' },
  ])('is refused when the agent is made: $what', ({ model, code, says }) => {
    const make = (): unknown => createAgent({ model });

    expect(make).toThrow(expect.objectContaining({ name: 'UserError', code, message: expect.stringContaining(says) }));
  });
});
