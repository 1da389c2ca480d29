import type { ModelMessage } from 'ai';
import type { DeferredToolResults } from 'countersign/core';
import {
  ApprovalRequired,
  buildResults,
  createAgent,
  isDeferred,
  type StoredRun,
  storeRun,
  tool,
  toolApproved,
  toolDenied,
  UserError,
} from 'countersign/core';
import { controllableHandler, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  agentWith,
  converse,
  errorOf,
  eventsOf,
  lastResults,
  ofType,
  outline,
  scriptedAgent,
  until,
} from './support.js';

const remove = { toolName: 'deleteFile', input: { path: 'a' } };
const pick = { toolName: 'pickFile', input: { reason: 'r' } };
const read = { toolName: 'readFile', input: { path: 'r' } };

const none: DeferredToolResults = { approvals: {}, calls: {}, metadata: {}, defer: [] };
const approved = (...ids: readonly string[]): DeferredToolResults => ({
  ...none,
  approvals: Object.fromEntries(ids.map((id) => [id, toolApproved()])),
});

/** A run that ended with open calls, and the data to continue it. */
async function parkedRun(turns: readonly ScriptedTurn[]) {
  const scripted = scriptedAgent(turns);
  const first = await scripted.agent.run('go', { deferredToolHandler: null }).outcome;
  if (!isDeferred(first)) throw new Error(`The run ended ${first.type}.`);
  return { ...scripted, first, messages: first.messages };
}

/** A history that ends with calls without results. */
function history(calls: readonly { readonly toolName: string; readonly input: unknown }[]): ModelMessage[] {
  return [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: calls.map(({ toolName, input }, index) => ({
        type: 'tool-call',
        toolCallId: `old-${index + 1}`,
        toolName,
        input,
      })),
    },
  ];
}

describe('a resumed run', () => {
  it.each([
    ['leaves a call out', approved('call-1'), "Expected: 'call-1', 'call-2', got: 'call-1'"],
    [
      'names an id that nobody asked about',
      { ...approved('call-1', 'ghost'), defer: ['call-2'] },
      "Expected: 'call-1', 'call-2', got: 'call-1', 'call-2', 'ghost'",
    ],
    ['names none', none, "Expected: 'call-1', 'call-2', got: none"],
  ])('C57 is rejected when its answer %s', async (_, deferredToolResults, ids) => {
    const { agent, messages, done } = await parkedRun([{ calls: [remove, pick] }]);

    const outcome = await agent.run(undefined, { messages, deferredToolResults }).outcome;

    expect(errorOf(outcome)).toSatisfy(UserError.isInstance.bind(UserError));
    expect(errorOf(outcome)).toMatchObject({
      message: expect.stringContaining(`Tool call results need to be provided for all deferred tool calls. ${ids}`),
    });
    expect(done).toEqual([]);
    expect(outcome.messages).toEqual(messages);
  });

  it('C58 never executes a call that has a result, and rejects another result for it', async () => {
    const { agent, messages, first, model } = await parkedRun([{ calls: [read, remove] }, 'Done.']);

    const overridden = await agent.run(undefined, {
      messages,
      deferredToolResults: { ...approved('call-2'), calls: { 'call-1': { kind: 'tool-return', returnValue: 'mine' } } },
    }).outcome;
    const resumed = agent.run(undefined, { messages, deferredToolResults: approved('call-2') });
    const events = await eventsOf(resumed);

    expect(errorOf(overridden)).toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(
        /^Tool call 'call-1' was already executed and its result cannot be overridden\. .*Leave 'call-1' out/,
      ),
    });
    expect(first.requests.approvals.map(({ toolCallId }) => toolCallId)).toEqual(['call-2']);
    expect(events.flatMap((event) => (event.type === 'tool-start' ? event.toolCallId : []))).toEqual(['call-2']);
    expect(
      model.requests[1]?.prompt.flatMap((message) =>
        message.role === 'tool' ? message.content.map((part) => 'toolCallId' in part && part.toolCallId) : [],
      ),
    ).toEqual(['call-1', 'call-2']);
  });

  it('C59 has three distinct errors: no history, no model response, no open call', async () => {
    const { agent } = scriptedAgent([]);
    const deferredToolResults = approved('call-1');
    const answered: ModelMessage[] = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: 'Hello.' },
    ];

    const outcomes = await Promise.all(
      [[], answered.slice(0, 1), answered].map(
        (messages) => agent.run(undefined, { messages, deferredToolResults }).outcome,
      ),
    );

    expect(outcomes.map(errorOf)).toMatchObject([
      { name: 'UserError', code: 'resume-without-history', message: expect.stringContaining('no messages') },
      { name: 'UserError', code: 'resume-without-response', message: expect.stringContaining('no model response') },
      { name: 'UserError', code: 'resume-nothing-open', message: expect.stringContaining('no tool call unanswered') },
    ]);
  });

  it.each([
    ['neither a prompt nor a history', [], 'no-input'],
    ['a history that is complete', [{ role: 'assistant', content: 'Hello.' }], 'nothing-to-do'],
  ] as const)('C59 names the missing part if a run has %s', async (_, messages, code) => {
    const { agent } = scriptedAgent([]);

    const outcome = await agent.run(undefined, { messages }).outcome;

    expect(errorOf(outcome)).toMatchObject({ name: 'UserError', code });
  });

  it('C60 sends its prompt after the results', async () => {
    const { agent, messages, model } = await parkedRun([{ calls: [remove] }, 'Done.']);

    const outcome = await agent.run('And hurry.', { messages, deferredToolResults: approved('call-1') }).outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(model.requests[1]?.prompt.at(-1)).toMatchObject({ content: [{ text: 'And hurry.' }] });
  });

  // PydanticAI sets the prompt aside when the resumed call defers again, and never sends it.
  it('C60 returns its prompt when the resumed call defers again, and the next run sends it', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'act' }] }, 'Done.']);
    let asked = 0;
    const act = tool({
      inputSchema: z.object({}),
      execute: () => {
        if (++asked <= 2) throw new ApprovalRequired();
        return 'acted';
      },
    });
    const agent = createAgent({ model, tools: { act } });
    const { messages } = await agent.run('go').outcome;

    const run = agent.run('And hurry.', { messages, deferredToolResults: approved('call-1') });
    const again = await run.outcome;
    const [end] = ofType(await eventsOf(run), 'run-end');
    if (!isDeferred(again)) throw new Error(`The run ended ${again.type}.`);
    const last = await agent.run(again.prompt, {
      messages: again.messages,
      deferredToolResults: approved('call-1'),
    }).outcome;

    expect(again.messages).toEqual(messages);
    expect(again.prompt).toEqual([{ role: 'user', content: 'And hurry.' }]);
    expect(end?.prompt).toEqual(again.prompt);
    expect(last.type).toBe('completed');
    expect(model.requests[1]?.prompt.at(-1)).toMatchObject({ role: 'user', content: [{ text: 'And hurry.' }] });
  });

  it('C60 keeps its prompt in the history when it is stopped', async () => {
    const { agent } = scriptedAgent([]);
    const people = controllableHandler();
    const run = agent.run('And hurry.', {
      messages: history([remove, pick]),
      deferredToolHandler: people.handler,
      deferredToolResults: { ...approved('old-1'), defer: ['old-2'] },
      abortSignal: AbortSignal.abort(),
    });

    const outcome = await run.outcome;

    expect(outcome.type).toBe('aborted');
    expect(outcome.messages.at(-1)).toEqual({ role: 'user', content: 'And hurry.' });
  });

  it('C61 calls the handler once for each round when an approved call defers again', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'act' }, { toolName: 'other' }] }, 'Done.']);
    let asked = 0;
    const act = tool({
      inputSchema: z.object({}),
      execute: () => {
        if (++asked <= 2) throw new ApprovalRequired({ metadata: { asked } });
        return 'acted';
      },
    });
    const other = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => 'done' });
    const agent = createAgent({ model, tools: { act, other } });
    const { messages } = await agent.run('go').outcome;
    const people = controllableHandler();

    const run = agent.run(undefined, {
      messages,
      deferredToolResults: approved('call-1', 'call-2'),
      deferredToolHandler: people.handler,
    });
    const batch = await people.next();
    batch.answer({ approveAll: true });
    const outcome = await run.outcome;

    expect(outcome.type).toBe('completed');
    expect(people.batches).toHaveLength(1);
    expect(batch.requests.approvals.map(({ toolCallId }) => toolCallId)).toEqual(['call-1']);
    expect(batch.requests.metadata).toEqual({ 'call-1': { asked: 2 } });
    expect(batch.ctx.round).toBe(1);
  });
});

describe('a stored run', () => {
  const throughJson = (stored: unknown): StoredRun => JSON.parse(JSON.stringify(stored));

  it('C97 continues after a reload with the history, the conversation, the unsent prompt and then the new one', async () => {
    const sign = tool({ inputSchema: z.object({}), requiresApproval: true });
    const { agent } = agentWith({ sign }, [{ calls: [{ toolName: 'sign' }] }]);
    const first = await agent.run('go', { deferredToolHandler: null }).outcome;
    // After its approval, the external call waits for its result, so the prompt cannot be sent yet.
    const second = await agent.run('And hurry.', {
      resumeFrom: throughJson(storeRun(first)),
      deferredToolResults: approved('call-1'),
    }).outcome;
    const later = agentWith({ sign }, ['Done.']);

    const outcome = await later.agent.run('Please.', {
      resumeFrom: throughJson(storeRun(second)),
      deferredToolResults: { ...none, calls: { 'call-1': { kind: 'tool-return', returnValue: 'signed' } } },
    }).outcome;

    expect(storeRun(second)).toEqual({
      v: 1,
      conversationId: first.conversationId,
      messages: first.messages,
      requests: isDeferred(second) && second.requests,
      prompt: [{ role: 'user', content: 'And hurry.' }],
    });
    expect(outcome).toMatchObject({ type: 'completed', conversationId: first.conversationId });
    expect(later.model.requests[0]?.prompt.slice(2)).toMatchObject([
      { role: 'tool', content: [{ toolCallId: 'call-1', output: { value: 'signed' } }] },
      { role: 'user', content: [{ text: 'And hurry.' }] },
      { role: 'user', content: [{ text: 'Please.' }] },
    ]);
  });

  it('C97 sends its unsent prompt also if its calls are requested again', async () => {
    const { agent, model, done } = scriptedAgent(['Done.']);
    const stored: StoredRun = {
      v: 1,
      messages: history([remove]),
      prompt: [{ role: 'user', content: 'And hurry.' }],
    };

    const outcome = await agent.run(undefined, {
      resumeFrom: stored,
      deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }),
    }).outcome;

    expect(outcome.type).toBe('completed');
    expect(done).toEqual(['delete a approved']);
    expect(model.requests[0]?.prompt.at(-1)).toMatchObject({ content: [{ text: 'And hurry.' }] });
  });

  it('C64 C97 has results in the order of the calls, and adds those of parked calls to the history', async () => {
    const { agent, model, first } = await parkedRun([{ calls: [remove, read, pick] }, 'Done.']);

    const outcome = await agent.run(undefined, {
      resumeFrom: throughJson(storeRun(first)),
      deferredToolResults: {
        ...approved('call-1'),
        calls: { 'call-3': { kind: 'tool-return', returnValue: { name: 'x' } } },
      },
    }).outcome;

    expect(outcome.messages.slice(0, first.messages.length)).toEqual(first.messages);
    expect(outcome.newMessages[0]).toMatchObject({ content: [{ toolCallId: 'call-1' }, { toolCallId: 'call-3' }] });
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(lastResults(model.requests[1]?.prompt).map(({ id }) => id)).toEqual(['call-1', 'call-2', 'call-3']);
  });

  it('C97 excludes messages: both together are a UserError, and nothing runs', async () => {
    const { agent, first, messages, done, model } = await parkedRun([{ calls: [remove] }]);

    const outcome = await agent.run(undefined, {
      resumeFrom: storeRun(first),
      messages,
      deferredToolResults: approved('call-1'),
    }).outcome;

    expect(errorOf(outcome)).toSatisfy(UserError.isInstance.bind(UserError));
    expect(errorOf(outcome)).toMatchObject({ code: 'two-histories', message: expect.stringContaining('`messages`') });
    expect(done).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  const call = { toolCallId: 'a', toolName: 't' };
  const historyOf = (content: unknown, role = 'assistant') => ({ v: 1, messages: [{ role, content }] });
  it.each([
    ['nothing', null, 'it is null'],
    ['text that was not parsed', '{"v":1}', 'it is a string'],
    ['a list', [], 'it is a list'],
    ['another version', { v: 2, messages: [] }, 'its version is 2'],
    ['no version', { messages: [] }, 'its version is undefined'],
    ['a broken id', { v: 1, conversationId: 7, messages: [] }, 'its conversationId'],
    ['no messages', { v: 1 }, 'its messages are not an array'],
    ['a hole', { v: 1, messages: [{ role: 'user', content: 'go' }, null] }, 'messages[1]'],
    ['an unknown role', historyOf('x', 'robot'), 'messages[0]'],
    ['a text of a tool', historyOf('x', 'tool'), 'messages[0]'],
    ['parts of a system message', historyOf([], 'system'), 'messages[0]'],
    ['a part without a type', historyOf([{ text: 'x' }]), 'messages[0]'],
    ['a call without an id', historyOf([{ type: 'tool-call', toolName: 't', input: {} }]), 'messages[0]'],
    ['a result without output', historyOf([{ ...call, type: 'tool-result' }], 'tool'), 'messages[0]'],
    ['a broken prompt', { v: 1, messages: [], prompt: 'go' }, 'its prompt are not an array'],
  ])('C97 that is corrupt (%s) is rejected with an explanation', async (_, stored, words) => {
    const { agent } = scriptedAgent([]);

    const outcome = await agent.run('go', { resumeFrom: stored as StoredRun }).outcome;

    expect(errorOf(outcome)).toMatchObject({ name: 'UserError', code: 'stored-run' });
    expect(errorOf(outcome).message).toContain(words);
  });

  it('C97 keeps files in any of their forms', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const file = { type: 'file' as const, mediaType: 'image/png' };
    const url = new URL('https://files.test/a.png');
    const messages: ModelMessage[] = [
      {
        role: 'user',
        content: [
          { ...file, data: bytes },
          { ...file, data: Buffer.from(bytes) },
          { ...file, data: bytes.buffer },
          { ...file, data: { type: 'data', data: bytes } },
          { ...file, data: url },
          { ...file, data: { type: 'url', url } },
          { type: 'image', image: bytes },
        ],
      },
      ...history([remove]).slice(1),
    ];
    const ask = async (options: object) => {
      const { agent, model } = scriptedAgent(['Done.']);
      const capable = { ...model, supportedUrls: { '*': [/.*/] }, requests: model.requests };
      const run = createAgent({ model: capable, tools: {} }).run(undefined, options);
      return { agent, outcome: await run.outcome, content: model.requests[0]?.prompt[0]?.content };
    };
    const { outcome, content } = await ask({ messages });

    const stored = throughJson(storeRun({ ...outcome, messages }));
    const again = await ask({ resumeFrom: stored });

    const base64 = { type: 'data', data: 'AQID' };
    expect(content).toHaveLength(7);
    expect(again.content).toMatchObject([
      { data: base64 },
      { data: base64 },
      { data: base64 },
      { data: base64 },
      { data: { type: 'url', url } },
      { data: { type: 'url', url } },
      { data: base64 },
    ]);
    expect(stored).toEqual(storeRun({ ...outcome, messages }));
  });
});

describe('a history that ends on unanswered calls', () => {
  it('C62 is continued: ordinary calls run, the others are requested, the model answers', async () => {
    const { agent, done, model } = scriptedAgent(['Done.']);
    const people = controllableHandler();
    const run = agent.run(undefined, {
      messages: history([read, remove, pick]),
      deferredToolHandler: people.handler,
    });

    const batch = await people.next();
    batch.answer({ approveAll: true, calls: { 'old-3': { name: 'x' } } });
    const outcome = await run.outcome;

    expect(batch.requests.approvals).toMatchObject([{ toolCallId: 'old-2', title: 'Delete a' }]);
    expect(batch.requests.calls).toMatchObject([{ toolCallId: 'old-3' }]);
    expect(done).toEqual(['delete a approved']);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(lastResults(model.requests[0]?.prompt)).toEqual([
      { id: 'old-1', output: { type: 'text', value: 'read r' } },
      { id: 'old-2', output: { type: 'text', value: 'deleted a' } },
      { id: 'old-3', output: { type: 'json', value: { name: 'x' } } },
    ]);
  });

  // PydanticAI adds the prompt next to the open calls, so the model reads it instead of their results.
  it('C63 rejects a prompt, because the model would read it instead of the results', async () => {
    const { agent, done, model } = scriptedAgent([]);

    const outcome = await agent.run('Never mind.', { messages: history([read, remove]) }).outcome;

    expect(errorOf(outcome)).toMatchObject({ name: 'UserError', message: expect.stringContaining("'old-1', 'old-2'") });
    expect(done).toEqual([]);
    expect(model.requests).toEqual([]);
  });

  it('C64 is resumed by a new run with fresh usage, in the same conversation', async () => {
    const { agent, first, messages } = await parkedRun([{ calls: [read, remove] }, 'Done.']);

    const run = agent.run(undefined, {
      messages,
      conversationId: first.conversationId,
      deferredToolResults: { ...none, approvals: { 'call-2': toolDenied('no') } },
    });
    const outcome = await run.outcome;

    expect(run.runId).not.toBe(first.runId);
    expect(outcome.conversationId).toBe(first.conversationId);
    expect(first.usage).toMatchObject({ requests: 1, toolCalls: 1 });
    expect(outcome.usage).toMatchObject({ requests: 1, toolCalls: 0, inputTokens: 10 });
    expect(outcome.newMessages).toMatchObject([
      { role: 'tool', content: [{ toolCallId: 'call-2' }] },
      { role: 'assistant', content: [{ text: 'Done.' }] },
    ]);
    expect(outcome.messages).toEqual([...messages, ...outcome.newMessages]);
  });

  it('C64 gives a resumed run its retries again', async () => {
    const seen: number[] = [];
    const bad = { toolName: 'act', input: { n: 'x' } };
    const good = { toolName: 'act', input: { n: 1 } };
    const model = scriptedModel([{ calls: [bad] }, { calls: [good] }, { calls: [bad] }, 'Done.']);
    const act = tool({
      inputSchema: z.object({ n: z.number() }),
      requiresApproval: true,
      execute: (_, ctx) => void seen.push(ctx.retry),
    });
    const agent = createAgent({ model, tools: { act } });
    const { messages } = await agent.run('go').outcome;

    const outcome = await agent.run(undefined, { messages, deferredToolResults: approved('call-2') }).outcome;

    expect(seen).toEqual([0]);
    expect(outcome.type).toBe('completed');
  });
});

describe('a loaded history', () => {
  const withApproval = (approvalId: string): ModelMessage[] => [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'old-1', toolName: 'deleteFile', input: { path: 'a' } },
        { type: 'tool-approval-request', approvalId, toolCallId: 'old-1' },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved: true }] },
  ];

  it.each(['old-1', 'approval-1'])(
    'C65 contains no valid approval: an approval under the id %s runs nothing',
    async (approvalId) => {
      const { agent, done } = scriptedAgent([]);

      const outcome = await agent.run(undefined, { messages: withApproval(approvalId) }).outcome;

      expect(isDeferred(outcome) && outcome.requests.approvals).toMatchObject([{ toolCallId: 'old-1' }]);
      expect(done).toEqual([]);
    },
  );

  const dangling: ModelMessage[] = [
    ...history([read, remove]),
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'old-1', toolName: 'readFile', output: { type: 'text', value: 'x' } },
      ],
    },
    { role: 'user', content: 'Never mind.' },
    { role: 'assistant', content: 'All right.' },
  ];

  it('C66 is repaired before the model reads it: calls that cannot be answered are closed as interrupted', async () => {
    const { agent, done, model } = scriptedAgent(['Hello.']);

    const outcome = await agent.run('Hi.', { messages: dangling }).outcome;

    expect(outcome.type).toBe('completed');
    expect(done).toEqual([]);
    expect(lastResults(model.requests[0]?.prompt).at(-1)).toEqual({
      id: 'old-2',
      output: { type: 'error-text', value: 'The tool call was interrupted before a result was produced.' },
    });
    const roles = model.requests[0]?.prompt.map(({ role }) => role) ?? [];
    expect(roles.lastIndexOf('tool')).toBeLessThan(roles.indexOf('user', 1));
  });

  it('C66 is repaired deterministically, and once', async () => {
    const repair = async (messages: readonly ModelMessage[]): Promise<readonly ModelMessage[]> => {
      const outcome = await scriptedAgent(['Hello.']).agent.run('Hi.', { messages }).outcome;
      return outcome.messages.slice(0, -2);
    };
    const before = structuredClone(dangling);

    const once = await repair(dangling);
    const again = await repair(dangling);
    const twice = await repair(once);

    expect(once).toHaveLength(dangling.length + 1);
    expect(again).toEqual(once);
    expect(twice).toEqual(once);
    expect(dangling).toEqual(before);
  });

  // PydanticAI adds an empty request here.
  it('C67 gets no empty message if every call is answered and the results are empty', async () => {
    const { agent } = scriptedAgent(['Done.']);
    const messages: ModelMessage[] = [
      ...history([read]),
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'old-1', toolName: 'readFile', output: { type: 'text', value: 'x' } },
        ],
      },
    ];
    const run = agent.run(undefined, { messages, deferredToolResults: none });

    const outcome = await run.outcome;

    expect(outcome.newMessages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }]);
    expect(outline(await eventsOf(run))).toEqual(['run-start', 'step-start', 'step-end', 'run-end']);
  });
});

describe('open calls', () => {
  it('C71 can be resumed after a failed handler', async () => {
    const { agent, done } = scriptedAgent([{ calls: [read, remove] }, 'Done.']);
    const failed = await agent.run('go', {
      deferredToolHandler: () => Promise.reject(new Error('offline')),
    }).outcome;

    const outcome = await agent.run(undefined, {
      messages: failed.messages,
      deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }),
    }).outcome;

    expect(failed).toMatchObject({ type: 'failed', error: { name: 'HandlerError' } });
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(done).toEqual(['delete a approved']);
  });

  it('C71 are closed as cancelled by a stop, and a new message works', async () => {
    const { agent, done, model } = scriptedAgent([{ calls: [read, remove] }, 'Hello.']);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });
    await people.next();
    run.abort('enough');
    const stopped = await run.outcome;

    const outcome = await agent.run('Hi.', { messages: stopped.messages }).outcome;

    expect(stopped).toMatchObject({ type: 'aborted', reason: 'enough' });
    expect(outcome).toMatchObject({ type: 'completed', output: 'Hello.' });
    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: { type: 'text', value: 'read r' } },
      { id: 'call-2', output: { type: 'error-text', value: 'The tool call was cancelled.' } },
    ]);
    expect(done).toEqual([]);
  });

  it('C71 are abandoned by a new message after a failed handler, and the model is told', async () => {
    const { agent, model, done } = scriptedAgent([{ calls: [remove] }, 'Hello.']);
    const conversation = converse(agent, {
      deferredToolHandler: () => Promise.reject(new Error('offline')),
    });
    conversation.start('go');
    await until(conversation, ({ outcome }) => outcome?.type === 'failed');

    conversation.start('Hi.');
    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    expect(state.outcome).toMatchObject({ output: 'Hello.' });
    expect(done).toEqual([]);
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toMatchObject({
      value: 'The tool call was interrupted before a result was produced.',
    });
  });

  it('C71 are resumed by the conversation after a failed handler, in the message that shows the call', async () => {
    const { agent, done } = scriptedAgent([{ calls: [remove] }, 'Done.']);
    const conversation = converse(agent, {
      deferredToolHandler: () => Promise.reject(new Error('offline')),
    });
    conversation.start('go');
    await until(conversation, ({ outcome }) => outcome?.type === 'failed');

    conversation.resume(approved('call-1'));
    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    expect(done).toEqual(['delete a approved']);
    expect(state.messages[1]?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'tool-deleteFile', state: 'output-available', output: 'deleted a', approval: { approved: true } },
    ]);
  });

  it('C71 of a parked batch continue with resume(results, prompt), which sends the prompt once', async () => {
    const sign = tool({ inputSchema: z.object({ path: z.string() }), requiresApproval: true });
    const { agent, model } = agentWith({ sign }, [{ calls: [{ toolName: 'sign', input: { path: 'a' } }] }, 'Done.']);
    const conversation = converse(agent, { deferredToolHandler: null });
    conversation.start('go');
    await until(conversation, ({ outcome }) => outcome?.type === 'deferred');

    // After its approval, the external call waits for its result, so the prompt cannot be sent yet.
    conversation.resume(approved('call-1'), 'And hurry.');
    const again = await until(
      conversation,
      ({ status, outcome }) => status === 'deferred' && outcome !== null && 'prompt' in outcome,
    );
    conversation.resume({ ...none, calls: { 'call-1': { kind: 'tool-return', returnValue: 'signed' } } });
    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    expect(again.outcome).toMatchObject({ requests: { calls: [{ toolCallId: 'call-1' }] } });
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    const said = state.messages.filter(({ role }) => role === 'user').map(({ parts }) => parts[0]);
    expect(said).toMatchObject([{ text: 'go' }, { text: 'And hurry.' }]);
    expect(state.messages[1]?.parts.at(-1)).toMatchObject({ state: 'output-available', output: 'signed' });
  });
});
