import type { StandardSchemaV1 } from '@standard-schema/spec';
import { tool as aiTool, asSchema, jsonSchema } from 'ai';
import { type } from 'arktype';
import { createAgent, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import type { ToolSchema } from '../../src/protocol/schema.js';
import { lastResults } from '../conformance/support.js';

/** A Standard Schema as zod 4.1 and valibot provide it: it validates, but has no JSON Schema. */
const plainStandardSchema: StandardSchemaV1<unknown, object> = {
  '~standard': { version: 1, vendor: 'plain', validate: () => ({ value: {} }) },
};

async function runWith(inputSchema: ToolSchema, input: Record<string, number | string>) {
  const model = scriptedModel([{ calls: [{ toolName: 'act', input }] }, 'done']);
  const act = tool({ inputSchema, execute: (value) => ({ value: JSON.stringify(value) }) });
  const outcome = await createAgent({ model, tools: { act } }).run('go').outcome;
  const [sent] = model.requests[0]?.tools ?? [];
  return { outcome, sent, result: () => lastResults(model.requests[1]?.prompt)[0]?.output };
}

describe('a schema of', () => {
  it('zod is sent as JSON Schema, validates and converts', async () => {
    const { sent, result } = await runWith(z.object({ n: z.coerce.number(), unit: z.string().default('m') }), {
      n: '4',
    });

    expect(sent).toMatchObject({ inputSchema: { type: 'object', properties: { unit: { default: 'm' } } } });
    expect(result()).toEqual({ type: 'json', value: { value: '{"n":4,"unit":"m"}' } });
  });

  it('arktype is used through Standard Schema and Standard JSON Schema', async () => {
    const inputSchema = type({ n: 'number > 1', 'unit?': 'string' });

    const good = await runWith(inputSchema, { n: 4 });
    const bad = await runWith(inputSchema, { n: 0 });

    expect(good.sent).toMatchObject({
      inputSchema: { type: 'object', properties: { n: { type: 'number', exclusiveMinimum: 1 } }, required: ['n'] },
    });
    expect(good.result()).toEqual({ type: 'json', value: { value: '{"n":4}' } });
    expect(bad.result()).toMatchObject({ type: 'error-text', value: expect.stringContaining('- n: ') });
  });

  it('the AI SDK is sent unchanged, and validates with its own function', async () => {
    const inputSchema = jsonSchema<{ n: number }>(
      { type: 'object', properties: { n: { type: 'number' } } },
      { validate: (value) => ({ success: true, value: { n: Object.keys(Object(value)).length } }) },
    );

    const { sent, result } = await runWith(inputSchema, { a: 1, b: 2 });

    expect(sent).toMatchObject({ inputSchema: { type: 'object', properties: { n: { type: 'number' } } } });
    expect(result()).toEqual({ type: 'json', value: { value: '{"n":2}' } });
  });

  it.each([
    ['zod/mini', mini.object({ n: mini.number() })],
    ['valibot without its converter, and zod 4.1', plainStandardSchema],
  ])('%s is refused where the agent is made, in words that help', (_, inputSchema) => {
    const act = tool({ inputSchema, execute: () => 'done' });
    const createWith = (options: object) => () => createAgent({ model: scriptedModel([]), ...options });
    const words = (owner: string) => ({
      name: 'UserError',
      code: 'no-json-schema',
      message: expect.stringMatching(`${owner}.*zod 4\\.2 .*ArkType.*@valibot/to-json-schema.*jsonSchema\\(\\)`),
    });

    expect(createWith({ tools: { act } })).toThrow(expect.objectContaining(words("tool 'act'")));
    expect(createWith({ toolsets: [{ act }] })).toThrow(expect.objectContaining(words("tool 'act'")));
    expect(createWith({ output: inputSchema })).toThrow(expect.objectContaining(words('the output')));
  });

  it('zod/mini is rejected at its first use in a toolset', async () => {
    const act = tool({ inputSchema: mini.object({ n: mini.number() }), execute: () => 'done' });
    const agent = createAgent({ model: scriptedModel([]), toolsets: [{ tools: () => ({ act }) }] });

    expect(await agent.run('go').outcome).toMatchObject({ type: 'failed', error: { code: 'no-json-schema' } });
  });
});

interface Tree {
  readonly name: string;
  readonly children: readonly Tree[];
}

const tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(tree);
  },
});

describe('the JSON Schema of a schema equals what the AI SDK sends', () => {
  it.each<[string, ToolSchema]>([
    [
      'objects in objects, lists and unions',
      z.object({
        a: z.object({ b: z.array(z.object({ c: z.string() })) }),
        d: z.union([z.object({ e: z.null() }), z.number()]),
      }),
    ],
    [
      'records and loose objects',
      z.object({
        a: z.record(z.string(), z.object({ b: z.string() })),
        c: z.looseObject({ d: z.string() }),
        e: z.strictObject({}),
      }),
    ],
    [
      'defaults, transforms and optional members',
      z.object({ a: z.string().default('x'), b: z.coerce.number(), c: z.string().transform(Number).optional() }),
    ],
    ['recursion', z.object({ root: tree })],
    [
      'recursion in a union of a member',
      z.object({ a: z.union([z.object({ root: tree }), z.object({ b: z.string() })]) }),
    ],
    [
      'members that are called like keywords',
      z.object({ properties: z.object({ items: z.string() }), type: z.string(), additionalProperties: z.boolean() }),
    ],
    ['arktype', type({ a: { b: 'string' }, 'c?': 'number[]' })],
  ])('for %s', async (_, inputSchema) => {
    const model = scriptedModel(['done']);
    const theirs = await asSchema(inputSchema).jsonSchema;

    await createAgent({ model, tools: { act: aiTool({ inputSchema, outputSchema: z.string() }) } }).run('go').outcome;

    const [sent] = model.requests[0]?.tools ?? [];
    const { $schema, ...expected } = theirs;
    expect(sent?.type === 'function' && sent.inputSchema).toEqual(expected);
  });
});
