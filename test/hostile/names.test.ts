import { buildResults, createAgent, createConversation, tool } from 'countersign/core';
import { controllableHandler, createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lastResults } from '../conformance/support.js';

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
const anything = z.looseObject({});

describe.each(names)('the name %s', (name) => {
  it('is unknown as a tool: the model is told so, and its sibling runs', async () => {
    const model = scriptedModel([{ calls: [{ toolName: name, input: {} }, { toolName: 'real' }] }, 'Done.']);
    const real = tool({ inputSchema: anything, execute: () => 'ran' });

    const outcome = await createAgent({ model, tools: { real } }).run('go').outcome;

    expect(outcome.type).toBe('completed');
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([
      { output: { type: 'error-text', value: expect.stringContaining(`Unknown tool name: '${name}'`) } },
      { output: { type: 'text', value: 'ran' } },
    ]);
  });

  it('works as the name of a real tool, from the question to the result', async () => {
    const model = scriptedModel([
      { calls: [{ toolName: name, toolCallId: name, input: { [`x${name}`]: 1 } }] },
      'Done.',
    ]);
    const tools = Object.fromEntries([
      [name, tool({ inputSchema: anything, requiresApproval: true, execute: () => 'ran' })],
    ]);
    const people = controllableHandler();
    const run = createAgent({ model, tools }).run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    const [call] = batch.requests.approvals;
    batch.answer({ approveAll: true });
    await run.outcome;

    expect(call).toMatchObject({ toolName: name, toolCallId: 'call' });
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([{ output: { type: 'text', value: 'ran' } }]);
  });

  it('is no answer when a handler returns it as an id', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'ask' }] }]);
    const ask = tool({ inputSchema: anything, requiresApproval: true, execute: () => 'ran' });
    const people = controllableHandler();
    const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    batch.settle({ approvals: Object.fromEntries([[name, true]]), calls: {}, metadata: {}, defer: [] } as never);

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'unknown-call' } });
    expect(() => buildResults(batch.requests, { defer: [name] })).toThrow(/unknown|names/);
  });

  it('is refused by decide(), and finds no draft', async () => {
    const clock = createVirtualClock();
    const model = scriptedModel([{ calls: [{ toolName: 'ask' }] }]);
    const ask = tool({ inputSchema: anything, requiresApproval: true, execute: () => 'ran' });
    const agent = createAgent({ model, tools: { ask }, environment: clock.environment });
    const conversation = createConversation(() => ({ agent }), clock.environment);
    conversation.start('go');
    await clock.settle();

    await expect(conversation.decide(name, true)).rejects.toMatchObject({ code: 'unknown-call' });
    conversation.saveDraft(name, { mode: 'deny', reason: 'x' });

    expect(Object.keys(conversation.store.getState().drafts)).toEqual([name]);
    expect(Object.getPrototypeOf(conversation.store.getState().drafts)).toBe(Object.prototype);
    conversation.dispose();
  });

  it('as a key of the input stays data: nothing is polluted, and people see it', async () => {
    const raw = `{"${name}":{"polluted":true},"path":"a"}`;
    const model = scriptedModel([{ calls: [{ toolName: 'ask', rawInput: raw }] }, 'Done.']);
    const people = controllableHandler();
    let seen: unknown;
    const ask = tool({
      inputSchema: z.object({ path: z.string() }),
      requiresApproval: true,
      execute: (input) => {
        seen = input;
        return 'ran';
      },
    });
    const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    batch.answer({ approveAll: true });
    await run.outcome;

    expect(JSON.stringify(batch.requests.approvals[0]?.input)).toBe(raw);
    expect(seen).toEqual({ path: 'a' });
    expect('polluted' in {}).toBe(false);
  });
});
