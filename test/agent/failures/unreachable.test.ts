import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createAgent } from 'countersign/core';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** The browsers' error messages for a request without a response. */
const texts = [
  ['Chromium', 'Failed to fetch'],
  ['Chromium with the host', 'Failed to fetch (api.example)'],
  ['Firefox', 'NetworkError when attempting to fetch resource.'],
  ['WebKit', 'Load failed'],
  ['older WebKit', 'Origin http://app.example is not allowed by Access-Control-Allow-Origin. Status code: 200'],
] as const;

type Model = Parameters<typeof createAgent>[0]['model'];
interface Options {
  readonly fetch: typeof fetch;
  readonly apiKey: string;
}

const address = 'https://ann:pw-secret@api.example/v1';
const models: Readonly<Record<string, (options: Options) => Model>> = {
  'OpenAI responses': (options) => createOpenAI({ ...options, baseURL: address })('gpt-5'),
  'OpenAI chat': (options) => createOpenAI({ ...options, baseURL: address }).chat('gpt-5'),
  Anthropic: (options) => createAnthropic({ ...options, baseURL: address })('claude'),
  'OpenAI-compatible': (options) =>
    createOpenAICompatible({
      ...options,
      name: 'own',
      baseURL: address,
      queryParams: { key: 'query-secret' },
    })('llama'),
};

async function failureOf(toModel: (options: Options) => Model, error: Error): Promise<string> {
  const fetch = (): Promise<Response> => Promise.reject(error);
  const agent = createAgent({ model: toModel({ fetch, apiKey: 'key-secret' }), modelRetries: 0 });
  const outcome = await agent.run('Hi').outcome;
  return outcome.type === 'failed' ? outcome.error.message : outcome.type;
}

afterEach(() => vi.unstubAllGlobals());

function inPage(origin: string): void {
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', { origin, protocol: `${origin.split(':')[0]}:` });
}

describe('C390 a request to the model that got no response', () => {
  it.each(Object.entries(models).flatMap(([name, toModel]) => texts.map((text) => [name, ...text, toModel] as const)))(
    'C390 names the address and what to check in a page: %s, %s',
    async (...[, , text, toModel]) => {
      inPage('http://app.example');

      const message = await failureOf(toModel, new TypeError(text));

      expect(message).toContain('https://api.example/v1');
      expect(message).toContain('allows the origin http://app.example');
      expect(message).toContain('CORS');
      expect(message).not.toContain('secret');
    },
  );

  it('C390 names an http address as a cause in a page that is https', async () => {
    inPage('https://app.example');
    const insecure = (options: Options): Model =>
      createOpenAI({ ...options, baseURL: 'http://10.0.0.1:11434/v1' })('gpt-5');

    expect(await failureOf(insecure, new TypeError('Failed to fetch'))).toContain('that the address is https');
  });

  it('C390 names the address outside of a page, without CORS', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });

    const message = await failureOf(models.Anthropic ?? expect.fail(), new TypeError('fetch failed', { cause }));

    expect(message).toContain('https://api.example/v1/messages did not respond');
    expect(message).toContain('ECONNREFUSED');
    expect(message).not.toContain('CORS');
    expect(message).not.toContain('secret');
  });

  it('C390 leaves other errors as they are', async () => {
    inPage('http://app.example');

    const message = await failureOf(models.Anthropic ?? expect.fail(), new TypeError('x is not a function'));

    expect(message).toContain('x is not a function');
    expect(message).not.toContain('CORS');
  });
});
