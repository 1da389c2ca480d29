import {
  ApprovalRequired,
  agentTool,
  buildResults,
  CallDeferred,
  createAgent,
  hooked,
  ModelRetry,
  renamed,
  ToolFailed,
  type ToolHooks,
  tool,
  toolReturn,
} from 'countersign/core';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, errorOf, eventsOf, lastResults, ofType } from './support.js';

const inputSchema = z.object({ path: z.string() });
const calls = (...paths: readonly string[]) => ({
  calls: paths.map((path) => ({ toolName: 'read', toolCallId: path, input: { path } })),
});

/** A tool that notes what it does, hooks around it, and what the model read in the end. */
async function readWith(toolHooks: ToolHooks, execute: (path: string) => unknown = (path) => `read ${path}`) {
  const done: string[] = [];
  const read = tool({
    inputSchema,
    execute: async ({ path }) => {
      done.push(path);
      return await execute(path);
    },
  });
  const { agent, model } = agentWith({ read }, [calls('a'), 'Done.'], { toolHooks });
  const run = agent.run('go', { deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }) });
  const events = await eventsOf(run);
  const outcome = await run.outcome;
  const [result] = model.requests.length > 1 ? lastResults(model.requests[1]?.prompt) : [];
  return { done, events, outcome, result: result?.output, ends: ofType(events, 'tool-end').map(({ end }) => end) };
}

describe('hooks around tools', () => {
  it('C300 those of the agent are outside of a toolset’s: first on the way in, last on the way out', async () => {
    const told: string[] = [];
    const noting = (name: string): ToolHooks => ({
      beforeTool: ({ toolName }) => void told.push(`${name} before ${toolName}`),
      wrapTool: async (_, __, next) => {
        told.push(`${name} in`);
        const result = await next();
        told.push(`${name} out`);
        return result;
      },
      afterTool: ({ result, input }) => {
        told.push(`${name} after ${JSON.stringify(result.returnValue)}`);
        return `${name}(${String(result.returnValue)}, ${inputSchema.parse(input).path})`;
      },
    });
    const own = tool({ inputSchema, execute: ({ path }) => `read ${path}` });
    const files = renamed(hooked({ own }, noting('inner')), { read: 'own' });
    const model = scriptedModel([calls('a'), 'Done.']);
    const agent = createAgent({ model, toolsets: [hooked(files, noting('middle'))], toolHooks: noting('outer') });

    await agent.run('go').outcome;

    expect(told).toEqual([
      'outer in',
      'outer before read',
      'middle in',
      'middle before read',
      'inner in',
      'inner before own',
      'inner after "read a"',
      'inner out',
      'middle after "inner(read a, a)"',
      'middle out',
      'outer after "middle(inner(read a, a), a)"',
      'outer out',
    ]);
    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'a', output: { type: 'text', value: 'outer(middle(inner(read a, a), a), a)' } },
    ]);
  });

  it('C300 hooks that return nothing leave all as it is, and what they change of what they see changes nothing', async () => {
    const { result, ends } = await readWith(
      {
        beforeTool: ({ input }) => void Object.assign(input as object, { path: 'changed' }),
        wrapTool: async (_, __, next) => void (await next()),
        afterTool: (done) => void Object.assign(done.result.returnValue as object, { read: 'changed' }),
        onToolError: () => 'never',
      },
      (path) => toolReturn({ read: path }, { metadata: { own: true } }),
    );

    expect(result).toEqual({ type: 'json', value: { read: 'a' } });
    expect(ends).toEqual([{ status: 'returned', value: { read: 'a' }, metadata: { own: true } }]);
  });

  it('C300 what afterTool returns takes the place of all that the model would read, and the app’s notes stay', async () => {
    const { outcome, ends } = await readWith({ afterTool: () => 'instead' }, () =>
      toolReturn('secret', { content: 'more secrets', metadata: { own: true } }),
    );

    expect(ends).toEqual([{ status: 'returned', value: 'instead', metadata: { own: true } }]);
    expect(JSON.stringify(outcome.messages)).not.toContain('secret');
  });

  it('C301 beforeTool gives a result, and the tool does not run, is not told as begun, and is not counted', async () => {
    const { done, result, events, outcome } = await readWith({ beforeTool: () => toolReturn('cached') });

    expect(done).toEqual([]);
    expect(result).toEqual({ type: 'text', value: 'cached' });
    expect(ofType(events, 'tool-start')).toEqual([]);
    expect(outcome.usage.toolCalls).toBe(0);
  });

  it('C301 onToolError gives a result in place of an error, also of a timeout; without one the error stands', async () => {
    const fails = (): never => {
      throw new Error('broken');
    };
    const mended = await readWith({ onToolError: ({ error }) => `not ${String(error)}` }, fails);
    const stands = await readWith({ onToolError: () => undefined }, fails);

    expect(mended.ends).toEqual([{ status: 'returned', value: 'not Error: broken' }]);
    expect(stands.ends).toMatchObject([{ status: 'failed', message: 'broken' }]);

    const clock = createVirtualClock();
    const slow = tool({ inputSchema, timeout: 1000, execute: async () => await new Promise<never>(() => {}) });
    const { agent, model } = agentWith({ read: slow }, [calls('a'), 'Done.'], {
      environment: clock.environment,
      toolHooks: { onToolError: ({ error }) => (error as Error).message },
    });
    const run = agent.run('go');
    await clock.runAll();
    await run.outcome;
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([{ output: { value: 'Timed out after 1 seconds.' } }]);
  });

  it('C301 wrapTool runs a tool again, which is told as one call', async () => {
    let count = 0;
    const { done, result, events } = await readWith(
      {
        wrapTool: async (_, __, next) => {
          try {
            return await next();
          } catch {
            return await next();
          }
        },
      },
      (path) => {
        count += 1;
        if (count === 1) throw new Error('once');
        return `read ${path} at last`;
      },
    );

    expect(done).toEqual(['a', 'a']);
    expect(result).toEqual({ type: 'text', value: 'read a at last' });
    expect(ofType(events, 'tool-start').length).toBe(1);
  });

  it('C301 a hook asks the model to try again, or fails the call, in its own words', async () => {
    const retry = await readWith({
      beforeTool: () => {
        throw new ModelRetry('Another one.');
      },
    });
    const failed = await readWith({
      afterTool: () => {
        throw new ToolFailed('Too large.');
      },
    });

    expect(retry.done).toEqual([]);
    expect(retry.ends).toEqual([{ status: 'retry', message: 'Another one.' }]);
    expect(failed.done).toEqual(['a']);
    expect(failed.ends).toEqual([{ status: 'failed', message: 'Too large.' }]);
  });

  it('C302 beforeTool asks for a yes, and with it the tool runs once', async () => {
    const { done, events, ends } = await readWith({
      beforeTool: (_, ctx) => {
        if (!ctx.toolCallApproved) throw new ApprovalRequired({ metadata: { reason: 'hooked' } });
      },
    });

    expect(ofType(events, 'approval-requested')).toMatchObject([{ call: { input: { path: 'a' }, reason: 'hooked' } }]);
    expect(done).toEqual(['a']);
    expect(ends).toEqual([{ status: 'returned', value: 'read a' }]);
  });

  it.each([
    ['a deferral', () => new ApprovalRequired(), 'approval-requested'],
    ['a job', () => new CallDeferred(), 'external-requested'],
  ] as const)('C302 no guard makes an error or a result of %s, and none runs it again', async (_, make, requested) => {
    let runs = 0;
    const told: unknown[] = [];
    const execute = (): string => {
      runs += 1;
      throw make();
    };
    const guard: ToolHooks = {
      onToolError: ({ error }) => {
        told.push(error);
        return 'swallowed';
      },
      wrapTool: async (_call, _ctx, next) => {
        await next().catch(() => {});
        return await next().catch(() => 'swallowed');
      },
    };
    const { agent } = agentWith({ read: tool({ inputSchema, execute }) }, [calls('a')], { toolHooks: guard });

    const run = agent.run('go', { deferredToolHandler: null });
    const events = await eventsOf(run);

    expect((await run.outcome).type).toBe('deferred');
    expect(ofType(events, requested).length).toBe(1);
    expect({ runs, told }).toEqual({ runs: 1, told: [] });
  });

  it('C302 what has run is not deferred: a yes would run it twice', async () => {
    const { done, outcome, ends } = await readWith({
      afterTool: () => {
        throw new ApprovalRequired();
      },
    });

    expect(errorOf(outcome).code).toBe('hook-deferral');
    expect(done).toEqual(['a']);
    expect(ends).toEqual([{ status: 'returned', value: 'read a' }]);
  });

  it('C302 a guard does not swallow the end of a run that its tool’s sub-agent brings', async () => {
    const inner = createAgent({ model: scriptedModel([calls('x')]), tools: { read: tool({ inputSchema }) } });
    const ask = agentTool(inner, { description: 'Asks', inputSchema, prompt: ({ path }) => path });
    const { agent } = agentWith({ read: ask }, [calls('a')], {
      toolHooks: {
        onToolError: () => 'swallowed',
        wrapTool: async (_, __, next) => await next().catch(() => 'swallowed'),
      },
    });

    const outcome = await agent.run('go', { deferredToolHandler: null }).outcome;

    expect(errorOf(outcome).code).toBe('nested-deferral');
  });
});
