import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createAgent } from 'countersign/core';
import { expect, it } from 'vitest';

it('C390 names the address of a model that a real browser could not reach', async () => {
  // No server listens on this port. Browsers report that like a server without CORS headers.
  const model = createOpenAICompatible({ name: 'own', baseURL: 'http://localhost:9/v1', apiKey: 'key' })('llama');

  const outcome = await createAgent({ model, modelRetries: 0 }).run('Hi').outcome;

  const message = outcome.type === 'failed' ? outcome.error.message : '';
  expect(message).toContain('http://localhost:9/v1');
  expect(message).toContain(`allows the origin ${location.origin}`);
});
