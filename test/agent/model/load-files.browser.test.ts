import type { ModelMessage } from 'ai';
import { createAgent } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { expect, it, onTestFinished, vi } from 'vitest';

function stubFetch(answer: () => Response) {
  const asked: string[] = [];
  const real = fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.includes('files.test')) return await real(input, init);
    asked.push(url);
    return answer();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}

const history: ModelMessage[] = [
  { role: 'user', content: [{ type: 'file', mediaType: 'text/plain', data: 'https://files.test/a' }] },
];

it('C318 a page loads public addresses by itself', async () => {
  const asked = stubFetch(() => new Response('text', { headers: { 'content-type': 'text/plain' } }));
  const model = scriptedModel(['Read.']);

  const outcome = await createAgent({ model }).run('Go on.', { messages: history }).outcome;

  expect(outcome.type).toBe('completed');
  expect(asked).toEqual(['https://files.test/a']);
});

it('C318 a page loads nothing that redirects', async () => {
  stubFetch(() => Response.redirect('https://elsewhere.test/', 302));

  // The file must be in the newest message, because a file in an earlier one is omitted.
  const outcome = await createAgent({ model: scriptedModel([]) }).run(undefined, { messages: history }).outcome;

  expect(outcome).toMatchObject({ type: 'failed', error: { message: expect.stringMatching(/redirects/) } });
});
