import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import {
  ApprovalRequired,
  buildResults,
  createAgent,
  isDeferred,
  type JSONValue,
  type RunContext,
  type RunOutcome,
  ToolFailed,
  tool,
  toolApproved,
  toolDenied,
} from 'countersign/core';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CallEnd, toModelOutput } from '../../src/protocol/call-end.js';
import { finish, partsModel } from '../agent/model/support.js';
import { createVirtualClock } from '../support/virtual-clock.js';
import { agentWith, errorOf, eventsOf, fileTools, lastResults, ofType, scriptedAgent } from './support.js';

const remove = { toolName: 'deleteFile', input: { path: 'a' } };
const read = { toolName: 'readFile', input: { path: 'r' } };

describe('an approval request of a provider', () => {
  const asked: readonly LanguageModelV4StreamPart[] = [
    { type: 'tool-call', toolCallId: 'mcp', toolName: 'mcp.short', input: '{"url":"u"}', providerExecuted: true },
    { type: 'tool-approval-request', approvalId: 'question-1', toolCallId: 'mcp' },
    finish('tool-calls'),
  ];
  const said = (delta: string): readonly LanguageModelV4StreamPart[] => [
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta },
    finish('stop'),
  ];
  const answered = { type: 'tool-approval-response', approvalId: 'question-1', approved: true };

  it('C77 is also answered by a resumed run', async () => {
    const model = partsModel([asked, said('Short.')]);
    const agent = createAgent({ model });
    const first = await agent.run('go').outcome;

    const outcome = await agent.run(undefined, {
      messages: first.messages,
      deferredToolResults: { approvals: { mcp: toolApproved() }, calls: {}, metadata: {}, defer: [] },
    }).outcome;

    expect(isDeferred(first) && first.requests.approvals).toMatchObject([{ toolCallId: 'mcp', input: { url: 'u' } }]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Short.' });
    expect(model.requests[1]?.prompt.at(-1)).toEqual({ role: 'tool', content: [answered] });
  });

  it('C77 is requested again by a run that continues from its history, and can stay parked', async () => {
    const agent = createAgent({ model: partsModel([asked]) });
    const { messages } = await agent.run('go').outcome;

    const again = await agent.run(undefined, { messages }).outcome;
    const parked = await agent.run(undefined, {
      messages,
      deferredToolResults: { approvals: {}, calls: {}, metadata: {}, defer: ['mcp'] },
    }).outcome;

    for (const outcome of [again, parked]) {
      expect(isDeferred(outcome) && outcome.requests).toMatchObject({ approvals: [{ toolCallId: 'mcp' }], calls: [] });
    }
  });

  it('C77 is not taken for an open call after it was answered', async () => {
    const model = partsModel([asked, said('Short.'), said('Bye.')]);
    const agent = createAgent({ model });
    const first = await agent.run('go', {
      deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }),
    }).outcome;

    await agent.run('Thanks.', { messages: first.messages }).outcome;

    expect(model.requests[2]?.prompt.filter(({ role }) => role === 'tool')).toEqual([
      { role: 'tool', content: [answered] },
    ]);
  });
});

describe('input that nests too deep', () => {
  const deep = (levels: number): string => `{"path":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const any = z.object({ path: z.unknown() });

  it.each([true, false])(
    'C99 is a retry for the model, and nobody is asked (requiresApproval: %s)',
    async (requiresApproval) => {
      const ran: unknown[] = [];
      const act = tool({ inputSchema: any, requiresApproval, execute: (input) => void ran.push(input) });
      const { agent, model } = agentWith({ act }, [{ calls: [{ toolName: 'act', rawInput: deep(10_000) }] }, 'Sorry.']);
      const people = controllableHandler();
      const run = agent.run('go', { deferredToolHandler: people.handler });

      const outcome = await run.outcome;

      expect(outcome.type).toBe('completed');
      expect(lastResults(model.requests[1]?.prompt)[0]?.output).toMatchObject({
        type: 'error-text',
        value: expect.stringMatching(/nests deeper than 256 levels[\s\S]*Fix the errors and try again\.$/),
      });
      expect(ran).toEqual([]);
      expect(people.batches).toEqual([]);
      expect(() => JSON.stringify(outcome.messages)).not.toThrow();
    },
  );

  it('C99 starts above 256 levels', async () => {
    const act = tool({ inputSchema: any, execute: () => 'ran' });
    const { agent, model } = agentWith({ act }, [
      { calls: [255, 256].map((levels) => ({ toolName: 'act', rawInput: deep(levels) })) },
      'done',
    ]);

    await agent.run('go').outcome;

    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output.type)).toEqual(['text', 'error-text']);
  });

  it('C99 applies to an output', async () => {
    const agent = createAgent({ model: scriptedModel([deep(10_000), '{"path":1}']), output: any });

    const outcome = await agent.run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: { path: 1 } });
    expect(outcome.messages.at(-2)).toMatchObject({
      role: 'user',
      content: [{ text: expect.stringContaining('nests deeper than 256 levels') }],
    });
  });

  it('C99 applies to values from code and tools: nothing throws RangeError', async () => {
    let bottomless: JSONValue = null;
    for (let level = 0; level < 10_000; level++) bottomless = [bottomless];
    const { agent } = scriptedAgent([{ calls: [remove] }]);
    const act = tool({ inputSchema: z.object({}), execute: () => bottomless });
    const returning = agentWith({ act }, [{ calls: [{ toolName: 'act' }] }, 'done']);

    const edited = await agent.run('go', {
      deferredToolHandler: () => ({
        approvals: { 'call-1': toolApproved({ overrideArgs: bottomless }) },
        calls: {},
        metadata: {},
        defer: [],
      }),
    }).outcome;
    await returning.agent.run('go').outcome;

    expect(errorOf(edited)).toMatchObject({ name: 'UserError', code: 'not-json' });
    expect(lastResults(returning.model.requests[1]?.prompt)[0]?.output).toMatchObject({
      type: 'text',
      value: expect.stringContaining('more than 256 levels'),
    });
  });
});

describe('the note of an approval', () => {
  it('C100 is sent to the model beside the result', async () => {
    const { agent, model } = scriptedAgent([{ calls: [remove, read] }, 'Done.']);

    await agent.run('go', {
      deferredToolHandler: (requests) =>
        buildResults(requests, { approvals: { 'call-1': toolApproved({ note: 'Only this once.' }) } }),
    }).outcome;

    const [results, after] = model.requests[1]?.prompt.slice(-2) ?? [];
    expect(results).toMatchObject({
      role: 'tool',
      content: [
        { toolCallId: 'call-1', output: { type: 'text', value: 'deleted a' } },
        { toolCallId: 'call-2', output: { type: 'text', value: 'read r' } },
      ],
    });
    expect(after).toMatchObject({
      role: 'user',
      content: [{ type: 'text', text: expect.stringMatching(/`deleteFile` \(call-1\): Only this once\.$/) }],
    });
  });

  it('C100 of a second round is sent beside that of the first round’s edit', async () => {
    const act = tool({
      inputSchema: z.object({ n: z.number() }),
      requiresApproval: true,
    });
    const { agent, model } = agentWith({ act }, [{ calls: [{ toolName: 'act', input: { n: 1 } }] }, 'Done.']);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    (await people.next()).answer({
      approvals: { 'call-1': toolApproved({ overrideArgs: { n: 2 }, note: 'Two will do.' }) },
    });
    (await people.next()).answer({ calls: { 'call-1': 'acted' } });
    await run.outcome;

    expect(model.requests[1]?.prompt.at(-1)).toMatchObject({
      role: 'user',
      content: [{ text: expect.stringContaining('{"n":2}') }, { text: expect.stringContaining('Two will do.') }],
    });
  });
});

describe('dynamic instructions', () => {
  it('C102 are called before each request, with the run context; null means none', async () => {
    const contexts: RunContext[] = [];
    const model = scriptedModel([{ calls: [read] }, { calls: [read] }, 'Done.']);
    const agent = createAgent({
      model,
      name: 'clerk',
      tools: fileTools().tools,
      instructions: async (ctx) => {
        contexts.push(ctx);
        return ctx.runStep === 2 ? null : `Step ${ctx.runStep} for ${String(ctx.metadata.user)}.`;
      },
    });

    const outcome = await agent.run('go', { metadata: { user: 'Ada' } }).outcome;

    const systems = model.requests.map(({ prompt }) => prompt.filter(({ role }) => role === 'system'));
    expect(systems).toEqual([
      [{ role: 'system', content: 'Step 1 for Ada.' }],
      [],
      [{ role: 'system', content: 'Step 3 for Ada.' }],
    ]);
    expect(contexts.map(({ messages, usage }) => [messages.length, usage.requests])).toEqual([
      [1, 0],
      [3, 1],
      [5, 2],
    ]);
    expect(contexts[0]).toMatchObject({ agent: { name: 'clerk' }, runId: outcome.runId });
    expect(outcome.messages.some(({ role }) => role === 'system')).toBe(false);
  });

  it('C102 that throw fail the run with their error as the cause', async () => {
    const cause = new Error('no template');
    const agent = createAgent({ model: scriptedModel([]), instructions: () => Promise.reject(cause) });

    const outcome = await agent.run('go').outcome;

    expect(errorOf(outcome).cause).toBe(cause);
  });
});

describe('what the model reads for each end of a call', () => {
  // Nothing in the loop blocks, expires or crashes a call by itself yet: policies, expiry and storage do.
  it.each<[CallEnd, object]>([
    [
      { status: 'denied', message: 'No.' },
      { type: 'execution-denied', reason: 'No.' },
    ],
    [
      { status: 'blocked', message: 'read only' },
      { type: 'execution-denied', reason: 'Not allowed: read only' },
    ],
    [{ status: 'expired' }, { type: 'execution-denied', reason: 'Nobody answered in time.' }],
    [{ status: 'cancelled' }, { type: 'error-text', value: 'The tool call was cancelled.' }],
    [
      { status: 'interrupted' },
      { type: 'error-text', value: 'The tool call was interrupted before a result was produced.' },
    ],
    [{ status: 'skipped' }, { type: 'error-text', value: 'Tool not executed - a final result was already processed.' }],
    [
      { status: 'failed', message: 'disk full' },
      { type: 'error-text', value: 'disk full' },
    ],
    [
      { status: 'retry', message: 'Too short.', issues: [{ path: ['name', 0], message: 'Required' }] },
      { type: 'error-text', value: 'Too short.\n- name.0: Required\n\nFix the errors and try again.' },
    ],
    [
      { status: 'returned', value: 'text' },
      { type: 'text', value: 'text' },
    ],
    [
      { status: 'returned', value: { n: 1 } },
      { type: 'json', value: { n: 1 } },
    ],
  ])('C104 %j', (end, output) => {
    expect(toModelOutput(end)).toEqual(output);
  });

  it('C104 is the same in a run: denied, failed, unknown tool, wrong input, timed out', async () => {
    const clock = createVirtualClock();
    const model = scriptedModel([
      {
        calls: [
          { toolName: 'guarded', input: { n: 1 } },
          { toolName: 'full', input: { n: 1 } },
          { toolName: 'ghost' },
          { toolName: 'full', input: { n: 'x' } },
          { toolName: 'slow', input: { n: 1 } },
        ],
      },
      'Done.',
    ]);
    const inputSchema = z.object({ n: z.number() });
    const agent = createAgent({
      model,
      environment: clock.environment,
      tools: {
        guarded: tool({
          inputSchema,
          execute: () => {
            throw new ApprovalRequired();
          },
        }),
        full: tool({
          inputSchema,
          execute: () => {
            throw new ToolFailed('disk full');
          },
        }),
        slow: tool({ inputSchema, timeout: 50, idempotent: true, execute: () => new Promise<string>(() => {}) }),
      },
    });
    const run = agent.run('go', {
      deferredToolHandler: (requests) => buildResults(requests, { approvals: { 'call-1': toolDenied() } }),
    });
    await clock.advance(50);

    await run.outcome;

    const text = (value: unknown) => ({ type: 'error-text', value });
    const again = '\n\nFix the errors and try again.';
    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toEqual([
      { type: 'execution-denied', reason: 'The tool call was denied.' },
      text('disk full'),
      text(`Unknown tool name: 'ghost'. Available tools: 'guarded', 'full', 'slow'${again}`),
      text(expect.stringMatching(/^The input does not match the schema:\n- n: .*\n\nFix the errors and try again\.$/)),
      text(`Timed out after 0.05 seconds.${again}`),
    ]);
  });
});

describe('a guard around a run', () => {
  /** What a logger or an output check would do. */
  const answerOf = (outcome: RunOutcome): string | undefined =>
    !isDeferred(outcome) && outcome.type === 'completed' ? outcome.output : undefined;

  it('C105 distinguishes a deferred outcome from an answer by isDeferred', async () => {
    const { agent } = scriptedAgent([{ text: 'Shall I?', calls: [remove] }, 'Done.']);
    const deferred = await agent.run('go').outcome;
    const completed = await agent.run(undefined, {
      messages: deferred.messages,
      deferredToolResults: { approvals: { 'call-1': toolDenied() }, calls: {}, metadata: {}, defer: [] },
    }).outcome;

    expect([deferred, completed].map(isDeferred)).toEqual([true, false]);
    expect([deferred, completed].map(answerOf)).toEqual([undefined, 'Done.']);
    expect(deferred).not.toHaveProperty('output');
  });

  it('C105 also distinguishes stopped and failed runs, and the last event has no output', async () => {
    const stopped = await scriptedAgent([]).agent.run('go', { abortSignal: AbortSignal.abort() }).outcome;
    const failed = await scriptedAgent([]).agent.run(undefined).outcome;
    const events = await eventsOf(scriptedAgent([{ text: 'Shall I?', calls: [remove] }]).agent.run('go'));

    expect([stopped, failed].map(isDeferred)).toEqual([false, false]);
    expect(ofType(events, 'run-end')[0]).not.toHaveProperty('output');
  });
});
