import { buildResults, createAgent, isDeferred, tool, UserError } from 'countersign/core';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventsOf, lastResults, outline, scriptedAgent } from './support.js';

const mixed = {
  text: 'On it.',
  calls: [
    { toolName: 'deleteFile', input: { path: '__init__.py' } },
    { toolName: 'writeFile', input: { path: 'README.md', content: 'Hello, world!' } },
    { toolName: 'writeFile', input: { path: '.env', content: '' } },
    { toolName: 'pickFile', input: { reason: 'to read' } },
  ],
};

describe('deferral', () => {
  it('C12 holds a call with requiresApproval until it is answered', async () => {
    const { agent, done } = scriptedAgent([{ calls: [{ toolName: 'deleteFile', input: { path: 'a' } }] }]);

    const outcome = await agent.run('go').outcome;

    expect(outcome.type).toBe('deferred');
    expect(done).toEqual([]);
    expect(isDeferred(outcome) && outcome.requests.approvals).toMatchObject([
      { toolCallId: 'call-1', toolName: 'deleteFile', input: { path: 'a' }, title: 'Delete a', risk: 'destructive' },
    ]);
    expect(outcome.messages.some((message) => message.role === 'tool')).toBe(false);
  });

  it('C14 validates the input of a tool without execute, and reports errors to the model', async () => {
    const { agent, model } = scriptedAgent([
      { calls: [{ toolName: 'pickFile', input: { reason: 7 } }] },
      { calls: [{ toolName: 'pickFile', rawInput: '{"reason": ' }] },
      'gave up',
    ]);

    const outcome = await agent.run('go').outcome;

    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toMatchObject({
      type: 'error-text',
      value: expect.stringContaining('reason'),
    });
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'tool-retries' } });
  });

  it('C15 C21 executes the ordinary calls first, then requests the rest once', async () => {
    const { agent, done, model } = scriptedAgent([mixed, 'done']);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();

    expect(done).toEqual(['write README.md "Hello, world!"']);
    expect(batch.requests.approvals.map((call) => call.toolCallId)).toEqual(['call-1', 'call-3']);
    expect(batch.requests.calls.map((call) => call.toolCallId)).toEqual(['call-4']);
    expect(batch.requests.metadata).toEqual({ 'call-3': { reason: 'protected' } });

    batch.answer({ approvals: { 'call-1': false, 'call-3': true }, calls: { 'call-4': { name: 'x.txt' } } });
    await run.outcome;
    expect(people.batches).toHaveLength(1);
    model.assertDone();
  });
});

describe('the handler', () => {
  it('C26 is called once, after the siblings and after the deferred-request event', async () => {
    const { agent } = scriptedAgent([mixed, 'done']);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    (await people.next()).answer({ approveAll: true, calls: { 'call-4': { name: 'x' } } });

    expect(outline(await eventsOf(run))).toEqual([
      'run-start',
      'step-start',
      ...Array(4).fill('tool-call'),
      'tool-start',
      'tool-start',
      'tool-end',
      'deferred-request',
      'approval-requested',
      'approval-requested',
      'external-requested',
      'deferred-response',
      'tool-end',
      'tool-start',
      'tool-start',
      'tool-end',
      'tool-end',
      'step-end',
      'step-start',
      'step-end',
      'run-end',
    ]);
  });

  it('C28 continues in the same run, with all results in one message, in emission order', async () => {
    const { agent, model, done } = scriptedAgent([mixed, 'All told.']);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    (await people.next()).answer({
      approvals: { 'call-1': false, 'call-3': true },
      calls: { 'call-4': { name: 'x.txt' } },
    });
    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'All told.', runId: run.runId });
    expect(done).toEqual(['write README.md "Hello, world!"', 'write .env ""']);
    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: { type: 'execution-denied', reason: 'The tool call was denied.' } },
      { id: 'call-2', output: { type: 'text', value: 'wrote README.md' } },
      { id: 'call-3', output: { type: 'text', value: 'wrote .env' } },
      { id: 'call-4', output: { type: 'json', value: { name: 'x.txt' } } },
    ]);
    expect(outcome.messages.filter((message) => message.role === 'tool')).toHaveLength(1);
  });

  it('C29 rejects incomplete answers before any approved tool executes, and keeps the results of the siblings', async () => {
    const { agent, done } = scriptedAgent([mixed]);

    const outcome = await agent.run('go', {
      deferredToolHandler: (requests) => buildResults(requests, { approvals: { 'call-1': true } }),
    }).outcome;

    expect(outcome.type === 'failed' && outcome.error).toSatisfy(UserError.isInstance.bind(UserError));
    expect(outcome.type === 'failed' && outcome.error.message).toMatch(/'call-3', 'call-4'/);
    expect(done).toEqual(['write README.md "Hello, world!"']);
    expect(outcome.messages.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'call-2' }] });
  });

  it('C31 ends the run as deferred with the whole batch if it returns null', async () => {
    const { agent } = scriptedAgent([mixed]);

    const outcome = await agent.run('go', { deferredToolHandler: () => null }).outcome;

    expect(isDeferred(outcome) && outcome.requests.approvals).toHaveLength(2);
    expect(isDeferred(outcome) && outcome.requests.calls).toHaveLength(1);
  });

  it('C37 is optional: without one the run ends as deferred', async () => {
    const { agent } = scriptedAgent([mixed]);

    const outcome = await agent.run('go').outcome;

    expect(outcome.type).toBe('deferred');
  });
});

describe('answers', () => {
  const remove = { calls: [{ toolName: 'deleteFile', input: { path: 'a' } }] };

  it('C41 executes an approved call with toolCallApproved, and with the metadata of the answer only', async () => {
    const seen: unknown[] = [];
    const model = scriptedModel([{ calls: [{ toolName: 'act' }] }, 'done']);
    const act = tool({
      inputSchema: z.object({}),
      requiresApproval: true,
      execute: (_, ctx) => void seen.push([ctx.toolCallApproved, ctx.toolCallMetadata]),
    });

    await createAgent({ model, tools: { act } }).run('go', {
      deferredToolHandler: (requests) =>
        buildResults(requests, { approveAll: true, metadata: { 'call-1': { by: 'Ada' } } }),
    }).outcome;

    expect(seen).toEqual([[true, { by: 'Ada' }]]);
  });

  it('C42 executes the edited input, keeps the model’s input in the history and tells the model after all results', async () => {
    const { agent, done, model } = scriptedAgent([remove, 'done']);

    const outcome = await agent.run('go', {
      deferredToolHandler: (requests) =>
        buildResults(requests, { approvals: { 'call-1': { kind: 'tool-approved', overrideArgs: { path: 'b' } } } }),
    }).outcome;

    expect(done).toEqual(['delete b approved']);
    expect(outcome.messages[1]).toMatchObject({
      role: 'assistant',
      content: [{ type: 'tool-call', input: { path: 'a' } }],
    });
    const prompt = model.requests[1]?.prompt ?? [];
    expect(prompt.at(-2)).toMatchObject({ role: 'tool' });
    expect(prompt.at(-1)).toMatchObject({
      role: 'user',
      content: [{ text: expect.stringMatching(/^The user changed the arguments of `deleteFile`.*\{"path":"b"\}/) }],
    });
  });

  it('C44 passes a denial to the model and executes nothing', async () => {
    const { agent, done, model } = scriptedAgent([remove, 'ok']);

    const outcome = await agent.run('go', {
      deferredToolHandler: (requests) =>
        buildResults(requests, {
          approvals: { 'call-1': { kind: 'tool-denied', message: 'Deleting files is not allowed' } },
        }),
    }).outcome;

    expect(done).toEqual([]);
    expect(outcome.type).toBe('completed');
    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: { type: 'execution-denied', reason: 'Deleting files is not allowed' } },
    ]);
  });
});
