import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import {
  ApprovalRequired,
  approvalRequired,
  buildResults,
  byAnnotations,
  combined,
  createAgent,
  type DeferredToolRequests,
  externalToolset,
  filtered,
  isDeferred,
  ModelRetry,
  prefixed,
  prepared,
  type RunOutcome,
  renamed,
  type ToolMap,
  type ToolSelector,
  tool,
  toolFor,
  UserError,
} from 'countersign/core';
import { controllableHandler, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ToolSource } from '../../src/tools/toolset.js';
import { eventsOf, lastResults } from './support.js';

const path = z.object({ path: z.string() });
const call = (toolName: string, input: object = { path: 'a' }) => ({ calls: [{ toolName, input: { ...input } }] });

/** Tools that say by which name they were called. */
const files = {
  read: tool({ description: 'Read', inputSchema: path, execute: (_, ctx) => `read as ${ctx.toolName}` }),
  remove: tool({ inputSchema: path, metadata: { tags: { danger: true, area: 'fs' } }, execute: () => 'removed' }),
};

function agentWith(sources: readonly ToolSource[], turns: readonly ScriptedTurn[]) {
  const model = scriptedModel(turns);
  return { model, agent: createAgent({ model, toolsets: sources }) };
}

function namesOf(request: LanguageModelV4CallOptions | undefined): readonly string[] {
  return (request?.tools ?? []).map(({ name }) => name);
}

async function offered(source: ToolSource): Promise<readonly string[]> {
  const { model, agent } = agentWith([source], ['done']);
  const outcome = await agent.run('go').outcome;
  if (outcome.type === 'failed') throw outcome.error;
  return namesOf(model.requests[0]);
}

function asked(outcome: RunOutcome): DeferredToolRequests {
  if (!isDeferred(outcome)) throw new Error(`The run ended ${outcome.type}.`);
  return outcome.requests;
}

describe('argsValidator', () => {
  it('C16 may defer a call without a retry, and runs again on approval with toolCallApproved', async () => {
    const seen: boolean[] = [];
    const done: string[] = [];
    const act = tool({
      inputSchema: path,
      retries: 0,
      argsValidator: (_, ctx) => {
        seen.push(ctx.toolCallApproved);
        if (!ctx.toolCallApproved) throw new ApprovalRequired({ metadata: { reason: 'new' } });
      },
      execute: (input) => void done.push(input.path),
    });
    const model = scriptedModel([call('act'), 'done']);
    const people = controllableHandler();

    const run = createAgent({ model, tools: { act } }).run('go', { deferredToolHandler: people.handler });
    const batch = await people.next();

    expect(batch.requests).toMatchObject({
      approvals: [{ toolName: 'act' }],
      metadata: { 'call-1': { reason: 'new' } },
    });
    expect(done).toEqual([]);
    batch.answer({ approveAll: true });
    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect(seen).toEqual([false, true]);
    expect(done).toEqual(['a']);
  });

  it('C16 runs before people are asked, and its errors go to the model', async () => {
    const act = tool({
      inputSchema: path,
      requiresApproval: true,
      argsValidator: (input) => {
        if (input.path === 'a') throw new ModelRetry('Not this one.');
      },
      execute: () => 'ok',
    });
    const model = scriptedModel([call('act'), call('act', { path: 'b' })]);

    const outcome = await createAgent({ model, tools: { act } }).run('go').outcome;

    expect(asked(outcome).approvals.map(({ input }) => input)).toEqual([{ path: 'b' }]);
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([{ output: { type: 'error-text' } }]);
  });
});

describe('toolsets', () => {
  it('C73 prefixed and renamed: the new name outside, the tool’s own inside', async () => {
    const source = prefixed(renamed(prefixed(files, 'fs_'), { 'disk.read': 'fs_read' }), 'my_');
    const { model, agent } = agentWith([source], [call('my_disk.read'), 'done']);

    const run = agent.run('go');
    const events = await eventsOf(run);

    // The dot does not reach a provider (C352).
    expect(namesOf(model.requests[0])).toEqual([expect.stringMatching(/^my_disk_read__\w+$/), 'my_fs_remove']);
    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toEqual({ type: 'text', value: 'read as read' });
    expect(events.find((event) => event.type === 'tool-start')).toMatchObject({ toolName: 'my_disk.read' });
  });

  it('C73 renamed tools have their own name in every context that they get', async () => {
    const seen: string[] = [];
    const act = tool({
      inputSchema: path,
      requiresApproval: (_, ctx) => seen.push(`approval ${ctx.toolName}`) === 0,
      argsValidator: (_, ctx) => void seen.push(`validator ${ctx.toolName}`),
      prepare: (self, ctx) => {
        seen.push(`prepare ${ctx.toolName}`);
        return self;
      },
      execute: (_, ctx) => void seen.push(`execute ${ctx.toolName}`),
    });

    await agentWith([prefixed({ act }, 'x_')], [call('x_act'), 'done']).agent.run('go').outcome;

    expect(new Set(seen)).toEqual(new Set(['prepare act', 'validator act', 'approval act', 'execute act']));
  });

  it('C73 combined offers all, in order', async () => {
    expect(await offered(combined({ a: files.read }, combined({ b: files.read }), { c: files.read }))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it.each<[string, ToolSource, RegExp]>([
    [
      'two sources',
      combined({ read: files.read }, prefixed({ ad: files.read }, 're')),
      /'read'.*source 1 of combined.*source 2.*prefixed\('re'\)/,
    ],
    ['a new name that is taken', renamed(files, { remove: 'read' }), /'remove'.*renamed\(\)/],
  ])('C73 rejects duplicate names and names both origins: %s', async (_, source, message) => {
    const { agent } = agentWith([source], []);

    const outcome = await agent.run('go').outcome;

    expect(outcome).toMatchObject({
      type: 'failed',
      error: { code: 'duplicate-tool', message: expect.stringMatching(message) },
    });
  });

  it('C73 rejects duplicate names across the agent’s tools, its toolsets and the run’s', async () => {
    const agent = createAgent({ model: scriptedModel([]), tools: files });

    const outcome = await agent.run('go', { toolsets: [{ read: files.read }] }).outcome;

    expect(outcome.type === 'failed' && UserError.isInstance(outcome.error)).toBe(true);
    expect(outcome).toMatchObject({
      error: { message: expect.stringMatching(/the agent's tools.*toolset 1 of the run/) },
    });
  });

  it('C73 the toolsets of a run apply to that run only', async () => {
    const model = scriptedModel([call('read'), 'one', 'two']);
    const agent = createAgent({ model, toolsets: [{ remove: files.remove }] });

    await agent.run('go', { toolsets: [{ read: files.read }] }).outcome;
    await agent.run('go').outcome;

    expect(model.requests.map(namesOf)).toEqual([['remove', 'read'], ['remove', 'read'], ['remove']]);
  });

  it('C73 externalToolset accepts schemas of every kind, and its calls are external', async () => {
    const source = externalToolset({
      pick: { description: 'Pick', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } },
      draw: { inputSchema: path, outputSchema: z.object({ done: z.boolean() }) },
    });
    const { model, agent } = agentWith(
      [source],
      [
        {
          calls: [
            { toolName: 'pick', input: { path: 'a' } },
            { toolName: 'draw', input: { path: 'b' } },
          ],
        },
      ],
    );

    const outcome = await agent.run('go').outcome;

    expect(asked(outcome)).toMatchObject({
      approvals: [],
      calls: [{ toolName: 'pick', unchecked: true }, { toolName: 'draw' }],
    });
    expect(model.requests[0]?.tools).toMatchObject([
      { name: 'pick', description: 'Pick', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } },
      { name: 'draw' },
    ]);
  });

  it('C73 approvalRequired requires approval of all calls by default, and keeps the tools’ own requirements', async () => {
    const own = tool({ inputSchema: path, requiresApproval: (input) => input.path === 'a', execute: () => 'ok' });
    const turn = { calls: ['a', 'b'].map((name) => ({ toolName: 'own', input: { path: name } })) };
    const all = agentWith([approvalRequired({ own })], [turn]);
    const none = agentWith([approvalRequired({ own }, () => false)], [turn]);

    const [first, second] = await Promise.all([all.agent.run('go').outcome, none.agent.run('go').outcome]);

    expect(asked(first).approvals).toHaveLength(2);
    expect(asked(second).approvals.map(({ input }) => input)).toEqual([{ path: 'a' }]);
  });

  it('C73 approvalRequired awaits its function, which receives the call by its name at this level', async () => {
    const seen: unknown[] = [];
    const source = prefixed(
      approvalRequired(prefixed(files, 'in_'), async ({ toolName, input, tool: { metadata } }, ctx) => {
        await Promise.resolve();
        seen.push([toolName, input, ctx.toolName, metadata]);
        return false;
      }),
      'out_',
    );
    const { agent, model } = agentWith([source], [call('out_in_read'), 'done']);

    const outcome = await agent.run('go').outcome;

    expect(outcome.type).toBe('completed');
    expect(seen).toEqual([['in_read', { path: 'a' }, 'in_read', undefined]]);
    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toEqual({ type: 'text', value: 'read as read' });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('offline');
      },
    ],
    ['rejects', () => Promise.reject(new Error('offline'))],
    ['forgets to answer', (() => undefined) as unknown as () => boolean], // plain JavaScript may do so
  ])('C73 approvalRequired requires approval if its function %s', async (_, when) => {
    const { agent } = agentWith([approvalRequired(files, when)], [call('read')]);

    expect(asked(await agent.run('go').outcome).approvals).toHaveLength(1);
  });

  it('C73 a prepare that returns another tool does not remove the approval', async () => {
    const act = tool({ inputSchema: path, prepare: () => files.read, execute: () => 'never' });

    const { agent } = agentWith([approvalRequired({ act })], [call('act')]);

    expect(asked(await agent.run('go').outcome).approvals).toHaveLength(1);
  });

  it('C73 hostile names reach nothing inherited', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const source = prepared(filtered(renamed(combined(files), { valueOf: 'remove' }), 'all'), (tools) => {
      expect(names.filter((name) => name in tools)).toEqual([]);
      return tools;
    });
    const { agent, model } = agentWith([source], [{ calls: names.map((toolName) => ({ toolName })) }, 'done']);

    const outcome = await agent.run('go').outcome;

    expect(outcome.type).toBe('completed');
    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toEqual(
      names.map((name) => ({
        type: 'error-text',
        value: `Unknown tool name: '${name}'. Available tools: 'read', 'valueOf'\n\nFix the errors and try again.`,
      })),
    );
  });

  it('C73 a tool may have a hostile name of its own', async () => {
    const hostile: ToolMap = Object.fromEntries(
      ['__proto__', 'constructor', 'tools'].map((name) => [name, files.read]),
    );
    const { agent, model } = agentWith(
      [approvalRequired(filtered(combined(hostile), 'all'), [])],
      [{ calls: Object.keys(hostile).map((toolName) => ({ toolName, input: { path: 'a' } })) }, 'done'],
    );

    await agent.run('go').outcome;

    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toEqual(
      ['__proto__', 'constructor', 'tools'].map((name) => ({ type: 'text', value: `read as ${name}` })),
    );
  });

  it('C73 approvalRequired rejects a tool that the provider runs', async () => {
    const search = {
      type: 'provider',
      id: 'x.search',
      args: {},
      isProviderExecuted: true,
      inputSchema: path,
      outputSchema: path,
    } as const;
    const { agent } = agentWith([approvalRequired({ search })], []);

    expect(await agent.run('go').outcome).toMatchObject({ type: 'failed', error: { code: 'provider-tool-approval' } });
  });
});

describe('selectors', () => {
  it.each<[string, ToolSelector, readonly string[]]>([
    ['all', 'all', ['read', 'remove']],
    ['a name', 'read', ['read']],
    ['names', ['remove', 'gone'], ['remove']],
    ['an empty list', [], []],
    ['metadata, included at any depth', { metadata: { tags: { danger: true } } }, ['remove']],
    ['metadata that differs', { metadata: { tags: { danger: 1 } } }, []],
    ['metadata of a hostile name', { metadata: JSON.parse('{"__proto__": {}}') }, []],
    ['a function', ({ toolName }) => toolName === 'read', ['read']],
    ['a function that takes its time', async ({ tool: { metadata } }) => metadata !== undefined, ['remove']],
  ])('C74 select tools by %s', async (_, selector, expected) => {
    expect(await offered(filtered(files, selector))).toEqual(expected);
  });

  it('C74 receive the run context, fresh for each step', async () => {
    const source = filtered(files, ({ toolName }, ctx) => toolName === 'read' || ctx.runStep > 1);
    const { agent, model } = agentWith([source], [call('read'), 'done']);

    await agent.run('go').outcome;

    expect(model.requests.map(namesOf)).toEqual([['read'], ['read', 'remove']]);
  });

  it('C74 work for approvalRequired', async () => {
    const source = approvalRequired(files, { metadata: { tags: { danger: true } } });
    const { agent } = agentWith(
      [source],
      [{ calls: ['read', 'remove'].map((toolName) => ({ toolName, input: { path: 'a' } })) }],
    );

    expect(asked(await agent.run('go').outcome).approvals.map(({ toolName }) => toolName)).toEqual(['remove']);
  });
});

describe('prepare', () => {
  it('C75 of a tool may change or omit its definition for the step', async () => {
    const counted = tool({
      inputSchema: path,
      prepare: async (self, ctx) => ({ ...self, description: `Step ${ctx.runStep} of ${ctx.toolName}` }),
      execute: () => 'ok',
    });
    const once = tool({
      inputSchema: path,
      prepare: (self, ctx) => (ctx.runStep === 1 ? self : null),
      execute: () => 'ok',
    });
    const model = scriptedModel([call('once'), call('once'), 'done']);

    const outcome = await createAgent({ model, tools: { counted, once } }).run('go').outcome;

    expect(model.requests.map(({ tools }) => tools)).toMatchObject([
      [{ description: 'Step 1 of counted' }, { name: 'once' }],
      [{ description: 'Step 2 of counted' }],
      [{ description: 'Step 3 of counted' }],
    ]);
    expect(model.requests[1]?.tools).toHaveLength(1);
    expect(lastResults(model.requests[2]?.prompt)[0]?.output).toMatchObject({
      value: expect.stringContaining("Unknown tool name: 'once'"),
    });
    expect(outcome.type).toBe('completed');
  });

  it('C75 runs once for each step, under any number of toolsets', async () => {
    const steps: number[] = [];
    const act = tool({
      inputSchema: path,
      prepare: (self, ctx) => {
        steps.push(ctx.runStep);
        return self;
      },
      execute: () => 'ok',
    });

    await agentWith([combined(prefixed(filtered({ act }, 'all'), 'a_'))], [call('a_act'), 'done']).agent.run('go')
      .outcome;

    expect(steps).toEqual([1, 2]);
  });

  it('C75 prepared changes or omits tools, and may not add any', async () => {
    const drop = prepared(files, ({ read, remove: _, ...rest }) => (read === undefined ? rest : { read }));
    const invent = prepared(files, (tools) => ({ ...tools, more: files.read }));

    expect(await offered(drop)).toEqual(['read']);
    await expect(offered(invent)).rejects.toThrow(/not given: 'more'/);
  });

  it('C75 a call is handled by the tool of the step in which it was made, also when history is resumed', async () => {
    const source = {
      tools: () => ({ late: tool({ inputSchema: path, requiresApproval: true, execute: () => 'done late' }) }),
    };
    const { agent, model } = agentWith([source], [call('late'), 'done']);
    const first = await agent.run('go').outcome;

    const second = await agent.run(undefined, {
      messages: first.messages,
      deferredToolResults: buildResults(asked(first), { approveAll: true }),
    }).outcome;

    expect(second.type).toBe('completed');
    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toEqual({ type: 'text', value: 'done late' });
  });

  it('C75 a toolset that fails ends the run', async () => {
    const { agent } = agentWith([{ tools: () => Promise.reject(new Error('server gone')) }], []);

    expect(await agent.run('go').outcome).toMatchObject({
      type: 'failed',
      error: { message: expect.stringContaining('server gone') },
    });
  });

  it('C75 sees the deps of the run', async () => {
    const make = toolFor<{ user: { admin: boolean } }>();
    const reset = make({
      inputSchema: path,
      prepare: (self, ctx) => (ctx.deps.user.admin ? self : null),
      execute: () => 'ok',
    });
    const model = scriptedModel(['one', 'two']);
    const agent = createAgent({ model, tools: { reset } });

    await agent.run('go', { deps: { user: { admin: false } } }).outcome;
    await agent.run('go', { deps: { user: { admin: true } } }).outcome;

    expect(model.requests.map(namesOf)).toEqual([[], ['reset']]);
  });
});

describe('byAnnotations', () => {
  it.each([
    [undefined, true],
    [{}, true],
    [{ readOnlyHint: false }, true],
    [{ readOnlyHint: true }, false],
    [{ readOnlyHint: true, destructiveHint: true }, true],
    [{ readOnlyHint: true, destructiveHint: false }, false],
  ])('C76 for %j requires approval: %s', (annotations, asks) => {
    const annotated = tool({ inputSchema: path, ...(annotations === undefined ? {} : { metadata: { annotations } }) });

    expect(byAnnotations()({ toolName: 'x', tool: annotated })).toBe(asks);
  });
});

describe('an external tool with requiresApproval', () => {
  it('C98 joins the approvals first, then the calls of round 2', async () => {
    const sign = tool({ inputSchema: path, outputSchema: z.string(), requiresApproval: true });
    const model = scriptedModel([call('sign'), 'done']);
    const people = controllableHandler();
    const run = createAgent({ model, tools: { sign } }).run('go', { deferredToolHandler: people.handler });

    const first = await people.next();
    expect(first.requests).toMatchObject({ approvals: [{ toolCallId: 'call-1' }], calls: [] });
    first.answer({ approveAll: true });
    const second = await people.next();
    expect(second.ctx.round).toBe(2);
    expect(second.requests).toMatchObject({ approvals: [], calls: [{ toolCallId: 'call-1' }] });
    second.answer({ calls: { 'call-1': 'signed' } });

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toEqual({ type: 'text', value: 'signed' });
  });
});
