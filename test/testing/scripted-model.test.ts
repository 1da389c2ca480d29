import { createAgent, tool } from 'countersign/core';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const ask = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'done' });

describe('scriptedModel', () => {
  it('throws when it is asked more often than its script says', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'ask' }] }]);
    const { handler, next } = controllableHandler();
    const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: handler });

    (await next()).answer({ approveAll: true });
    const outcome = await run.outcome;

    expect(outcome.type === 'failed' && outcome.error.message).toMatch(/asked 2 times, but its script has 1 turns/);
  });

  it('throws on what is left of its script', async () => {
    const model = scriptedModel(['One.', 'Two.']);

    await createAgent({ model }).run('go').outcome;

    expect(model.assertDone).toThrow(/1 of 2 turns left/);
  });

  it('streams text and inputs in pieces that add up', async () => {
    const model = scriptedModel([{ text: 'A text that is longer than one piece.', reasoning: 'Because.' }]);
    const run = createAgent({ model }).run('go');
    let text = '';
    let reasoning = '';

    for await (const event of run) {
      if (event.type === 'text-delta') text += event.delta;
      if (event.type === 'reasoning-delta') reasoning += event.delta;
    }

    expect(text).toBe('A text that is longer than one piece.');
    expect(reasoning).toBe('Because.');
  });

  it('stops at the signal while it is held back', async () => {
    const model = scriptedModel([{ text: 'never', when: new Promise(() => {}) }]);
    const run = createAgent({ model }).run('go');

    run.abort();

    expect(await run.outcome).toMatchObject({ type: 'aborted' });
  });
});

describe('controllableHandler', () => {
  it('gives each batch once, whether the test asks before or after it came', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'ask' }] }, { calls: [{ toolName: 'ask' }] }, 'Done.']);
    const people = controllableHandler();
    const first = people.next();
    const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: people.handler });

    (await first).answer({ approveAll: true });
    (await people.next()).decline();

    expect(await run.outcome).toMatchObject({ type: 'deferred' });
    expect(people.batches).toHaveLength(2);
  });

  it('passes on what a handler throws', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'ask' }] }]);
    const people = controllableHandler();
    const run = createAgent({ model, tools: { ask } }).run('go', { deferredToolHandler: people.handler });

    (await people.next()).fail(new Error('offline'));

    expect(await run.outcome).toMatchObject({
      type: 'failed',
      error: { code: 'handler-threw', cause: { message: 'offline' } },
    });
  });
});
