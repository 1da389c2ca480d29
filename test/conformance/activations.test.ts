import {
  type AgentRun,
  ApprovalRequired,
  agentTool,
  allow,
  ask,
  block,
  buildResults,
  createAgent,
  createGrants,
  createPolicy,
  isDeferred,
  type Policy,
  type Reconciled,
  type RunEvent,
  type RunOptions,
  type RunOutcome,
  type ToolDefinition,
  tool,
  toolReturn,
} from 'countersign/core';
import { type MemoryJournal, memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stepKind } from '../support/step-keys.js';
import { eventsOf, ofType } from './support.js';

const inputSchema = z.object({});
const runId = 'run';
const one = { calls: [{ toolName: 'act', toolCallId: 'a' }] };

/** Something to wait for. */
function gate() {
  let reach: () => void = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reach: () => reach(), reached };
}

type About = Partial<ToolDefinition<object, unknown, unknown>>;

/** A life of a run with one call of `act`. Each life has a model of its own: what it already said is in the journal. */
function begin(journal: MemoryJournal, about: About, options: Partial<RunOptions> & { readonly says?: number } = {}) {
  const { says = 0, ...rest } = options;
  const model = scriptedModel([one, 'Done.'].slice(says));
  const act = tool({ inputSchema, execute: () => 'did it', ...about });
  const run = createAgent({ model, tools: { act } }).run('go', { runId, journal, ...rest });
  return { run, model };
}

/** A journal as a life left it that ended while the body of `act` worked. */
async function crashedInBody(about: About = {}): Promise<MemoryJournal> {
  const journal = memoryJournal();
  const body = gate();
  const execute = (): Promise<never> => {
    body.reach();
    return new Promise(() => {});
  };
  const { run } = begin(journal, { ...about, execute });
  await body.reached;
  run.suspend?.();
  await run.outcome;
  return memoryJournal({ written: journal.writes });
}

const endOf = (events: readonly RunEvent[]): unknown => ofType(events, 'tool-end').map(({ end }) => end)[0];

describe('a suspended activation', () => {
  it('C185 ends silently, and the next one requests the same batch again, with its id', async () => {
    const journal = memoryJournal();
    const effects: string[] = [];
    const about = { requiresApproval: true, execute: () => void effects.push('act') };
    const batches: string[] = [];
    const asked = gate();
    const first = begin(journal, about, {
      ask: ({ batchId }) => {
        batches.push(batchId);
        asked.reach();
        return new Promise(() => {});
      },
    });
    await asked.reached;

    first.run.suspend?.();
    const left = await first.run.outcome;
    const told = await eventsOf(first.run);
    const second = begin(journal, about, {
      says: 1,
      ask: async ({ batchId, requests }) => {
        batches.push(batchId);
        return buildResults(requests, { approveAll: true });
      },
    });

    expect(left.type).toBe('suspended');
    expect(told.at(-1)?.type).toBe('approval-requested');
    expect(await second.run.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(batches).toEqual(['run~batch.1.1', 'run~batch.1.1']);
    expect(effects).toEqual(['act']);
    const keys = new Set((await eventsOf(second.run)).map(({ key }) => key));
    expect(told.every(({ key, type }) => type.endsWith('-delta') || keys.has(key))).toBe(true);
  });

  it('C185 gives a handler the time from which its deadlines count: when its batch was first requested', async () => {
    const journal = memoryJournal();
    const hour = 3_600_000;
    const deadlines: unknown[] = [];
    const live = async (now: number): Promise<void> => {
      const asked = gate();
      const act = tool({ inputSchema, requiresApproval: true });
      const model = scriptedModel(deadlines.length === 0 ? [one] : []);
      const agent = createAgent({ model, tools: { act }, environment: { now: () => now } });
      const { suspend, outcome } = agent.run('go', {
        ...{ runId, journal },
        deferredToolHandler: async (requests, ctx) => {
          void ctx.ask(requests, { expiresAt: ctx.askedAt + hour });
          return await ctx.ask(requests, { expiresAt: ctx.askedAt + 2 * hour });
        },
        ask: ({ expiresAt }) => {
          deadlines.push(expiresAt);
          if (deadlines.length % 2 === 0) asked.reach();
          return new Promise(() => {});
        },
      });
      await asked.reached;
      suspend?.();
      await outcome;
    };

    await live(1_000);
    await live(9_000);

    expect(deadlines).toEqual([1_000 + hour, 1_000 + 2 * hour, 1_000 + hour, 1_000 + 2 * hour]);
  });

  it('C185 needs a journal, because nothing could continue the run without one', () => {
    const run = createAgent({ model: scriptedModel(['Done.']) }).run('go');

    expect(run.suspend).toBeUndefined();
  });
});

describe('an effect whose end was not persisted', () => {
  it('C186 is requested from people, and not run again', async () => {
    const journal = await crashedInBody();
    let ran = 0;

    const { run } = begin(journal, { execute: () => ran++ }, { says: 1, deferredToolHandler: null });

    const { requests } = (await run.outcome) as Extract<RunOutcome, { type: 'deferred' }>;
    expect(requests.calls).toMatchObject([{ toolCallId: 'a', interrupted: {} }]);
    expect(endOf(await eventsOf(run))).toBeUndefined();
    expect(ran).toBe(0);
  });

  it('C186 runs again with the same key if its tool is idempotent', async () => {
    const keys: string[] = [];
    const journal = await crashedInBody({ idempotent: true });

    const { run } = begin(
      journal,
      { idempotent: true, execute: (_, ctx) => void keys.push(ctx.idempotencyKey) },
      { says: 1 },
    );

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect(keys).toEqual(['run~tool.a.1']);
  });

  const found: readonly (readonly [Reconciled, object, number])[] = [
    [{ status: 'returned', value: 'was done' }, { status: 'returned', value: 'was done' }, 0],
    [{ status: 'failed', message: 'no money' }, { status: 'failed', message: 'no money' }, 0],
    [{ status: 'not-run' }, { status: 'returned', value: 'did it' }, 1],
  ];
  it.each(found)('C186 ends as its tool reports: %j', async (reconciled, end, times) => {
    const journal = await crashedInBody();
    let ran = 0;
    let asked = '';
    const reconcile: About['reconcile'] = (_, ctx) => {
      asked = ctx.idempotencyKey;
      return reconciled;
    };
    const execute = (): string => {
      ran += 1;
      return 'did it';
    };

    const { run } = begin(journal, { reconcile, execute }, { says: 1 });

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect(endOf(await eventsOf(run))).toEqual(end);
    expect(ran).toBe(times);
    expect(asked).toBe('run~tool.a.1');
  });

  it.each<[string, NonNullable<About['reconcile']>]>([
    ['does not know', () => ({ status: 'unknown' })],
    ['cannot find out', () => Promise.reject(new Error('offline'))],
  ])('C186 is requested from people if its tool %s', async (why, reconcile) => {
    const journal = await crashedInBody();

    const { run } = begin(journal, { reconcile }, { says: 1, deferredToolHandler: null });
    const events = await eventsOf(run);

    expect(ofType(events, 'external-requested')).toMatchObject([{ call: { toolCallId: 'a', interrupted: {} } }]);
    expect(ofType(events, 'warning').map(({ message }) => message)).toEqual(
      why === 'does not know' ? [] : [expect.stringMatching(/reconcile of tool 'act' threw \(offline\)/)],
    );
  });
});

describe('a changed policy', () => {
  const policyOf = (rule: ReturnType<typeof allow>): Policy => createPolicy({ rules: [rule] });
  const anything = { tool: 'act' };

  /** A journal as a life left it that ended between the plan and the body. */
  async function planned(policy: Policy): Promise<MemoryJournal> {
    const journal = memoryJournal({
      onWrite: ({ key }) => (stepKind(key) === 'tool' ? new Promise(() => {}) : undefined),
    });
    const { run } = begin(
      journal,
      {},
      { policy, deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }) },
    );
    for await (const { type } of run) if (type === 'policy-decision') break;
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    run.suspend?.();
    await run.outcome;
    return memoryJournal({ written: journal.writes });
  }

  it('C187 requests no new approvals', async () => {
    const journal = await planned(policyOf(allow(anything)));

    const { run } = begin(journal, {}, { says: 1, policy: policyOf(ask(anything)), deferredToolHandler: null });

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect(endOf(await eventsOf(run))).toEqual({ status: 'returned', value: 'did it' });
  });

  it('C187 permanently prevents calls that have not started', async () => {
    const journal = await planned(policyOf(allow(anything)));
    const refusing = policyOf(block(anything, 'Not any more.'));
    let ran = 0;

    const { run } = begin(journal, { execute: () => ran++ }, { says: 1, policy: refusing });
    const blocked = endOf(await eventsOf(run));
    const third = begin(journal, { execute: () => ran++ }, { says: 2, policy: null });

    expect(blocked).toEqual({ status: 'blocked', message: 'Not any more.' });
    expect(endOf(await eventsOf(third.run))).toEqual(blocked);
    expect(ran).toBe(0);
  });

  it('C187 does not change calls that have run', async () => {
    const journal = memoryJournal();
    await begin(journal, {}, { policy: policyOf(allow(anything)) }).run.outcome;

    const { run } = begin(journal, {}, { says: 2, policy: policyOf(block(anything, 'No.')) });

    expect(endOf(await eventsOf(run))).toEqual({ status: 'returned', value: 'did it' });
  });
});

describe('a grant', () => {
  const ofAct = {
    effect: 'allow',
    remember: { scope: 'tool', for: 'session' },
    call: {
      toolName: 'act',
      toolCallId: 'x',
      runId: 'x',
      input: {},
      agentPath: ['lead'],
      agents: ['lead'],
      annotations: {},
      capabilities: [],
    },
  } as const;
  const policy = createPolicy({ rules: [ask({ tool: 'act' })] });

  it.each([
    [false, ['act']],
    [true, []],
  ])(
    'C187 lets a planned call run in a later activation only while it exists (revoked: %s)',
    async (isTakenBack, expected) => {
      const grants = createGrants();
      const { id } = await grants.add(ofAct);
      const ran: string[] = [];
      const life = (journal: MemoryJournal, says: number) => {
        const act = tool({ inputSchema, execute: () => void ran.push('act') });
        const model = scriptedModel([one, 'Done.'].slice(says));
        const agent = createAgent({ name: 'lead', model, tools: { act } });
        return agent.run('go', { runId, journal, grants, policy, deferredToolHandler: null });
      };
      const reached = gate();
      const journal = memoryJournal({
        onWrite: ({ key }) => {
          if (stepKind(key) !== 'tool') return;
          reached.reach();
          return new Promise<never>(() => {});
        },
      });
      const first = life(journal, 0);
      await reached.reached;
      first.suspend?.();
      await first.outcome;
      if (isTakenBack) grants.revoke(id);

      const { type } = await life(memoryJournal({ written: journal.writes }), 1).outcome;

      expect(ran).toEqual(expected);
      expect(type).toBe(isTakenBack ? 'deferred' : 'completed');
    },
  );

  it('C88 lets a call that deferred while it ran continue before the calls that wait for it', async () => {
    const grants = createGrants();
    await grants.add(ofAct);
    const ran: string[] = [];
    const act = tool({
      inputSchema,
      execute: (_, { toolCallApproved }) => {
        if (!toolCallApproved) throw new ApprovalRequired();
        ran.push('act');
      },
    });
    const after = tool({ inputSchema, sequential: true, execute: () => void ran.push('after') });
    const calls = ['act', 'after'].map((toolName) => ({ toolName }));
    const policies = createPolicy({ rules: [ask({ tool: 'none' }, { reason: 'Never.' })] });
    const agent = createAgent({ name: 'lead', model: scriptedModel([{ calls }, 'Done.']), tools: { act, after } });

    await agent.run('go', { grants, policy: policies }).outcome;

    expect(ran).toEqual(['act', 'after']);
  });
});

describe('a journal', () => {
  it('C188 with another scheme of keys is rejected, and nothing runs', async () => {
    const journal = memoryJournal({ written: [{ type: 'end', key: 'scheme:run', value: { value: 0, events: [] } }] });
    const { run, model } = begin(journal, {});

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'journal-scheme' } });
    expect(model.requests).toEqual([]);
  });

  it('C188 keeps the parts of a result beside its value, and the model reads the same in each activation', async () => {
    const journal = memoryJournal();
    const execute = () =>
      toolReturn('a chart', { content: [{ type: 'file', data: 'AQID', mediaType: 'image/png' }], metadata: { n: 1 } });
    const messagesOf = async (says: number): Promise<RunOutcome['messages']> =>
      (await begin(journal, { execute }, { says }).run.outcome).messages;

    expect(JSON.stringify(await messagesOf(0))).toBe(JSON.stringify(await messagesOf(2)));
    expect(JSON.stringify(await messagesOf(2))).toContain('AQID');
  });

  it('C188 first emits that an interrupted response is void', async () => {
    const written = [{ type: 'begin' as const, key: 'run~model.1' }];

    const { run } = begin(memoryJournal({ written }), {});

    const types = (await eventsOf(run)).map(({ type }) => type);
    expect(types.slice(0, 4)).toEqual(['run-start', 'step-start', 'model-retry', 'tool-input-start']);
  });

  it('C188 names the call even if its tool no longer exists', async () => {
    const journal = memoryJournal();
    const first = await begin(journal, {}).run.outcome;

    const later = await createAgent({ model: scriptedModel([]) }).run('go', { runId, journal }).outcome;

    expect(later).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(later.messages).toEqual(first.messages);
  });
});

/** Begins a life of a run, and ends it once people are asked. */
async function leaveAtQuestion(begin: (options: Pick<RunOptions, 'ask'>) => AgentRun<string>): Promise<void> {
  const asked = gate();
  const run = begin({
    ask: () => {
      asked.reach();
      return new Promise(() => {});
    },
  });
  await asked.reached;
  run.suspend?.();
  await run.outcome;
}

describe('a changed tool', () => {
  it('C188 never lets a call run with the decision about another call', async () => {
    const ran: unknown[] = [];
    const schema = z.object({ path: z.string() });
    const execute = ({ path }: { path: string }): void => void ran.push(path);
    const calls = ['a', 'b'].map((path) => ({ toolName: path, toolCallId: path, input: { path } }));
    const journal = memoryJournal();
    const life = (sequential: boolean, says: number, options: Partial<RunOptions>) => {
      const a = tool({ inputSchema: schema, sequential, requiresApproval: true, execute });
      const b = tool({ inputSchema: schema, sequential, execute });
      const model = scriptedModel([{ calls }, 'Done.'].slice(says));
      return createAgent({ model, tools: { a, b } }).run('go', { runId, journal, ...options });
    };
    await leaveAtQuestion((options) => life(true, 0, options));

    const second = life(false, 1, {
      deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }),
    });

    expect(await second.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(ran).toEqual(['b', 'a']);
  });

  it('C188 ends the run if a persisted plan has other calls than requested', async () => {
    const journal = memoryJournal();
    await begin(journal, {}).run.outcome;
    const written = journal.writes.map((write) =>
      stepKind(write.key) === 'plan'
        ? { ...write, value: JSON.parse(JSON.stringify(write.value).replace('"ids":["a"]', '"ids":["b"]')) }
        : write,
    );

    const { run } = begin(memoryJournal({ written }), {}, { says: 2 });

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'journal-mismatch' } });
  });

  it('C188 does not end a call again by a schema that reads the clock', async () => {
    let isPast = false;
    const schema = z.object({}).refine(() => !isPast, 'It is too late.');
    const calls = ['ask', 'act'].map((toolName) => ({ toolName, toolCallId: toolName }));
    const ran: string[] = [];
    const life = (journal: MemoryJournal, says: number, options: Partial<RunOptions>) => {
      const ask = tool({ inputSchema: schema, requiresApproval: true, execute: () => void ran.push('ask') });
      const act = tool({ inputSchema, execute: () => void ran.push('act') });
      const model = scriptedModel([{ calls }, 'Done.'].slice(says));
      return createAgent({ model, tools: { ask, act } }).run('go', { runId, journal, ...options });
    };
    const journal = memoryJournal();
    await leaveAtQuestion((options) => life(journal, 0, options));
    isPast = true;

    const second = life(journal, 1, {
      deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }),
    });

    const ends = ofType(await eventsOf(second), 'tool-end');
    expect(await second.outcome).toMatchObject({ type: 'completed' });
    expect(ran).toEqual(['act']);
    expect(ends.map(({ toolCallId, end }) => [toolCallId, end.status])).toEqual([
      ['act', 'returned'],
      ['ask', 'retry'],
    ]);
  });
});

describe('a call within a sub-agent', () => {
  it('C72 can be parked with a journal, and is answered in a later activation', async () => {
    const effects: string[] = [];
    const guarded = tool({ inputSchema, requiresApproval: true, execute: () => void effects.push('guarded') });
    const life = (written: MemoryJournal, says: number, options: Partial<RunOptions>) => {
      const inner = createAgent({
        name: 'inner',
        model: scriptedModel([{ calls: [{ toolName: 'guarded', toolCallId: 'x' }] }, 'Found.'].slice(says)),
        tools: { guarded },
      });
      const helper = agentTool(inner, { description: 'Helps', inputSchema, prompt: () => 'help' });
      const model = scriptedModel([{ calls: [{ toolName: 'helper', toolCallId: 'h' }] }, 'Done.'].slice(says));
      return createAgent({ model, tools: { helper } }).run('go', { runId, journal: written, ...options }).outcome;
    };
    const journal = memoryJournal();

    const parked = await life(journal, 0, {
      deferredToolHandler: ({ approvals }) =>
        buildResults({ approvals, calls: [], metadata: {} }, { defer: approvals.map(({ toolCallId }) => toolCallId) }),
    });
    if (!isDeferred(parked)) throw new Error(`The run is ${parked.type}.`);
    const deferredToolResults = buildResults(parked.requests, { approveAll: true });
    const done = await life(journal, 1, { deferredToolResults });

    expect(parked.requests.approvals.map(({ toolName }) => toolName)).toEqual(['guarded']);
    expect(done).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(effects).toEqual(['guarded']);
  });

  it('C187 keeps its effects, even if a policy now blocks its sub-agent', async () => {
    const effects: string[] = [];
    const journal = memoryJournal();
    const life = (says: number, policy: Policy | null, onSecond: () => unknown) => {
      const first = tool({ inputSchema, execute: () => void effects.push('first') });
      const second = tool({ inputSchema, sequential: true, idempotent: true, execute: onSecond });
      const turn = { calls: ['first', 'second'].map((toolName) => ({ toolName, toolCallId: toolName })) };
      const inner = createAgent({
        name: 'inner',
        model: scriptedModel([turn, 'Found.'].slice(says)),
        tools: { first, second },
      });
      const helper = agentTool(inner, { description: 'Helps', inputSchema, prompt: () => 'help' });
      const model = scriptedModel([{ calls: [{ toolName: 'helper', toolCallId: 'h' }] }, 'Done.'].slice(says));
      return createAgent({ model, tools: { helper } }).run('go', { runId, journal, policy });
    };
    const reached = gate();
    const crashed = life(0, null, () => {
      reached.reach();
      return new Promise(() => {});
    });
    await reached.reached;
    crashed.suspend?.();
    await crashed.outcome;

    const refusing = createPolicy({ rules: [block({ tool: 'helper' }, 'Not any more.')] });
    const later = life(1, refusing, () => void effects.push('second'));

    expect(await later.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(effects).toEqual(['first', 'second']);
  });
});
