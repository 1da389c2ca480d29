import type { JSONSchema7 } from '@ai-sdk/provider';
import { dynamicTool, jsonSchema } from 'ai';
import { createAgent, externalToolset, isDeferred, type ToolMap, toolReturn } from 'countersign/core';
import type { checkJsonSchema as Check } from 'countersign/json-schema';
import { scriptedModel } from 'countersign/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { agUiAgent, agUiTurn, asking, sentRuns, text } from '../support/ag-ui.js';
import { errorOf, eventsOf, lastResults } from './support.js';

const schema: JSONSchema7 = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1 },
    sizes: { type: 'array', items: { $ref: '#/definitions/size' } },
  },
  required: ['path'],
  additionalProperties: false,
  definitions: { size: { type: 'integer', minimum: 0 } },
};

const act: ToolMap[string] = dynamicTool({ inputSchema: jsonSchema(schema), execute: async () => 'ran' });

async function runWith(inputs: readonly object[]) {
  const model = scriptedModel([{ calls: inputs.map((input) => ({ toolName: 'act', input: { ...input } })) }, 'done']);
  const run = createAgent({ model, tools: { act }, toolRetries: 9 }).run('go');
  const events = await eventsOf(run);
  const starts = events.filter((event) => event.type === 'tool-start');
  return {
    model,
    starts,
    outcome: await run.outcome,
    results: () => lastResults(model.requests[1]?.prompt).map(({ output }) => output),
  };
}

const pick = externalToolset({ pick: { inputSchema: schema, outputSchema: { type: 'string', maxLength: 3 } } });

// The import below registers the validator for good, so what happens without it comes first.
describe('without countersign/json-schema', () => {
  it('C103 a tool that has only a JSON Schema runs without validation, and its event says so', async () => {
    const { starts, results } = await runWith([{ wrong: true }]);

    expect(results()).toEqual([{ type: 'text', value: 'ran' }]);
    expect(starts).toMatchObject([{ unchecked: true }]);
  });

  it('C103 a deferred call says so too', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'pick', input: { wrong: true } }] }]);

    const outcome = await createAgent({ model, toolsets: [pick] }).run('go').outcome;

    expect(isDeferred(outcome) && outcome.requests.calls).toMatchObject([{ toolName: 'pick', unchecked: true }]);
  });
});

describe('with countersign/json-schema', () => {
  let checkJsonSchema: typeof Check;

  beforeAll(async () => {
    ({ checkJsonSchema } = await import('countersign/json-schema'));
  });

  it('C103 a tool that has only a JSON Schema is validated like any other', async () => {
    const { starts, results } = await runWith([
      { path: 'a', sizes: [1, 2] },
      { path: '' },
      { path: 'a', extra: 1 },
      { sizes: [1, -1, 'x'] },
    ]);

    expect(starts).toHaveLength(1);
    expect(starts[0]).not.toHaveProperty('unchecked');
    expect(
      results().map((output) => (output.type === 'error-text' || output.type === 'text' ? output.value : '')),
    ).toEqual([
      'ran',
      expect.stringContaining('- path: String is too short'),
      expect.stringContaining('"extra"'),
      expect.stringMatching(/- input: .*"path".*- sizes.1: .*- sizes.2: /s),
    ]);
  });

  it('C103 an external call is validated before a person sees it, and its result before it counts', async () => {
    const model = scriptedModel([
      { calls: [{ toolName: 'pick', input: { wrong: true } }] },
      { calls: [{ toolName: 'pick', input: { path: 'a' } }] },
    ]);
    const seen: unknown[] = [];

    const outcome = await createAgent({ model, toolsets: [pick] }).run('go', {
      deferredToolHandler: (requests) => {
        seen.push(...requests.calls);
        return {
          approvals: {},
          calls: { 'call-2': { kind: 'tool-return', returnValue: 'too long' } },
          metadata: {},
          defer: [],
        };
      },
    }).outcome;

    expect(seen).toMatchObject([{ toolCallId: 'call-2', input: { path: 'a' } }]);
    expect(seen[0]).not.toHaveProperty('unchecked');
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'invalid-answer' } });
  });

  it('C103 leaves the schema for the model unchanged', async () => {
    const { model } = await runWith([{ path: 'a' }]);

    expect(model.requests[1]?.tools).toEqual([{ type: 'function', name: 'act', inputSchema: schema }]);
    expect(checkJsonSchema(Object.freeze(structuredClone(schema)), { path: 'a' })).toEqual([]);
  });

  it('C103 needs no eval, so it works under a strict Content-Security-Policy', () => {
    const refuse = (): never => {
      throw new EvalError('refused');
    };
    vi.stubGlobal('eval', refuse);
    vi.stubGlobal('Function', refuse);
    try {
      expect(checkJsonSchema({ type: 'object', properties: { a: { pattern: '^x' } } }, { a: 'y' })).toHaveLength(1);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each<[string, JSONSchema7]>([
    ['a reference that leads nowhere', { $ref: '#/definitions/gone' }],
    ['a broken pattern', { type: 'object', properties: { path: { pattern: '(' } } }],
  ])('C103 an unusable schema leaves the input unchecked: %s', (_, broken) => {
    expect(checkJsonSchema(broken, { path: 'a' })).toBeUndefined();
  });

  it.each<[string, JSONSchema7, unknown]>([
    ['members that every object inherits', { type: 'object', required: ['toString'] }, {}],
    ['a member called __proto__', { type: 'object', additionalProperties: false }, JSON.parse('{"__proto__": 1}')],
    ['half a character in a name', { type: 'object', additionalProperties: false }, { '\ud800': 1 }],
    ['a list for one value', { type: 'string' }, ['a']],
    ['a fraction for an integer', { type: 'integer' }, 1.5],
  ])('C103 rejects %s', (_, strict, value) => {
    expect(checkJsonSchema(strict, value)?.length).toBeGreaterThan(0);
  });

  it('C103 names the path of the error', () => {
    const nested: JSONSchema7 = { properties: { 'a/b ~#ü': { items: { type: 'string' } } } };

    const issues = checkJsonSchema(nested, { 'a/b ~#ü': ['x', 1] });

    expect(issues).toEqual([{ path: ['a/b ~#ü', 1], message: expect.stringContaining('string') }]);
  });

  it('C103 reads the schema by its own draft', () => {
    const beside: JSONSchema7 = { $ref: '#/definitions/any', type: 'string', definitions: { any: {} } };

    expect(checkJsonSchema({ $schema: 'http://json-schema.org/draft-07/schema#', ...beside }, 1)).toEqual([]);
    expect(checkJsonSchema(beside, 1)).toHaveLength(1);
  });

  it('C235 the result of an unknown interrupt that violates its schema is not sent', async () => {
    const schema = { type: 'object', properties: { email: { type: 'string' } } };
    const form = { id: 'form-one', reason: 'input_required', message: 'Your address?', responseSchema: schema };
    const wrong = { calls: { 'form-one': toolReturn({ email: 7 }) } };
    const { run, server } = await agUiAgent([agUiTurn(text('First:'), asking(form))], { answers: [() => wrong] });

    const { outcome } = await run();

    expect(errorOf(outcome)).toMatchObject({ code: 'invalid-answer', message: expect.stringContaining('email') });
    expect(sentRuns(server)).toHaveLength(1);
  });
});
