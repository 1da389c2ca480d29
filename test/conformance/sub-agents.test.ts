import {
  agentTool,
  buildResults,
  createAgent,
  type DeferredToolRequests,
  type HandlerContext,
  type RunOptions,
  tool,
} from 'countersign/core';
import { controllableHandler, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentToolOptions } from '../../src/agent/agent-tool.js';
import { expectedSeqs } from '../setup/expected-seqs.js';
import { converse, errorOf, eventsOf, fileTools, lastResults, until } from './support.js';

const remove = { toolName: 'deleteFile', input: { path: 'a' } };
const pick = { toolName: 'pickFile', input: { reason: 'r' } };
const ask = { toolName: 'clean', input: { task: 'clean up' } };

type CleanOptions = Partial<AgentToolOptions<{ task: string }>>;

/** An agent `lead` whose tool `clean` is the agent `cleaner`. */
function nested(outer: readonly ScriptedTurn[], inner: readonly ScriptedTurn[], options: CleanOptions = {}) {
  const models = { outer: scriptedModel(outer), inner: scriptedModel(inner) };
  const files = fileTools();
  const cleaner = createAgent({ model: models.inner, name: 'cleaner', tools: files.tools });
  const clean = agentTool(cleaner, {
    description: 'Cleans up',
    inputSchema: z.object({ task: z.string() }),
    prompt: ({ task }) => task,
    ...options,
  });
  const lead = createAgent({ model: models.outer, name: 'lead', tools: { clean, deleteFile: files.tools.deleteFile } });
  return { models, lead, done: files.done };
}

describe('a sub-agent as a tool', () => {
  it('C72 receives the prompt, and its output is the result of the call', async () => {
    const { lead, models } = nested([{ calls: [ask] }, 'All told.'], ['Cleaned.']);

    const outcome = await lead.run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'All told.' });
    expect(models.inner.requests[0]?.prompt).toMatchObject([{ role: 'user', content: [{ text: 'clean up' }] }]);
    expect(lastResults(models.outer.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: { type: 'text', value: 'Cleaned.' } },
    ]);
  });

  it('C72 sends its deferred calls to the same handler, with the path, and the same run continues', async () => {
    const { lead, done } = nested([{ calls: [ask] }, 'All told.'], [{ calls: [remove] }, 'Cleaned.']);
    const people = controllableHandler();
    const run = lead.run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    expect(batch.ctx.agentPath).toEqual(['lead', 'cleaner']);
    batch.answer({ approveAll: true });
    const [outcome, events] = [await run.outcome, await eventsOf(run)];

    expect(outcome.type).toBe('completed');
    expect(people.batches).toHaveLength(1);
    expect(done).toEqual(['delete a approved']);
    expect(events.filter(({ agentPath }) => agentPath.length === 2).map(({ type }) => type)).toContain(
      'deferred-request',
    );
    expect(new Set(events.map(({ runId }) => runId))).toEqual(new Set([run.runId]));
    expect(events.map(({ seq }) => seq)).toEqual(expectedSeqs(events));
  });

  it('C72 uses the same cards, labelled with its path, and no two calls share an id', async () => {
    const { lead, done } = nested([{ calls: [ask, remove] }, 'All told.'], [{ calls: [remove] }, 'Cleaned.']);
    const conversation = converse(lead);
    conversation.start('go');

    const first = await until(conversation, ({ pending }) => pending.length > 0);
    const inner = first.pending[0]?.items[0]?.call.toolCallId ?? '';
    await conversation.decide(inner, true);
    const second = await until(
      conversation,
      ({ pending }) => pending[0]?.agentPath.length === 1 && pending[0].items[0]?.call.toolCallId !== inner,
    );
    await conversation.decideAll(true);
    const state = await until(conversation, ({ outcome }) => outcome !== null);

    expect(first.pending[0]?.agentPath).toEqual(['lead', 'cleaner']);
    expect(second.pending[0]?.agentPath).toEqual(['lead']);
    expect(done).toHaveLength(2);
    expect(state.outcome).toMatchObject({ type: 'completed', output: 'All told.' });
  });

  it('C72 has its own approvals: approval of the agent’s call does not approve the agent’s own calls', async () => {
    const { lead, done } = nested([{ calls: [ask] }, 'All told.'], [{ calls: [remove] }, 'Cleaned.'], {
      requiresApproval: true,
    });
    const seen: (readonly string[])[] = [];
    const asked: string[] = [];
    const handler = (requests: DeferredToolRequests, { agentPath }: HandlerContext) => {
      seen.push(agentPath);
      asked.push(...requests.approvals.map(({ toolName }) => toolName));
      return buildResults(requests, agentPath.length === 1 ? { approveAll: true } : { approvals: deny(requests) });
    };

    const outcome = await lead.run('go', { deferredToolHandler: handler }).outcome;

    expect(outcome.type).toBe('completed');
    expect(seen).toEqual([['lead'], ['lead', 'cleaner']]);
    expect(asked).toEqual(['clean', 'deleteFile']);
    expect(done).toEqual([]);
  });

  it('C72 is stopped with the run: its request is withdrawn, and its model gets no further request', async () => {
    const { lead, models, done } = nested([{ calls: [ask] }], [{ calls: [remove] }]);
    const people = controllableHandler();
    const run = lead.run('go', { deferredToolHandler: people.handler });
    const batch = await people.next();

    run.abort('enough');
    const outcome = await run.outcome;
    batch.answer({ approveAll: true });

    expect(outcome).toMatchObject({ type: 'aborted', reason: 'enough' });
    expect(batch.ctx.abortSignal.aborted).toBe(true);
    expect(done).toEqual([]);
    models.inner.assertDone();
    models.outer.assertDone();
  });

  // In PydanticAI usage adds up only where the app passes it on by hand.
  it('C72 adds its usage to the run, whose limits count it', async () => {
    const turns = (): [ScriptedTurn[], ScriptedTurn[]] => [
      [{ calls: [ask] }, 'All told.'],
      [{ calls: [{ toolName: 'readFile', input: { path: 'r' } }] }, 'Cleaned.'],
    ];
    const run = (options?: RunOptions) => nested(...turns()).lead.run('go', options).outcome;

    const outcome = await run();
    const limited = await run({ usageLimits: { requests: 3 } });

    expect(outcome.usage).toMatchObject({ requests: 4, toolCalls: 2, inputTokens: 40, outputTokens: 20 });
    expect(errorOf(limited)).toMatchObject({ name: 'UsageLimitExceeded' });
  });

  it.each([
    [
      'parks a call',
      { deferredToolHandler: (requests: DeferredToolRequests) => buildResults(requests, { defer: ids(requests) }) },
    ],
    ['finds nobody to ask', {}],
    ['may ask nobody', { deferredToolHandler: null }],
  ] as const)('C72 that %s ends the run with a UserError', async (_, options) => {
    const { lead, done } = nested([{ calls: [ask] }], [{ calls: [remove, pick] }]);

    const outcome = await lead.run('go', options).outcome;

    expect(errorOf(outcome)).toMatchObject({
      name: 'UserError',
      code: 'nested-deferral',
      message: expect.stringMatching(/'cleaner'.*cannot be parked/),
    });
    expect(done).toEqual([]);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('offline')), 'HandlerError'],
    ['answers in part', (requests: DeferredToolRequests) => buildResults(requests, { approveAll: true }), 'UserError'],
  ])('C72 fails the run when the shared handler %s, because no model can fix that', async (_, handler, name) => {
    const { lead, models, done } = nested([{ calls: [ask] }], [{ calls: [remove, pick] }]);

    const outcome = await lead.run('go', { deferredToolHandler: handler }).outcome;

    expect(errorOf(outcome).name).toBe(name);
    expect(done).toEqual([]);
    models.outer.assertDone();
  });

  it('C72 that fails by itself is an error result for the model, like any tool', async () => {
    const { lead, models } = nested(
      [{ calls: [ask] }, 'All told.'],
      [{ calls: [{ toolName: 'ghost' }] }, { calls: [{ toolName: 'ghost' }] }],
    );

    const outcome = await lead.run('go').outcome;

    expect(outcome.type).toBe('completed');
    expect(lastResults(models.outer.requests[1]?.prompt)[0]?.output).toMatchObject({
      type: 'error-text',
      value: expect.stringContaining('exceeded max retries'),
    });
  });

  it('C72 receives deps and metadata of the run, at any depth', async () => {
    const seen: unknown[] = [];
    const probe = tool({
      inputSchema: z.object({}),
      execute: (_, ctx) => void seen.push([ctx.agentPath, ctx.metadata]),
    });
    const schema = { description: 'd', inputSchema: z.object({}), prompt: () => 'go' };
    const agentOf = (name: string, tools: Record<string, ReturnType<typeof agentTool>>, toolName: string) =>
      createAgent({ model: scriptedModel([{ calls: [{ toolName }] }, name]), name, tools });
    const c = createAgent({
      model: scriptedModel([{ calls: [{ toolName: 'probe' }] }, 'c']),
      name: 'c',
      tools: { probe },
    });
    const b = agentOf('b', { c: agentTool(c, schema) }, 'c');
    const a = agentOf('a', { b: agentTool(b, schema) }, 'b');

    const outcome = await a.run('go', { metadata: { user: 'Ada' } }).outcome;

    expect(seen).toEqual([[['a', 'b', 'c'], { user: 'Ada' }]]);
    expect(outcome).toMatchObject({ output: 'a', usage: { requests: 6, toolCalls: 3 } });
  });
});

const ids = ({ approvals, calls }: DeferredToolRequests): string[] =>
  [...approvals, ...calls].map(({ toolCallId }) => toolCallId);

const deny = ({ approvals }: DeferredToolRequests): Record<string, false> =>
  Object.fromEntries(approvals.map(({ toolCallId }) => [toolCallId, false]));
