import { type JSONSchema7, jsonSchema, type ModelMessage } from 'ai';
import { createAgent, filtered, tool } from 'countersign/core';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Provider, providers } from '../../support/provider-answers.js';
import { type StrictServer, startStrictServer } from './strict-server.js';

let server: StrictServer | undefined;
afterEach(async () => await server?.close());

const used = ['openai chat', 'openai responses', 'anthropic', 'google', 'openai-compatible'];
const packages = Object.entries(providers).filter(([name]) => used.includes(name));

interface Case {
  readonly tools: object;
  /** The beginning of the name by which the server knows the tool. */
  readonly start: string;
}

/** Runs an agent with tools over a real package; the model calls one of them. */
async function call(provider: Provider, { tools, start }: Case) {
  const makeCall = (body: string) => {
    const names = [...body.matchAll(/"name":"([^"]+)"/g)].map(([, name = '']) => name);
    return provider.calls('call_1', names.find((name) => name.startsWith(start)) ?? 'unknown', { a: 'x' });
  };
  server = await startStrictServer([makeCall, () => provider.says('Done.'), () => provider.says('Again.')], provider);
  const agent = createAgent({
    model: provider.model({ baseURL: server.baseURL }),
    tools: tools as never,
    modelRetries: 0,
  });
  const outcome = await agent.run('Go').outcome;
  return { outcome, server, agent };
}

const answer = (result: string) => tool({ inputSchema: z.object({ a: z.string() }), execute: () => result });

describe.each(packages)('the API of %s', (_, provider) => {
  const long = `read_${'x'.repeat(100)}`;
  const names = {
    'files.read': answer('dot'),
    'files/read': answer('slash'),
    files_read: answer('plain'),
    [`${long}1`]: answer('first long'),
    [`${long}2`]: answer('second long'),
    読む: answer('japanese'),
    '1st': answer('digit'),
  };

  it.each([
    ['files_read__', /dot|slash/],
    ['read_x', /first long/],
    ['___', /japanese/],
    ['_1st', /digit/],
  ])('C352 accepts tools with any name, and calls of %s execute', async (start, result) => {
    const { outcome, server: used, agent } = await call(provider, { tools: names, start });

    expect(used.refusals).toEqual([]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    const called = outcome.messages.flatMap(({ role, content }) =>
      role === 'tool' ? content.flatMap((part) => (part.type === 'tool-result' ? [part] : [])) : [],
    );
    expect(called.map(({ toolName }) => toolName)).toEqual([
      expect.stringMatching(/^(?:files[./]read|read_x+1|読む|1st)$/),
    ]);
    expect(JSON.stringify(called[0]?.output)).toMatch(result);
    // A later run without the tools still sends its history.
    const later = await createAgent({ model: provider.model({ baseURL: used.baseURL }), modelRetries: 0 }).run('And?', {
      messages: outcome.messages,
    }).outcome;
    expect(used.refusals).toEqual([]);
    expect(later).toMatchObject({ type: 'completed', output: 'Again.' });
    expect(agent).toBeDefined();
  });

  it('C352 accepts a tool choice and a selection of tools by their own names', async () => {
    const makeCall = (body: string) => {
      const [, name = 'unknown'] = /"name":"(files_read__\w+)"/.exec(body) ?? [];
      return provider.calls('call_1', name, { a: 'x' });
    };
    server = await startStrictServer([makeCall, () => provider.says('Done.')], provider);
    const agent = createAgent({
      model: provider.model({ baseURL: server.baseURL }),
      toolsets: [filtered(names, ['files.read', 'files/read', '1st'])],
      modelRetries: 0,
    });

    const outcome = await agent.run('Go', {
      modelSettings: { toolChoice: { type: 'tool', toolName: 'files.read' } },
      withoutTools: ['files/read'],
    }).outcome;

    expect(server.refusals).toEqual([]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.', usage: { toolCalls: 1 } });
    // It is offered, and chosen, under one name; what is left out is not offered.
    const [first = ''] = server.accepted;
    expect(new Set(first.match(/files_read__\w+/g)).size).toBe(1);
    expect(first.match(/files_read__\w+/g)?.length).toBeGreaterThan(1);
    expect(JSON.stringify(outcome.messages)).toContain('"toolName":"files.read"');
  });

  const half = (name: string): JSONSchema7 => ({
    type: 'object',
    properties: { [name]: { type: 'string' } },
    required: [name],
    additionalProperties: false,
  });
  it.each<[string, unknown]>([
    ['a union of zod', z.union([z.object({ a: z.string() }), z.object({ b: z.number() })])],
    [
      'a discriminated union',
      z.discriminatedUnion('a', [z.object({ a: z.literal('x') }), z.object({ a: z.literal('y'), b: z.string() })]),
    ],
    ['an intersection', z.intersection(z.object({ a: z.string() }), z.object({ b: z.string().optional() }))],
    [
      'an intersection within',
      z.object({
        a: z.string(),
        c: z.intersection(z.object({ d: z.string() }), z.object({ e: z.string() })).optional(),
      }),
    ],
    ['a tuple', z.object({ a: z.string(), t: z.tuple([z.string(), z.number()]).optional() })],
    ['oneOf without a type', jsonSchema({ oneOf: [half('a'), half('b')] })],
    [
      'closed halves',
      jsonSchema({ allOf: [half('a'), { type: 'object', properties: { b: {} }, additionalProperties: false }] }),
    ],
    ['a reference', jsonSchema({ $ref: '#/definitions/A', definitions: { A: half('a') } })],
    [
      'required choices',
      jsonSchema({
        type: 'object',
        properties: { a: true, b: true },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      } as JSONSchema7),
    ],
    ['no type', jsonSchema({ properties: { a: { type: 'string' }, l: { type: 'array' } } })],
    [
      'draft 4',
      jsonSchema({
        type: ['object', 'null'],
        properties: { a: {}, n: { type: 'number', minimum: 0, exclusiveMinimum: true, enum: [] } },
      } as never),
    ],
    [
      'a reference into a union',
      jsonSchema({ anyOf: [half('a'), { properties: { b: { $ref: '#/anyOf/0/properties/a' } } }] }),
    ],
  ])('C353 accepts a schema that is %s', async (_name, inputSchema) => {
    const act = tool({ inputSchema: inputSchema as never, execute: () => 'ran' });

    const { outcome, server: used } = await call(provider, { tools: { act }, start: 'act' });

    expect(used.refusals).toEqual([]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(used.accepted[1]).toMatch(/ran/);
    expect(used.accepted[0]).toMatch(/"a":\{/);
  });

  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  it.each([
    ['notes.md', 'text/markdown'],
    ['a.csv', 'application/vnd.ms-excel'],
    ['a.ts', 'video/mp2t'],
    ['a.yaml', 'application/octet-stream'],
    ['a.json', 'application/json'],
    ['a.xml', 'application/xml'],
    ['a.txt', 'text/plain; charset=utf-8'],
    ['logo.svg', 'image/svg+xml'],
  ])('C348 receives the text of %s (%s)', async (filename, mediaType) => {
    server = await startStrictServer([() => provider.says('Read.'), () => provider.says('Yes.')], provider);
    const agent = createAgent({ model: provider.model({ baseURL: server.baseURL }), modelRetries: 0 });
    const content = [{ type: 'file' as const, data: base64('Grüße, 1;2'), mediaType, filename }];

    const first = await agent.run([{ role: 'user', content }]).outcome;

    expect(server.refusals).toEqual([]);
    expect(first).toMatchObject({ type: 'completed', output: 'Read.' });
    expect(server.accepted[0]).toContain('Grüße, 1;2');
    expect(server.accepted[0]).toContain(filename);
  });

  it.each([
    ['photo.heic', 'image/heic'],
    ['scan.tiff', 'image/tiff'],
    ['a.zip', 'application/zip'],
    ['a.bin', 'application/octet-stream'],
    ['a.ogg', 'audio/ogg'],
  ])('C349 answers later messages although %s (%s) is in the history', async (filename, mediaType) => {
    server = await startStrictServer([() => provider.says('Yes.')], provider);
    const history: ModelMessage[] = [
      { role: 'user', content: [{ type: 'file', data: base64('\u0000\u0001'), mediaType, filename }] },
      { role: 'assistant', content: 'I cannot read it.' },
    ];
    const agent = createAgent({ model: provider.model({ baseURL: server.baseURL }), modelRetries: 0 });

    const outcome = await agent.run('Are you there?', { messages: history }).outcome;

    // Google's package passes every type on, and its API reads HEIC and sound.
    if (provider === providers.google) return;
    expect(outcome).toMatchObject({ type: 'completed', output: 'Yes.' });
    expect(server.accepted[0]).toContain(filename);
  });
});

describe('createAgent', () => {
  it.each<[string, unknown]>([
    ['a string', z.string()],
    ['a list', jsonSchema({ type: 'array', items: {} })],
    ['a union of strings', z.union([z.string(), z.number()])],
  ])('C354 rejects a tool whose input is %s, and names it', (_, inputSchema) => {
    const { model } = providers.anthropic as Provider;
    const act = tool({ inputSchema: inputSchema as never, execute: () => 'ran' });

    expect(() => createAgent({ model: model({ baseURL: 'http://localhost' }), tools: { act } })).toThrow(/'act'/);
  });
});
