import { createAgent, tool } from 'countersign/core';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { providers } from '../../support/provider-answers.js';
import { type ProviderServer, startProviderServer } from './provider-server.js';

let server: ProviderServer | undefined;
afterEach(async () => await server?.close());

/** The Base64 of a file by media type. */
const files: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgo=',
  'audio/wav': 'UklGRg==',
  'application/pdf': 'JVBERi0=',
};

const record = tool({
  inputSchema: z.object({}),
  execute: () => 'made',
  toModelOutput: () => ({
    type: 'content',
    value: Object.entries(files).map(([mediaType, data]) => ({
      type: 'file' as const,
      mediaType,
      data: { type: 'data' as const, data },
    })),
  }),
});

const packages = Object.entries(providers);

it.each(packages)('C439 each file of a result reaches the API of %s as a file, or as a note', async (_, provider) => {
  server = await startProviderServer([provider.calls('call_1', 'record', {}), provider.textLines('Done.')], provider);
  const agent = createAgent({ model: provider.model({ baseURL: server.baseURL }), tools: { record }, modelRetries: 0 });

  const outcome = await agent.run('go').outcome;

  expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  const body = JSON.stringify(server.bodies[1]);
  for (const [mediaType, base64] of Object.entries(files)) {
    // Bedrock's request names formats instead of media types.
    expect(body.includes(base64) || body.includes(`(${mediaType}) is left out`)).toBe(true);
  }
  // An escaped quote would mean that the file was sent as text.
  expect(body).not.toMatch(/\\"(?:iVBORw0KGgo=|UklGRg==|JVBERi0=)/);
});
