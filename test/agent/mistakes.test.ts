import { createAgent, createConversation, type RunInput, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { converse, until } from '../conformance/support.js';

const inputSchema = z.object({});
const call = (toolName: string) => ({ calls: [{ toolName }] });

describe('a mistake of the app', () => {
  it('is refused where a tool is made under the other SDK’s name for approvals', () => {
    const definition = { inputSchema, needsApproval: true, execute: () => 'ran' };

    expect(() => tool(definition)).toThrow(/Rename the option to requiresApproval/);
  });

  it.each([0, -5, Number.NaN])('is refused where a tool has the timeout %d', (timeout) => {
    expect(() => tool({ inputSchema, timeout, execute: () => 'ran' })).toThrow(/timeout/);
  });

  it.each([0, -1, Number.NaN])('is refused where an agent may run %d calls at a time', (toolCallConcurrency) => {
    expect(() => createAgent({ model: scriptedModel([]), toolCallConcurrency })).toThrow(/toolCallConcurrency/);
  });

  it.each([
    ['nothing', null],
    ['a number', 5],
    ['an object', {}],
    ['a list of texts', ['hello']],
    ['messages of a UI', [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }]],
  ])('is the outcome of a run that is given %s as its prompt', async (_, input) => {
    const agent = createAgent({ model: scriptedModel([]) });

    const outcome = await agent.run(input as RunInput).outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'run-input' } });
  });

  it.each(['', ' \n', [] as never[]])('is the outcome of a run that is given the empty prompt %j', async (input) => {
    const model = scriptedModel([]);
    const messages = [{ role: 'user' as const, content: 'Hi' }];

    const outcome = await createAgent({ model }).run(input, { messages }).outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { name: 'UserError', code: 'empty-prompt' }, messages });
    expect(model.requests).toEqual([]);
  });

  it('in a prompt costs a conversation no history', async () => {
    const model = scriptedModel(['Hello.', 'Bye.']);
    const conversation = converse(createAgent({ model }));
    conversation.start('Hi.');
    await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    conversation.start('');
    const { error } = await until(conversation, (state) => state.error !== null);
    conversation.start('See you.');
    await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    expect(error).toMatchObject({ code: 'empty-prompt' });
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('is the outcome of a run that is given messages of a UI as its history', async () => {
    const agent = createAgent({ model: scriptedModel([]) });
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] as never;

    const outcome = await agent.run('go', { messages }).outcome;

    expect(outcome.type === 'failed' && outcome.error.message).toMatch(/convertToModelMessages/);
  });

  it.each([
    ['missing', undefined],
    ['an empty object', {}],
    ['a plain JSON Schema', { type: 'object', properties: {} }],
  ])('is the outcome of a run whose tool has a schema that is %s', async (_, schema) => {
    const act = tool({ inputSchema: schema as typeof inputSchema, execute: () => 'ran' });

    const outcome = await createAgent({ model: scriptedModel([]), tools: { act } }).run('go').outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'no-schema' } });
    expect(outcome.type === 'failed' && outcome.error.message).toMatch(/tool 'act'/);
  });

  it.each(['disk full', undefined, new Error('disk full')])(
    'is the outcome when the journal fails with %s',
    async (reason) => {
      let ran = false;
      const act = tool({
        inputSchema,
        execute: () => {
          ran = true;
          return 'ran';
        },
      });
      const agent = createAgent({ model: scriptedModel([call('act')]), tools: { act } });

      const outcome = await agent.run('go', { journal: { step: () => Promise.reject(reason) } }).outcome;

      expect(outcome).toMatchObject({ type: 'failed', error: { code: 'journal-failed' } });
      expect(ran).toBe(false);
    },
  );

  it('withholds a result that toModelOutput says nothing about, and goes on', async () => {
    const model = scriptedModel([call('act'), 'Done.']);
    const act = { ...tool({ inputSchema, execute: () => 'secret' }), toModelOutput: () => undefined as never };

    const outcome = await createAgent({ model, tools: { act } }).run('go').outcome;

    expect(outcome.type).toBe('completed');
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('secret');
  });

  it('in a handler that returns nothing fails the run in a conversation too', async () => {
    const act = tool({ inputSchema, requiresApproval: true, execute: () => 'ran' });
    const agent = createAgent({ model: scriptedModel([call('act')]), tools: { act } });
    const conversation = converse(agent, { deferredToolHandler: () => undefined as never });

    conversation.start('go');
    const { error } = await until(conversation, (state) => state.outcome !== null);

    expect(error).toMatchObject({ code: 'handler-answer' });
  });

  it('in an agent whose outcome rejects leaves no conversation running for ever', async () => {
    const inner = createAgent({ model: scriptedModel(['Hello.']) });
    const broken = {
      name: 'broken',
      run: (input: RunInput) => Object.assign(inner.run(input), { outcome: Promise.reject(new Error('gone')) }),
    };
    const conversation = createConversation(() => ({ agent: broken }));

    conversation.start('go');
    const { status, error } = await until(conversation, (state) => state.error !== null);

    expect(status).toBe('failed');
    expect(error).toMatchObject({ code: 'run-broke-off', cause: { message: 'gone' } });
  });
});
