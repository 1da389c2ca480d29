import {
  ApprovalRequired,
  agentTool,
  buildResults,
  CallDeferred,
  createAgent,
  toolHooks as forAgent,
  isDeferred,
  ModelRetry,
  renamed,
  ToolFailed,
  type ToolHooks,
  tool,
  toolReturn,
  wrapToolset,
} from 'countersign/core';
import { createVirtualClock, memoryJournal, scriptedModel } from 'countersign/testing';
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
  const { agent, model } = agentWith({ read }, [calls('a'), 'Done.'], { toolHooks: forAgent(toolHooks) });
  const run = agent.run('go', { deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }) });
  const events = await eventsOf(run);
  const outcome = await run.outcome;
  const [result] = model.requests.length > 1 ? lastResults(model.requests[1]?.prompt) : [];
  return { done, events, outcome, result: result?.output, ends: ofType(events, 'tool-end').map(({ end }) => end) };
}

describe('hooks around tools', () => {
  it('C282 those of the agent are outside of a toolset’s: first before the call, last after it', async () => {
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
    const files = renamed(wrapToolset({ own }, noting('inner')), { read: 'own' });
    const model = scriptedModel([calls('a'), 'Done.']);
    const agent = createAgent({
      model,
      toolsets: [wrapToolset(files, noting('middle'))],
      toolHooks: forAgent(noting('outer')),
    });

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

  it('C282 hooks that return nothing change nothing, and their mutations have no effect', async () => {
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

  it('C282 the result of afterTool replaces the model’s result, and the app’s notes stay', async () => {
    const { outcome, ends } = await readWith({ afterTool: () => 'instead' }, () =>
      toolReturn('secret', { content: 'more secrets', metadata: { own: true } }),
    );

    expect(ends).toEqual([{ status: 'returned', value: 'instead', metadata: { own: true } }]);
    expect(JSON.stringify(outcome.messages)).not.toContain('secret');
  });

  it('C283 beforeTool returns a result, and the tool does not run, emits no start, and is not counted', async () => {
    const { done, result, events, outcome } = await readWith({ beforeTool: () => toolReturn('cached') });

    expect(done).toEqual([]);
    expect(result).toEqual({ type: 'text', value: 'cached' });
    expect(ofType(events, 'tool-start')).toEqual([]);
    expect(outcome.usage.toolCalls).toBe(0);
  });

  it.each<[string, ToolHooks]>([
    [
      'afterTool',
      {
        afterTool: () => {
          throw new Error('no disk');
        },
      },
    ],
    [
      'wrapTool',
      {
        wrapTool: async (_, __, next) => {
          await next();
          throw new Error('no disk');
        },
      },
    ],
  ])('C342 the result of a tool is kept if %s throws after it, and the app is warned', async (name, toolHooks) => {
    const { done, result, events, outcome } = await readWith(toolHooks);

    expect(done).toEqual(['a']);
    expect(outcome.type).toBe('completed');
    expect(result).toEqual({ type: 'text', value: 'read a' });
    expect(ofType(events, 'warning')).toMatchObject([{ code: 'hook-threw', message: expect.stringContaining(name) }]);
  });

  it('C342 a hook that throws before the tool runs fails the call', async () => {
    const { done, result } = await readWith({
      wrapTool: () => {
        throw new Error('no disk');
      },
    });

    expect(done).toEqual([]);
    expect(result).toEqual({ type: 'error-text', value: 'no disk' });
  });

  it('C283 onToolError returns a result instead of an error, also of a timeout; otherwise the error stays', async () => {
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
      toolHooks: forAgent({ onToolError: ({ error }) => (error as Error).message }),
    });
    const run = agent.run('go');
    await clock.runAll();
    await run.outcome;
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([{ output: { value: 'Timed out after 1 seconds.' } }]);
  });

  it('C283 wrapTool runs a tool again, and it counts as one call', async () => {
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

  it('C283 a hook requests a retry, or fails the call, with its own message', async () => {
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

  it('C284 beforeTool requires approval, and the tool runs once with it', async () => {
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
  ] as const)(
    'C284 no guard turns %s into an error or a result, and none runs it again',
    async (_, make, requested) => {
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
      const { agent } = agentWith({ read: tool({ inputSchema, execute }) }, [calls('a')], {
        toolHooks: forAgent(guard),
      });

      const run = agent.run('go', { deferredToolHandler: null });
      const events = await eventsOf(run);

      expect((await run.outcome).type).toBe('deferred');
      expect(ofType(events, requested).length).toBe(1);
      expect({ runs, told }).toEqual({ runs: 1, told: [] });
    },
  );

  it('C284 an executed call cannot defer, because an approval would execute it twice', async () => {
    const { done, outcome, ends } = await readWith({
      afterTool: () => {
        throw new ApprovalRequired();
      },
    });

    expect(errorOf(outcome).code).toBe('hook-deferral');
    expect(done).toEqual(['a']);
    expect(ends).toEqual([{ status: 'unknown' }]);
  });

  it('C284 a stop before hooks have processed a result does not emit it, and the call is unknown', async () => {
    let look: () => void = () => {};
    const looking = new Promise<void>((resolve) => {
      look = resolve;
    });
    const hooks: ToolHooks = {
      afterTool: async () => {
        look();
        await new Promise(() => {});
      },
    };
    const read = tool({ inputSchema, execute: () => 'secret' });
    const { agent } = agentWith({ read }, [calls('a')], { toolHooks: forAgent(hooks) });

    const run = agent.run('go');
    await looking;
    run.abort();
    const events = await eventsOf(run);

    expect(ofType(events, 'tool-end').map(({ end }) => end.status)).toEqual(['unknown']);
    expect(JSON.stringify([events, (await run.outcome).messages])).not.toContain('secret');
  });

  it('C282 afterTool also changes external results, and those of a resumed run', async () => {
    const toolHooks: ToolHooks = {
      beforeTool: () => 'never',
      afterTool: ({ result, input }) => {
        if (result.returnValue === 'odd') throw new ModelRetry('Pick another.');
        return `${inputSchema.parse(input).path} ${String(result.returnValue)}`;
      },
    };
    const read = tool({ inputSchema });
    const answers = { a: toolReturn('picked'), b: toolReturn('odd') };
    const here = agentWith({ read }, [calls('a', 'b'), 'Done.'], { toolHooks: forAgent(toolHooks) });
    const there = agentWith({ read }, [calls('a', 'b'), 'Done.'], { toolHooks: forAgent(toolHooks) });

    await here.agent.run('go', { deferredToolHandler: (requests) => buildResults(requests, { calls: answers }) })
      .outcome;
    const parked = await there.agent.run('go', { deferredToolHandler: null }).outcome;
    if (!isDeferred(parked)) throw new Error('It is not deferred.');
    const deferredToolResults = buildResults(parked.requests, { calls: answers });
    await there.agent.run(undefined, { messages: parked.messages, deferredToolResults }).outcome;

    const read1 = lastResults(here.model.requests[1]?.prompt);
    expect(read1).toMatchObject([
      { output: { value: 'a picked' } },
      { output: { value: expect.stringContaining('Pick another.') } },
    ]);
    expect(lastResults(there.model.requests[1]?.prompt)).toEqual(read1);
  });

  it('C284 a guard does not swallow the end of a run that comes from a sub-agent', async () => {
    const inner = createAgent({ model: scriptedModel([calls('x')]), tools: { read: tool({ inputSchema }) } });
    const ask = agentTool(inner, { description: 'Asks', inputSchema, prompt: ({ path }) => path });
    const { agent } = agentWith({ read: ask }, [calls('a')], {
      toolHooks: forAgent({
        onToolError: () => 'swallowed',
        wrapTool: async (_, __, next) => await next().catch(() => 'swallowed'),
      }),
    });

    const outcome = await agent.run('go', { deferredToolHandler: null }).outcome;

    expect(errorOf(outcome).code).toBe('nested-deferral');
  });
});

describe('hooks around the validation of inputs', () => {
  /** A tool that asks, hooks around it, and what was shown, run and told. */
  async function askWith(toolHooks: ToolHooks, input: string, requiresApproval = false) {
    const done: unknown[] = [];
    const add = tool({
      inputSchema: z.object({ n: z.number() }),
      execute: (made) => {
        done.push(made);
        return 'added';
      },
      requiresApproval,
    });
    const asked = { calls: [{ toolName: 'add', toolCallId: 'a', rawInput: input }] };
    const { agent, model } = agentWith({ add }, [asked, 'Done.'], { toolHooks: forAgent(toolHooks) });
    const run = agent.run('go', { deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }) });
    const events = await eventsOf(run);
    const shown = ofType(events, 'deferred-request').flatMap(({ requests }) =>
      requests.approvals.map((one) => one.input),
    );
    return { done, shown, outcome: await run.outcome, model, ends: ofType(events, 'tool-end').map(({ end }) => end) };
  }

  it('C285 their input is shown and executed, and an approval does not run them again', async () => {
    let count = 0;
    const { done, shown } = await askWith(
      {
        beforeToolValidate: ({ input }) => {
          count += 1;
          return { n: Number((input as { n: string }).n) };
        },
        afterToolValidate: ({ input }) => ({ n: (input as { n: number }).n + 1 }),
      },
      '{"n":"41"}',
      true,
    );

    expect({ shown, done, count }).toEqual({ shown: [{ n: 42 }], done: [{ n: 42 }], count: 1 });
  });

  it('C285 onToolValidateError repairs invalid inputs and invalid JSON, and its value is validated', async () => {
    const seen: unknown[] = [];
    const mend: ToolHooks = {
      onToolValidateError: ({ input, error }) => {
        seen.push([input, error.message]);
        return { n: 1 };
      },
    };

    expect((await askWith(mend, '{"n":')).done).toEqual([{ n: 1 }]);
    expect((await askWith(mend, '{"n":"x"}')).done).toEqual([{ n: 1 }]);
    expect(seen).toEqual([
      ['{"n":', expect.stringContaining('not valid JSON')],
      [{ n: 'x' }, 'The input does not match the schema:'],
    ]);
    const { ends } = await askWith({ onToolValidateError: () => ({ n: 'still none' }) }, '{}');
    expect(ends).toMatchObject([{ status: 'retry', issues: [{ path: ['n'] }] }]);
  });

  it('C285 wrapToolValidate may validate several times, and outer hooks decide last', async () => {
    const { done } = await askWith(
      {
        wrapToolValidate: async (_, __, next) => {
          const first = await next().catch((error: ModelRetry) => error.issues?.length);
          return await next({ n: first });
        },
      },
      '{"n":"x"}',
    );

    expect(done).toEqual([{ n: 1 }]);
  });

  it('C285 afterToolValidate requires approval, unless an outer hook rejects the input', async () => {
    const asks: ToolHooks = {
      afterToolValidate: () => {
        throw new ApprovalRequired({ metadata: { reason: 'odd' } });
      },
    };
    const add = tool({ inputSchema: z.object({ n: z.number() }), execute: ({ n }) => n });
    const odd = { calls: [{ toolName: 'add', toolCallId: 'a', input: { n: 1 } }] };
    const refuse = (): never => {
      throw new ModelRetry('Never.');
    };

    const asking = await askWith(asks, '{"n":1}');
    const model = scriptedModel([odd, 'Done.']);
    const toolsets = [wrapToolset({ add }, asks)] as const;
    const agent = createAgent({ model, toolsets, toolHooks: forAgent({ afterToolValidate: refuse }) });
    const refused = await agent.run('go', { deferredToolHandler: null }).outcome;

    expect(asking).toMatchObject({ shown: [{ n: 1 }], done: [{ n: 1 }] });
    expect(refused.type).toBe('completed');
    expect(JSON.stringify(lastResults(model.requests[1]?.prompt))).toContain('Never.');
  });

  it('C285 an invalid input cannot defer, because nothing can be shown', async () => {
    const defer = (): never => {
      throw new ApprovalRequired();
    };

    for (const hooks of [{ beforeToolValidate: defer }, { onToolValidateError: defer }, { wrapToolValidate: defer }]) {
      const { outcome, done } = await askWith(hooks, '{"n":"x"}');

      expect(errorOf(outcome).code).toBe('hook-deferral');
      expect(done).toEqual([]);
    }
  });

  it('C285 each runs once for each call, also if several calls are validated before any runs', async () => {
    const asked: string[] = [];
    const read = tool({ inputSchema, execute: ({ path }) => path });
    const { agent } = agentWith({ read }, [calls('a', 'b'), 'Done.'], {
      toolHooks: forAgent({
        beforeToolValidate: ({ toolCallId }) => void asked.push(toolCallId),
        afterToolValidate: ({ input }): void => {
          if (inputSchema.parse(input).path === 'b') throw new ToolFailed('Not b.');
        },
      }),
    });

    const events = await eventsOf(agent.run('go'));

    expect(asked).toEqual(['a', 'b']);
    expect(ofType(events, 'tool-end').map(({ end }) => end.status)).toEqual(['failed', 'returned']);
  });
});

describe('hooks of a run that is activated again', () => {
  /** One life of a run whose hooks say something else each time that they are asked. */
  async function live(written: ReturnType<typeof memoryJournal>['writes'], told: string[]) {
    const noting = (name: string): ToolHooks => ({
      beforeToolValidate: ({ toolCallId, input }) => {
        told.push(`${name} validate ${toolCallId}`);
        return { path: `${inputSchema.parse(input).path}.${told.length}` };
      },
      beforeTool: ({ toolCallId }, ctx) => {
        told.push(`${name} before ${toolCallId}`);
        if (!ctx.toolCallApproved) throw new ApprovalRequired();
      },
      afterTool: ({ toolCallId, result }) => {
        told.push(`${name} after ${toolCallId}`);
        return `${String(result.returnValue)}.${told.length}`;
      },
      onToolError: ({ toolCallId }) => {
        told.push(`${name} error ${toolCallId}`);
        return `mended.${told.length}`;
      },
    });
    const read = tool({ inputSchema, execute: ({ path }) => path });
    const fails = tool({
      inputSchema,
      execute: (): string => {
        throw new Error('broken');
      },
    });
    const inner = createAgent({ name: 'inner', model: scriptedModel(['Inner done.']) });
    const ask = agentTool(inner, { description: 'Asks', inputSchema, prompt: ({ path }) => path });
    const asked = ['read', 'fails', 'ask'].map((name) => ({ toolName: name, toolCallId: name, input: { path: 'p' } }));
    const isWhole = written.some(({ key, type }) => key === 'run~model.1' && type === 'end');
    const script = isWhole ? ['Done.'] : [{ calls: asked }, 'Done.'];
    const isOver = written.some(({ key, type }) => key === 'run~model.2' && type === 'end');
    const { agent } = agentWith({ read, fails, ask }, isOver ? [] : script, { toolHooks: forAgent(noting('hook')) });
    const journal = memoryJournal({ written });
    const outcome = await agent.run('go', {
      runId: 'run',
      journal,
      deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }),
    }).outcome;
    return { outcome, writes: journal.writes };
  }

  it('C286 none runs again for a call that has ended, also one of a sub-agent', async () => {
    const told: string[] = [];
    const whole = await live([], told);
    const again: string[] = [];
    const replayed = await live(whole.writes, again);

    expect(whole.outcome.type).toBe('completed');
    expect(told.length).toBeGreaterThan(10);
    expect(again).toEqual([]);
    expect(replayed.outcome.messages).toEqual(whole.outcome.messages);
  });

  it('C286 wherever an activation ends, the next continues with their persisted results', async () => {
    const whole = await live([], []);
    for (let count = 0; count < whole.writes.length; count++) {
      const written = whole.writes.slice(0, count);
      // What was cut off is asked about (C186).
      const begun = written.filter(({ type }) => type === 'begin');
      if (begun.some(({ key }) => !written.some((one) => one.type === 'end' && one.key === key))) continue;
      const again: string[] = [];
      const next = await live(written, again);

      expect(next.outcome.type, `after ${written.at(-1)?.key}`).toBe('completed');
      const kept = written.filter(({ type }) => type === 'end').map(({ key }) => key);
      for (const name of ['read', 'fails']) {
        if (!kept.includes(`run~tool.${name}.2`)) continue;
        expect(again.filter((one) => one.endsWith(name))).toEqual([]);
      }
      const hooks = kept.filter((key) => key.includes('/ask:2/hook.')).length;
      const asked = again.filter((one) => /(?:before|after) ask$/.test(one)).length;
      // One before it was asked about, then two.
      if (hooks > 0) expect(asked).toBe(2 - hooks);
    }
  });
});
