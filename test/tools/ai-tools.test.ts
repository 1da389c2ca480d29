import { tool as aiTool, dynamicTool, jsonSchema } from 'ai';
import { createAgent, isDeferred, type ToolMap, tool } from 'countersign/core';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventsOf, lastResults } from '../conformance/support.js';

const path = z.object({ path: z.string() });
const act = { calls: [{ toolName: 'act', input: { path: 'a' } }] };

/** Runs `act`, once. */
async function runAct(tools: ToolMap, toolsContext: Readonly<Record<string, unknown>> = {}) {
  const model = scriptedModel([act, 'done']);
  const run = createAgent({ model, tools, toolsContext }).run('go');
  const events = await eventsOf(run);
  return { model, events, outcome: await run.outcome, result: () => lastResults(model.requests[1]?.prompt)[0]?.output };
}

describe('needsApproval of a tool of the AI SDK', () => {
  it('C23 works as requiresApproval', async () => {
    const { outcome } = await runAct({
      act: aiTool({ inputSchema: path, needsApproval: true, execute: async () => 'x' }),
    });

    expect(isDeferred(outcome) && outcome.requests.approvals).toMatchObject([{ toolName: 'act' }]);
  });

  it('C23 works as a function with the arguments of the AI SDK', async () => {
    const seen: unknown[] = [];
    const theirs = aiTool({
      inputSchema: path,
      contextSchema: z.object({ tenant: z.string() }),
      needsApproval: async (input, options) => {
        seen.push(input, options.toolCallId, options.messages, options.context);
        return input.path !== 'a';
      },
      execute: async (input) => input.path,
    });

    const { outcome, result } = await runAct({ act: theirs }, { act: { tenant: 't1' } });

    expect(outcome.type).toBe('completed');
    expect(result()).toEqual({ type: 'text', value: 'a' });
    expect(seen).toEqual([{ path: 'a' }, 'call-1', [{ role: 'user', content: 'go' }], { tenant: 't1' }]);
  });

  it('C23 requires approval when the function throws, and executes the approved call', async () => {
    const theirs = aiTool({
      inputSchema: path,
      needsApproval: () => {
        throw new Error('offline');
      },
      execute: async (input) => `did ${input.path}`,
    });
    const model = scriptedModel([act, 'done']);
    const people = controllableHandler();
    const run = createAgent({ model, tools: { act: theirs } }).run('go', { deferredToolHandler: people.handler });

    (await people.next()).answer({ approveAll: true });
    await run.outcome;

    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toEqual({ type: 'text', value: 'did a' });
  });

  it('is overridden by requiresApproval, which an app may have added', async () => {
    const theirs = aiTool({ inputSchema: path, needsApproval: false, execute: async () => 'x' });

    const { outcome } = await runAct({ act: { ...theirs, requiresApproval: true } });

    expect(outcome.type).toBe('deferred');
  });
});

describe('a tool of the AI SDK', () => {
  it('runs unchanged next to our tools, with the history before the response', async () => {
    const seen: unknown[] = [];
    const theirs = aiTool({
      inputSchema: path,
      execute: async (input, { toolCallId, messages, abortSignal }) => {
        seen.push(input, toolCallId, messages, abortSignal instanceof AbortSignal);
        return { size: 3 };
      },
    });
    const ours = tool({ inputSchema: path, execute: () => 'ours' });

    const { result } = await runAct({ act: theirs, ours });

    expect(result()).toEqual({ type: 'json', value: { size: 3 } });
    expect(seen).toEqual([{ path: 'a' }, 'call-1', [{ role: 'user', content: 'go' }], true]);
  });

  it('sends the same definition as the AI SDK', async () => {
    const theirs = aiTool({
      title: 'Act',
      description: 'Does it',
      inputSchema: path,
      strict: true,
      inputExamples: [{ input: { path: 'x' } }],
      providerOptions: { acme: { cache: true } },
      execute: async () => 'x',
    });

    const { model } = await runAct({ act: theirs });

    expect(model.requests[0]?.tools).toEqual([
      {
        type: 'function',
        name: 'act',
        description: 'Does it',
        inputSchema: {
          type: 'object',
          properties: { path: { type: 'string' } },
          required: ['path'],
          additionalProperties: false,
        },
        strict: true,
        inputExamples: [{ input: { path: 'x' } }],
        providerOptions: { acme: { cache: true } },
      },
    ]);
  });

  it('can derive its description from its context, which is validated', async () => {
    const theirs = aiTool({
      description: ({ context }) => `Acts for ${context.tenant}`,
      inputSchema: path,
      contextSchema: z.object({ tenant: z.string(), limit: z.number().default(5) }),
      execute: async (_, { context }) => context,
    });

    const good = await runAct({ act: theirs }, { act: { tenant: 't1' } });
    const bad = await runAct({ act: theirs }, { act: { tenant: 1 } });
    const none = await runAct({ act: theirs }, Object.create({ act: { tenant: 'inherited' } }));

    expect(good.model.requests[0]?.tools).toMatchObject([{ description: 'Acts for t1' }]);
    expect(good.result()).toEqual({ type: 'json', value: { tenant: 't1', limit: 5 } });
    expect(bad.outcome).toMatchObject({
      type: 'failed',
      error: { code: 'tools-context', message: expect.stringContaining('context.tenant') },
    });
    expect(none.outcome).toMatchObject({ type: 'failed', error: { code: 'tools-context' } });
  });

  it('ignores inherited members of the context', async () => {
    const seen: unknown[] = [];
    const model = scriptedModel([{ calls: [{ toolName: 'toString', input: { path: 'a' } }] }, 'done']);
    const theirs = aiTool({ inputSchema: path, execute: async (_, { context }) => void seen.push(context) });

    await createAgent({ model, tools: Object.fromEntries([['toString', theirs]]) }).run('go').outcome;

    expect(seen).toEqual([undefined]);
  });

  it('accepts a context that cannot be cloned', async () => {
    const theirs = aiTool({
      inputSchema: path,
      contextSchema: z.object({ load: z.custom<() => string>((value) => typeof value === 'function') }),
      execute: async (_, { context }) => context.load(),
    });

    const { result } = await runAct({ act: theirs }, { act: { load: () => 'loaded' } });

    expect(result()).toEqual({ type: 'text', value: 'loaded' });
  });

  it('formats its result with toModelOutput; the event has the original value', async () => {
    const theirs = aiTool({
      inputSchema: path,
      execute: async () => ({ secret: 1, image: 'aGk=' }),
      toModelOutput: ({ toolCallId, input, output }) => ({
        type: 'content',
        value: [{ type: 'text', text: `${toolCallId} ${input.path} ${output.image}` }],
      }),
    });

    const { events, result } = await runAct({ act: theirs });

    expect(result()).toEqual({ type: 'content', value: [{ type: 'text', text: 'call-1 a aGk=' }] });
    expect(events.find(({ type }) => type === 'tool-end')).toMatchObject({
      end: { value: { secret: 1, image: 'aGk=' } },
    });
  });

  it('withholds a result from the model when its toModelOutput throws', async () => {
    const theirs = aiTool({
      inputSchema: path,
      execute: async () => 'secret',
      toModelOutput: () => {
        throw new Error('no words');
      },
    });

    const { result } = await runAct({ act: theirs });

    expect(result()).toEqual({
      type: 'error-text',
      value: 'The call is done, but its result was not converted for you: no words',
    });
  });

  it('calls its input callbacks while the model writes', async () => {
    const seen: unknown[] = [];
    const theirs = aiTool({
      inputSchema: path,
      onInputStart: ({ toolCallId, messages }) => void seen.push(['start', toolCallId, messages.length]),
      onInputDelta: async ({ inputTextDelta }) => void seen.push(inputTextDelta),
      onInputAvailable: ({ input }) => void seen.push(input),
      execute: async () => void seen.push('execute'),
    });

    await runAct({ act: theirs });

    const deltas = seen.slice(1, -2);
    expect(seen[0]).toEqual(['start', 'call-1', 1]);
    expect(deltas.join('')).toBe('{"path":"a"}');
    expect(seen.slice(-2)).toEqual([{ path: 'a' }, 'execute']);
  });

  it('calls onInputAvailable only for a valid input', async () => {
    const seen: unknown[] = [];
    const theirs = aiTool({
      inputSchema: z.object({ path: z.literal('b') }),
      onInputAvailable: ({ input }) => void seen.push(input),
      execute: async () => 'x',
    });

    const { outcome } = await runAct({ act: theirs });

    expect(outcome.type).toBe('completed');
    expect(seen).toEqual([]);
  });

  it('may throw in a callback: the run continues with a warning', async () => {
    const theirs = aiTool({
      inputSchema: path,
      onInputStart: () => {
        throw new Error('listener broke');
      },
      execute: async () => 'x',
    });

    const { events, result } = await runAct({ act: theirs });

    expect(result()).toEqual({ type: 'text', value: 'x' });
    expect(events.filter(({ type }) => type === 'warning')).toMatchObject([
      { code: 'input-callback', message: expect.stringContaining('listener broke') },
    ]);
  });

  it('can be dynamic, with a JSON Schema that may have its own validator', async () => {
    const strict = jsonSchema<{ path: string }>(
      { type: 'object' },
      { validate: () => ({ success: false, error: new Error('never good') }) },
    );
    const open = await runAct({
      act: dynamicTool({ inputSchema: jsonSchema({ type: 'object' }), execute: async (input) => input }),
    });
    const closed = await runAct({ act: dynamicTool({ inputSchema: strict, execute: async (input) => input }) });

    expect(open.result()).toEqual({ type: 'json', value: { path: 'a' } });
    expect(closed.result()).toMatchObject({ type: 'error-text', value: expect.stringContaining('never good') });
  });

  it('can yield its result in pieces', async () => {
    const theirs = aiTool({
      inputSchema: path,
      async *execute() {
        yield 'half';
        yield 'whole';
      },
    });

    const { events, result } = await runAct({ act: theirs });

    expect(events.filter(({ type }) => type === 'tool-progress')).toMatchObject([
      { value: 'half' },
      { value: 'whole' },
    ]);
    expect(result()).toEqual({ type: 'text', value: 'whole' });
  });

  it('is external without execute', async () => {
    const { outcome } = await runAct({ act: aiTool({ inputSchema: path, outputSchema: z.string() }) });

    expect(isDeferred(outcome) && outcome.requests.calls).toMatchObject([{ toolName: 'act' }]);
  });
});
