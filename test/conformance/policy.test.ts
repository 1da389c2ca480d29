import {
  agentTool,
  allow,
  ask,
  block,
  buildResults,
  createAgent,
  createPolicy,
  type DeferredToolRequests,
  deny,
  isDeferred,
  type Policy,
  type PolicyPreset,
  tool,
  toolApproved,
  toolDenied,
} from 'countersign/core';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callTo, everyCall, play, policyTools, supervised } from './policy-support.js';
import { agentWith, converse, errorOf, eventsOf, lastResults, ofType, until } from './support.js';

describe('a policy', () => {
  it('C85 is optional: without one only declarations and signals defer', async () => {
    const { askedFor, done, decisions } = await play(undefined, everyCall);

    expect(askedFor).toEqual(['guarded', 'drop']);
    expect(done).toEqual(['note /a', 'read /a', 'send /a', 'write /a']);
    expect(decisions).toEqual([]);
  });

  it('C85 requires approval unless a rule allows, and tools without capabilities run as declared', async () => {
    const { askedFor, asked, done } = await play(supervised(), everyCall);

    expect(askedFor).toEqual(['guarded', 'write', 'drop', 'send']);
    expect(done).toEqual(['note /a', 'read /a approved']);
    expect(asked[1]).toMatchObject({
      capabilities: ['fs.write:/a'],
      reason: "No rule of policy 'supervised' allows fs.write:/a.",
    });
  });

  it('C85 matches tools without capabilities by their name, or all of them', async () => {
    const named = await play(supervised(deny({ tool: 'note' }, 'No.')), [callTo('note'), callTo('read')]);
    const all = await play(supervised(ask({})), [callTo('note'), callTo('read')]);

    expect(named.ends).toEqual(['note denied', 'read returned']);
    expect(all.askedFor).toEqual(['note', 'read']);
  });

  const rules = {
    allow: allow('fs.delete'),
    ask: ask('fs.delete'),
    deny: deny('fs.delete', 'Not today.'),
    block: block({ capability: 'fs.delete', when: () => true }, 'Too dangerous.'),
  };
  const what = { allow: 'drop returned', ask: 'asked', deny: 'drop denied', block: 'drop blocked' };
  const order = ['allow', 'ask', 'deny', 'block'] as const;
  const pairs = order.flatMap((one) => order.map((other) => [one, other] as const));

  it.each(pairs)('C85 with rules that %s and %s uses the strictest', async (one, other) => {
    const { ends, askedFor } = await play(supervised(rules[one], rules[other]), [callTo('drop')]);

    const expected = order[Math.max(order.indexOf(one), order.indexOf(other))] ?? 'allow';
    expect([...ends, ...askedFor.map(() => 'asked')]).toEqual([what[expected]]);
  });

  it('C85 uses the strictest of several capabilities', async () => {
    const one = await play(supervised(allow('net.*')), [callTo('send')]);
    const none = await play(supervised(allow('fs.*')), [callTo('send')]);
    const no = await play(supervised(allow('*'), deny('net.egress', 'Offline.')), [callTo('send')]);

    expect(one.done).toEqual(['send /a approved']);
    expect(none.asked).toMatchObject([{ capabilities: ['fs.read', 'net.egress'], asksFor: ['net.egress'] }]);
    expect(no.ends).toEqual(['send denied']);
  });

  it('C85 that allows counts as approval: toolCallApproved is true, and requiresApproval is not called', async () => {
    const { done, events, decisions } = await play(supervised(allow('fs.delete')), [callTo('drop')]);

    expect(done).toEqual(['drop /a approved']);
    expect(ofType(events, 'tool-start')).toMatchObject([{ approved: true }]);
    expect(decisions).toMatchObject([
      {
        toolName: 'drop',
        toolCallId: 'call-1',
        effect: 'allow',
        reason: "Policy 'supervised' allows fs.delete.",
        by: { type: 'rule', policy: 'supervised', rule: 'fs.delete' },
        capabilities: ['fs.delete'],
      },
    ]);
  });

  it('C85 matches exceptions, input globs and capabilities', async () => {
    const policy = supervised(
      allow({ capability: 'fs.write:/drafts/**', except: { input: { path: '**/.env' } } }),
      deny({ tool: 'note', input: { path: '/secrets/**' } }, 'Those are secrets.'),
    );
    const paths = ['/drafts/a', '/drafts/../b', '/drafts/c/.ENV', '/DRAFTS/d'];

    const written = await play(
      policy,
      paths.map((at) => callTo('write', at)),
    );
    const noted = await play(policy, [callTo('note', '/Secrets/x'), callTo('note', '/x')]);

    expect(written.done).toEqual(['write /drafts/a approved']);
    expect(written.asked.map(({ input }) => (input as { path: string }).path)).toEqual(paths.slice(1));
    expect(noted.ends).toEqual(['note denied', 'note returned']);
  });

  it('C85 matches the annotations of an MCP server', async () => {
    const policy = supervised(allow('*'), ask({ annotations: { destructiveHint: true } }));

    expect((await play(policy, everyCall)).askedFor).toEqual(['guarded', 'send']);
  });

  it('C85 ends the calls that it denies or blocks, and the model reads why', async () => {
    const policy = supervised(deny({ tool: 'note' }, 'Work offline, please.'), block('fs.write', 'Read only.'));

    const { ends, done, model, decisions } = await play(policy, [callTo('note'), callTo('write')]);

    expect([ends, done]).toEqual([['note denied', 'write blocked'], []]);
    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toEqual([
      { type: 'execution-denied', reason: 'Work offline, please.' },
      { type: 'execution-denied', reason: 'Not allowed: Read only.' },
    ]);
    expect(decisions.map(({ effect, toolCallId }) => [effect, toolCallId])).toEqual([
      ['deny', 'call-1'],
      ['block', 'call-2'],
    ]);
  });

  it.each<readonly [string, Policy['decide']]>([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    ['rejects', () => Promise.reject(new Error('boom'))],
    ['says nothing', () => undefined as never],
    ['says what is no decision', () => ({ effect: 'approve', reason: '' }) as never],
  ])('C85 of the app’s own that %s requires approval', async (_, decide) => {
    const { askedFor, asked, done } = await play({ name: 'mine', decide }, [callTo('note')]);

    expect([askedFor, done]).toEqual([['note'], []]);
    expect(asked[0]?.reason).toMatch(/^Policy 'mine' failed \(.+\)\.$/);
  });

  it('C85 of the app’s own may be an object of a class', async () => {
    class Refusing implements Policy {
      readonly name = 'mine';
      readonly #reason = 'Not here.';
      decide() {
        return { effect: 'block', reason: '', message: this.#reason } as const;
      }
    }

    const { asked, done, model } = await play(new Refusing(), [callTo('note')]);

    expect([asked, done]).toEqual([[], []]);
    expect(JSON.stringify(lastResults(model.requests[1]?.prompt))).toContain('Not here.');
  });

  it('C85 of the app’s own works for the agent and for a run, as a plain object', async () => {
    const plain: Policy = { name: 'plain', decide: () => ({ effect: 'block', reason: '', message: 'Not here.' }) };
    const execute = vi.fn();
    const tools = { note: tool({ inputSchema: z.object({}), execute }) };
    const ofAgent = agentWith(tools, [{ calls: [{ toolName: 'note', input: {} }] }, 'ok'], { policy: plain });
    const ofRun = agentWith(tools, [{ calls: [{ toolName: 'note', input: {} }] }, 'ok']);

    await ofAgent.agent.run('go').outcome;
    await ofRun.agent.run('go', { policy: plain }).outcome;

    expect(execute).not.toHaveBeenCalled();
    for (const { model } of [ofAgent, ofRun]) {
      expect(JSON.stringify(lastResults(model.requests[1]?.prompt))).toContain('Not here.');
    }
  });

  it.each<readonly [PolicyPreset, number]>([
    ['supervised', 1],
    ['autonomous', 1],
    ['approveAll', 0],
  ])(
    'C85 requires approval if a tool fails to declare its access (%s), unless everything is allowed',
    async (preset, asked) => {
      const act = tool({
        inputSchema: z.object({}),
        capabilities: () => {
          throw new Error('boom');
        },
        execute: () => 'ran',
      });
      const { agent } = agentWith({ act }, [{ calls: [{ toolName: 'act' }] }, 'ok'], {
        policy: createPolicy({ preset }),
      });
      const run = agent.run('go');

      const outcome = await run.outcome;

      expect(isDeferred(outcome) ? outcome.requests.approvals : []).toHaveLength(asked);
      const codes = ofType(await eventsOf(run), 'warning').map(({ code }) => code);
      expect(new Set(codes)).toEqual(new Set(['capabilities-threw']));
    },
  );

  it.each<[string, unknown]>([
    ['a text', 'secrets.access'],
    ['null', null],
    ['a list with something else in it', ['secrets.access', 7]],
    ['a set', new Set(['secrets.access'])],
    ['an object', { 0: 'secrets.access', length: 1 }],
    ['a text, later', () => 'secrets.access'],
    ['a list with a hole, later', () => new Array(1)],
  ])('C114 requires approval for capabilities that are not a list of strings, but %s', async (_, capabilities) => {
    const done: string[] = [];
    const odd = tool({
      inputSchema: z.object({}),
      capabilities: capabilities as readonly string[], // what plain JavaScript may do
      execute: () => void done.push('odd'),
    });
    const calls = [{ toolName: 'odd', input: {} }];
    const policy = createPolicy({ preset: 'approveAll', rules: [block('secrets.access', 'Never.')] });
    const { agent } = agentWith({ odd }, [{ calls }, 'ok'], { policy });
    const run = agent.run('go', { deferredToolHandler: null });

    const outcome = await run.outcome;

    expect(done).toEqual([]);
    expect(isDeferred(outcome) && outcome.requests.approvals).toMatchObject([
      { toolName: 'odd', capabilities: ['unknown'] },
    ]);
    expect(ofType(await eventsOf(run), 'warning')).toMatchObject([{ code: 'capabilities-threw' }]);
  });

  it('C85 of the run replaces the agent’s; null means no policy', async () => {
    const agent = { policy: createPolicy({ preset: 'rejectAll' }) };
    const under = async (policy: Policy | null | undefined) =>
      (await play(undefined, [callTo('write')], { agent, ...(policy === undefined ? {} : { policy }) })).ends;

    expect(await under(undefined)).toEqual(['write denied']);
    expect(await under(createPolicy({ preset: 'approveAll' }))).toEqual(['write returned']);
    expect(await under(null)).toEqual(['write returned']);
    expect((await play(undefined, [callTo('write')], { agent, policy: null })).decisions).toEqual([]);
  });
});

describe('a rule that rewrites', () => {
  const into = (at: unknown) => () => ({ path: at }) as never;

  it('C85 does so before the call is shown or executed, and the new input is decided about again', async () => {
    const policy = supervised(
      allow('fs.write:/a', { rewrite: into('/secrets/a') }),
      allow('fs.write:/b', { rewrite: into('/c') }),
      allow('fs.write:/c'),
      deny('fs.write:/d', 'No.', { rewrite: into('/c') }),
    );

    const { done, asked, decisions } = await play(
      policy,
      ['/a', '/b', '/d'].map((at) => callTo('write', at)),
    );

    expect(done).toEqual(['write /c approved', 'write /c approved']);
    expect(asked).toMatchObject([{ toolCallId: 'call-1', input: { path: '/secrets/a' } }]);
    expect(asked[0]?.capabilities).toEqual(['fs.write:/secrets/a']);
    expect(decisions.map(({ effect, input }) => [effect, input])).toEqual([
      ['ask', { path: '/secrets/a' }],
      ['allow', { path: '/c' }],
      ['allow', { path: '/c' }],
    ]);
  });

  it.each<readonly [string, () => never, RegExp]>([
    ['breaks the schema', into(7), /path/],
    ['is no JSON', into(() => 1), /function/],
    [
      'throws',
      () => {
        throw new Error('boom');
      },
      /boom/,
    ],
  ])('C85 so that its input %s fails the run with an explanation (≠ the original runs)', async (_, rewrite, words) => {
    const { outcome, done } = await play(supervised(allow({ tool: 'note' }, { rewrite })), [callTo('note')]);

    expect(errorOf(outcome)).toMatchObject({ name: 'UserError' });
    expect(errorOf(outcome).message).toMatch(words);
    expect(done).toEqual([]);
  });

  it('C85 also does so for a resumed run: the shown input is executed', async () => {
    const policy = supervised(ask({ tool: 'note' }, { rewrite: into('/safe') }));
    const { done, tools } = policyTools();
    const { agent } = agentWith(tools, [{ calls: [callTo('note')] }, 'ok'], { policy });
    const first = await agent.run('go').outcome;
    const requests = (isDeferred(first) && first.requests) || ({} as DeferredToolRequests);

    const deferredToolResults = buildResults(requests, { defer: ['call-1'] });
    const parked = await agent.run(undefined, { messages: first.messages, deferredToolResults }).outcome;
    const yes = buildResults(requests, { approveAll: true });
    await agent.run(undefined, { messages: parked.messages, deferredToolResults: yes }).outcome;

    expect(requests.approvals).toMatchObject([{ input: { path: '/safe' } }]);
    expect(isDeferred(parked) && parked.requests.approvals).toMatchObject([{ input: { path: '/safe' } }]);
    expect(done).toEqual(['note /safe approved']);
  });
});

describe('a person’s approval', () => {
  it('C85 executes a call that a policy asks about, edited or not', async () => {
    const { done, outcome } = await play(supervised(), [callTo('write'), callTo('write')], {
      deferredToolHandler: (requests) =>
        buildResults(requests, {
          approvals: { 'call-1': true, 'call-2': toolApproved({ overrideArgs: { path: '/b' } }) },
        }),
    });

    expect(outcome.type).toBe('completed');
    expect(done).toEqual(['write /a approved', 'write /b approved']);
  });

  it('C85 of an edit does not cover the access that the call requested before the edit', async () => {
    const write = tool({
      inputSchema: z.object({ path: z.string() }),
      capabilities: (input) => [`fs.write:${input.path}`],
      execute: async (_, ctx) => await ctx.authorize('fs.write:/a'),
    });
    const { agent } = agentWith({ write }, [{ calls: [callTo('write')] }, 'ok'], { policy: supervised() });
    const asked: unknown[] = [];

    await agent.run('go', {
      deferredToolHandler: (requests) => {
        asked.push(requests.approvals.map(({ input, asksFor }) => [input, asksFor]));
        const edit = toolApproved({ overrideArgs: { path: '/b' } });
        return asked.length > 1 ? null : buildResults(requests, { approvals: { 'call-1': edit } });
      },
    }).outcome;

    expect(asked).toEqual([[[{ path: '/a' }, ['fs.write:/a']]], [[{ path: '/b' }, ['fs.write:/a']]]]);
  });

  it.each([
    ['blocked', block('fs.write:/secrets/**', 'Secrets stay.'), 'Not allowed: Secrets stay.'],
    ['denied', deny('fs.write:/secrets/**', 'Please no secrets.'), 'Please no secrets.'],
  ])('C85 cannot edit a call into one that is %s: the card says why, and stays open', async (_, rule, words) => {
    const { done, tools } = policyTools();
    const { agent } = agentWith(tools, [{ calls: [callTo('write')] }, 'ok'], { policy: supervised(rule) });
    const conversation = converse(agent);
    conversation.start('go');
    await until(conversation, ({ pending }) => pending.length > 0);

    const refused = await conversation.decide('call-1', toolApproved({ overrideArgs: { path: '/SECRETS/x' } }));
    await conversation.decide('call-1', true);
    await until(conversation, ({ status }) => status === 'idle');

    expect(JSON.stringify(refused)).toContain(words);
    expect(done).toEqual(['write /a approved']);
  });

  it('C85 by a handler of a blocked call is an error, and nothing runs', async () => {
    const { outcome, done } = await play(supervised(block('fs.write:/b', 'Never.')), [callTo('write')], {
      deferredToolHandler: (requests) =>
        buildResults(requests, { approvals: { 'call-1': toolApproved({ overrideArgs: { path: '/b' } }) } }),
    });

    expect(errorOf(outcome)).toMatchObject({ code: 'invalid-answer', message: expect.stringContaining('Never.') });
    expect(done).toEqual([]);
  });

  it.each([
    ['by what it touches', block('fs.write:/a', 'Not any more.'), 'blocked'],
    ['by its tool, which is hidden now', block({ tool: 'write' }, 'Not any more.'), 'blocked'],
    ['by a denial', deny('fs.write', 'Not any more.'), 'denied'],
  ])('C85 from earlier does not run a call that is now forbidden, %s', async (_, rule, status) => {
    const first = await play(supervised(), [callTo('write')]);
    const requests = (isDeferred(first.outcome) && first.outcome.requests) || ({} as DeferredToolRequests);
    const { done, tools } = policyTools();
    const { agent, model } = agentWith(tools, ['ok'], { policy: supervised(rule) });

    const run = agent.run(undefined, {
      messages: first.outcome.messages,
      deferredToolResults: buildResults(requests, { approveAll: true }),
    });
    await run.outcome;
    const events = await eventsOf(run);

    expect(done).toEqual([]);
    expect(ofType(events, 'tool-end')).toMatchObject([{ end: { status, message: 'Not any more.' } }]);
    expect(ofType(events, 'policy-decision').filter(({ toolCallId }) => toolCallId !== undefined)).toHaveLength(1);
    expect(JSON.stringify(lastResults(model.requests[0]?.prompt))).toContain('Not any more.');
  });
});

describe('a sub-agent', () => {
  /** An agent `lead` whose tool `help` is the agent `helper`, which writes. */
  function nested(outer: Policy | undefined, inner: Policy | undefined, call = callTo('write')) {
    const { done, tools } = policyTools();
    const models = {
      outer: scriptedModel([{ calls: [{ toolName: 'help', input: {} }] }, 'All told.']),
      inner: scriptedModel([{ calls: [call] }, 'Helped.']),
    };
    const helper = createAgent({ model: models.inner, name: 'helper', tools, ...(inner && { policy: inner }) });
    const help = agentTool(helper, { description: 'Helps', inputSchema: z.object({}), prompt: () => 'help' });
    const lead = createAgent({ model: models.outer, name: 'lead', tools: { help }, ...(outer && { policy: outer }) });
    return { lead, done, models };
  }

  it('C85 may not do what the outer policy forbids, even if its own policy allows it', async () => {
    const { lead, done, models } = nested(
      supervised(block('fs.write:/a', 'Not here.')),
      createPolicy({ preset: 'approveAll' }),
    );

    await lead.run('go').outcome;

    expect(done).toEqual([]);
    expect(JSON.stringify(lastResults(models.inner.requests[1]?.prompt))).toContain('Not allowed: Not here.');
  });

  it('C85 requires approval by its own policy, even if the outer policy allows the call; both know the path', async () => {
    const isInside = allow({ capability: 'fs.write', agent: 'lead/helper' });
    const { lead, done } = nested(createPolicy({ preset: 'approveAll' }), supervised(ask({ agent: 'lead/*' })));
    const allowed = nested(supervised(isInside), supervised(isInside));
    const people = controllableHandler();
    const run = lead.run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    expect(done).toEqual([]);
    expect(batch.requests.approvals).toMatchObject([{ toolName: 'write', reason: expect.stringContaining('lead/*') }]);
    batch.answer({ approveAll: true });
    await run.outcome;
    await allowed.lead.run('go', { deferredToolHandler: null }).outcome;

    expect(done).toEqual(['write /a approved']);
    expect(allowed.done).toEqual(['write /a approved']);
  });

  it.each<[string, Policy | undefined]>([
    ['no policy', undefined],
    ['one that speaks of something else', supervised(allow('net.egress'))],
  ])(
    'C111 is not approved by the outer policy: its tools’ declarations decide, with %s of its own',
    async (_, inner) => {
      const guarded = nested(createPolicy({ preset: 'approveAll' }), inner, callTo('guarded'));
      const asked: string[] = [];
      const run = guarded.lead.run('go', {
        deferredToolHandler: (requests) => {
          asked.push(...requests.approvals.map(({ toolName }) => toolName));
          return buildResults(requests, {
            approvals: Object.fromEntries(requests.approvals.map(({ toolCallId }) => [toolCallId, toolDenied('No.')])),
          });
        },
      });

      await run.outcome;

      expect([asked, guarded.done]).toEqual([['guarded'], []]);
      expect(ofType(await eventsOf(run), 'policy-decision').filter(({ effect }) => effect === 'allow')).toMatchObject([
        { toolName: 'help' },
      ]);
    },
  );

  it('C111 is not approved by a policy two levels outside, nor is a permission that its tool requests while it runs', async () => {
    const done: string[] = [];
    const inputSchema = z.object({});
    const outgoing = tool({
      inputSchema,
      execute: async (_, ctx) => {
        await ctx.authorize('net.egress:a.example');
        done.push('sent');
        return 'sent';
      },
    });
    const prompt = () => 'help';
    const once = (toolName: string) => scriptedModel([{ calls: [{ toolName, input: {} }] }, 'ok']);
    const worker = createAgent({ model: once('outgoing'), name: 'worker', tools: { outgoing } });
    const work = agentTool(worker, { description: 'Works', inputSchema, prompt });
    const middle = createAgent({ model: once('work'), name: 'middle', tools: { work } });
    const help = agentTool(middle, { description: 'Helps', inputSchema, prompt });
    const policy = supervised(allow('net.*'), allow({ tool: '*' }));
    const lead = createAgent({ model: once('help'), name: 'lead', tools: { help }, policy });
    const asked: DeferredToolRequests[] = [];

    const outcome = await lead.run('go', {
      deferredToolHandler: (requests) => {
        asked.push(requests);
        return buildResults(requests, { approveAll: true });
      },
    }).outcome;

    expect(outcome.type).toBe('completed');
    expect(asked.flatMap(({ approvals }) => approvals.map(({ asksFor }) => asksFor))).toEqual([
      ['net.egress:a.example'],
    ]);
    expect(done).toEqual(['sent']);
  });

  it('C85 requires approval by the outer policy if it has none of its own', async () => {
    const { lead, done } = nested(supervised(), undefined);

    const outcome = await lead.run('go', {
      deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }),
    }).outcome;

    expect([outcome.type, done]).toEqual(['completed', ['write /a approved']]);
    expect(errorOf(await nested(supervised(), undefined).lead.run('go').outcome).code).toBe('nested-deferral');
  });
});
