import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { mcpToolset } from 'countersign/mcp';
import { afterEach, describe, expect, it } from 'vitest';
import { callOnceOver, listed, type RawServer, startRawServer } from './raw-server.js';

let server: RawServer | undefined;
afterEach(async () => await server?.close());

/** Calls the tool `one` of a server that returns this result. */
async function callOf(result: unknown, definition: object = {}) {
  server = await startRawServer(({ method }) => {
    if (method === 'tools/list') return { result: { tools: [listed('one', definition)] } };
    return method === 'tools/call' ? { result } : undefined;
  });
  return await callOnceOver(await server.connect(), 'one');
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const text = (value: string): object => ({ type: 'text', text: value });

describe('the result of an MCP tool', () => {
  it.each([
    [
      'a text',
      { uri: 'repo://a/b.py', mimeType: 'text/plain; charset=utf-8', text: 'print(1)' },
      text('repo://a/b.py\n\nprint(1)'),
    ],
    [
      'the bytes of a text',
      { uri: 'file:///tmp/people.csv?v=2', mimeType: 'text/csv', blob: base64('name\nAlice') },
      text('File "people.csv":\n\nname\nAlice'),
    ],
    [
      'an image',
      { uri: 'file:///a.png', mimeType: 'image/png', blob: 'aGk=' },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'aGk=' }, filename: 'a.png' },
    ],
  ])('C424 reaches the model in its own form, if a resource in it holds %s', async (_, resource, expected) => {
    const { output } = await callOf({ content: [text('downloaded'), { type: 'resource', resource }] });

    expect(output).toEqual({ type: 'content', value: [text('downloaded'), expected] });
  });

  it('C424 names a linked resource, which is not loaded', async () => {
    const link = { type: 'resource_link', uri: 'repo://a/b.py', name: 'b.py', mimeType: 'text/x-python' };

    const { output } = await callOf({ content: [link] });

    expect(output).toMatchObject({ type: 'content', value: [{ type: 'text' }] });
    expect(JSON.stringify(output)).toContain('repo://a/b.py');
  });

  it.each([
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'log://1', text: 'disk full' } }] }, 'disk full'],
    ['structured content', { content: [], structuredContent: { reason: 'disk full' } }, '{"reason":"disk full"}'],
    ['nothing', { content: [] }, "The MCP tool 'one' failed."],
  ])('C425 an error has the server’s text in %s', async (_, result, message) => {
    const { end } = await callOf({ isError: true, ...result });

    expect(end).toMatchObject({ status: 'failed', message });
  });

  const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  it.each([
    [
      'breaks its output schema',
      { content: [], structuredContent: { n: 'seven' } },
      { outputSchema },
      'must be number',
    ],
    ['lacks what its output schema wants', { content: [text('7')] }, { outputSchema }, 'did not return structured'],
    ['has content of a type that MCP does not have', { content: [{ type: 'json', json: {} }] }, {}, 'Invalid'],
    ['has no list of content', { content: null }, {}, 'expected array'],
    [
      'has an image that is not Base64',
      { content: [{ type: 'image', data: '%', mimeType: 'image/png' }] },
      {},
      'Base64',
    ],
  ])(
    'C426 that %s is not read, and the model reads that the tool has run, with the reason',
    async (...[, result, more, reason]) => {
      const { end, output } = await callOf(result, more);

      expect(end).toMatchObject({ status: 'returned' });
      expect(JSON.stringify(output)).toContain("The MCP tool 'one' has run. Its result cannot be read: ");
      expect(JSON.stringify(output)).toContain(reason);
    },
  );
});

it('C427 the first of two tools with the same name is available and can be called', async () => {
  server = await startRawServer(({ method }) => {
    const tools = [listed('one', { description: 'first' }), listed('one', { description: 'second' })];
    if (method === 'tools/list') return { result: { tools } };
    return method === 'tools/call' ? { result: { content: [text('done')] } } : undefined;
  });

  const { end, tools } = await callOnceOver(await server.connect(), 'one');

  expect(tools).toEqual(['one']);
  expect(end).toMatchObject({ status: 'returned' });
});

it('C428 a client of version 1 is rejected at once, with the alternatives', () => {
  const client = new Client({ name: 'test', version: '1.0.0' });

  // Its types do not match, either.
  expect(() => mcpToolset(client as never)).toThrowError(
    expect.objectContaining({ code: 'mcp-client-version', message: expect.stringContaining('@ai-sdk/mcp') }),
  );
});
