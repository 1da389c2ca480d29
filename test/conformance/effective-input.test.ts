import {
  type AgentOptions,
  ApprovalRequired,
  allow,
  buildResults,
  CallDeferred,
  createGrants,
  createPolicy,
  type DeferredCall,
  type DeferredToolRequests,
  type DeferredToolResults,
  isDeferred,
  mergeResults,
  storeRun,
  type ToolMap,
  tool,
  toolApproved,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, converse, errorOf, eventsOf, lastResults, until } from './support.js';

const call = { calls: [{ toolName: 'act', input: { path: 'a' } }] };

/** A tool whose schema makes of its input what the test says, and which notes with what it ran. */
function acting(shape: z.core.$ZodLooseShape) {
  const ran: unknown[] = [];
  const inputSchema = z.object({ path: z.string(), ...shape });
  const act = tool({ inputSchema, requiresApproval: true, execute: (input) => void ran.push(input) });
  return { ran, act };
}

/** Plays one call of a tool, says yes to all that is asked, and gives what was shown. */
async function playYes(
  tools: ToolMap,
  between: (round: number) => void = () => {},
  options: Partial<AgentOptions<ToolMap>> = {},
) {
  const { agent, model } = agentWith<ToolMap>(tools, [call, 'ok'], options);
  const shown: DeferredCall[] = [];
  const run = agent.run('go', {
    deferredToolHandler: (requests, { round }) => {
      shown.push(...requests.approvals);
      between(round);
      return throughJson(buildResults(throughJson(requests), { approveAll: true }));
    },
  });
  return { shown, model, events: await eventsOf(run), outcome: await run.outcome };
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

function counting() {
  let count = 0;
  return () => ++count;
}

const made = (...path: readonly (string | number)[]) => ({ path, reason: 'made-when-run' });

describe('the effective input', () => {
  it('C2 is computed before describe, which may mutate its input, and before redact', async () => {
    const seen: unknown[] = [];
    const act = tool({
      inputSchema: z.object({ path: z.string(), mode: z.string().default('keep') }),
      requiresApproval: true,
      describe: (input) => {
        input.path = 'elsewhere';
        input.mode = 'destroy';
        return { title: 'Act' };
      },
      redact: (input) => {
        seen.push(input);
        return {};
      },
      execute: (input) => void seen.push(input),
    });

    const { shown } = await playYes({ act });

    expect(shown.map(({ effectiveInput }) => effectiveInput)).toEqual([{ path: 'a', mode: 'keep' }]);
    expect(seen).toEqual([
      { path: 'a', mode: 'keep' },
      { path: 'a', mode: 'keep' },
    ]);
  });

  it.each([
    ['an id', () => crypto.randomUUID()],
    ['a count', counting()],
  ])('C137 marks a default that is made when the call runs: %s', async (_, make) => {
    const { act, ran } = acting({ id: z.any().default(make), mode: z.string().default('keep') });

    const { shown, outcome } = await playYes({ act });

    expect(outcome.type).toBe('completed');
    expect(shown).toMatchObject([
      { effectiveInput: { path: 'a', id: null, mode: 'keep' }, unpredictablePaths: [made('id')] },
    ]);
    expect(ran).toMatchObject([{ path: 'a', mode: 'keep' }]);
    expect(ran).not.toMatchObject([{ id: null }]);
  });

  it('C137 marks members that come and go, and lists that change their length', async () => {
    const next = counting();
    const sometimes = z.any().transform(() => (next() === 1 ? { a: 1 } : { a: 1, b: 2 }));
    const growing = counting();
    const { act, ran } = acting({
      deep: z.object({ sometimes: sometimes.prefault(0) }).prefault({}),
      list: z
        .any()
        .transform(() => Array.from({ length: growing() }, () => 'x'))
        .prefault(0),
      same: z.array(z.object({ id: z.string().default(() => crypto.randomUUID()), n: z.number() })).default(() => []),
    });

    const { shown, outcome } = await playYes({ act });

    expect(outcome.type).toBe('completed');
    expect(shown).toHaveLength(1);
    expect(shown[0]?.unpredictablePaths).toEqual([made('deep', 'sometimes', 'b'), made('list')]);
    expect(ran).toHaveLength(1);
  });

  it('C41 C137 is requested again, once, if another input would run than was shown', async () => {
    let folder = '/home';
    const { act, ran } = acting({ path: z.string().transform((path) => `${folder}/${path}`) });

    const { shown, outcome } = await playYes({ act }, (round) => {
      if (round === 1) folder = '/etc';
    });

    expect(outcome.type).toBe('completed');
    expect(shown.map(({ effectiveInput }) => effectiveInput)).toEqual([{ path: '/home/a' }, { path: '/etc/a' }]);
    expect(shown.map(({ reason }) => reason)).toEqual([
      undefined,
      'The input that it would run with has changed since it was shown.',
    ]);
    expect(ran).toEqual([{ path: '/etc/a' }]);
  });

  it('C41 C137 is requested again if no "will run as" was shown and the input now differs', async () => {
    let suffix = '';
    const { act, ran } = acting({ path: z.string().transform((path) => path + suffix) });

    const { shown } = await playYes({ act }, () => {
      suffix = '.bak';
    });

    expect(shown.map(({ effectiveInput }) => effectiveInput)).toEqual([undefined, { path: 'a.bak' }]);
    expect(ran).toEqual([{ path: 'a.bak' }]);
  });

  it('C41 C137 fails the call when it changes again, and nothing has run', async () => {
    let state = 0;
    const { act, ran } = acting({ state: z.number().default(() => state) });
    const other = tool({ inputSchema: z.object({}), execute: () => 'done' });
    const calls = [...call.calls, { toolName: 'other', input: {} }];
    const { agent, model } = agentWith({ act, other }, [{ calls }, 'ok']);
    let asked = 0;

    const outcome = await agent.run('go', {
      deferredToolHandler: (requests) => {
        asked += 1;
        state += 1;
        return buildResults(requests, { approveAll: true });
      },
    }).outcome;

    expect([outcome.type, asked, ran]).toEqual(['completed', 2, []]);
    expect(JSON.stringify(lastResults(model.requests[1]?.prompt))).toMatch(
      /so it did not run.*depend on the input only/,
    );
  });

  it('C137 ends the run with that error if errors of tools do', async () => {
    let state = 0;
    const { act, ran } = acting({ state: z.number().default(() => state) });

    const { outcome } = await playYes({ act }, () => void state++, { toolErrors: 'throw' });

    expect(errorOf(outcome).code).toBe('runs-otherwise');
    expect(ran).toEqual([]);
  });

  it('C137 is requested again only for calls that run here, and leaves a call its second deferral', async () => {
    let folder = '/home';
    const path = z.string().transform((value) => `${folder}/${value}`);
    const act = tool({ inputSchema: z.object({ path }), outputSchema: z.string(), requiresApproval: true });
    const bodied = tool({
      inputSchema: z.object({ path }),
      execute: (_, ctx) => {
        if (!ctx.toolCallApproved) throw new ApprovalRequired({ metadata: { n: 1 } });
        throw new CallDeferred();
      },
    });
    const calls = ['act', 'bodied'].map((toolName) => ({ toolName, input: { path: 'a' } }));
    const { agent } = agentWith({ act, bodied }, [{ calls }, 'ok']);
    const kinds: string[] = [];

    const outcome = await agent.run('go', {
      deferredToolHandler: ({ approvals, calls: open, metadata }, { round }) => {
        kinds.push(`${approvals.map(({ toolName }) => toolName)} ${open.map(({ toolName }) => toolName)}`);
        if (round === 1) folder = '/etc';
        const results = { calls: Object.fromEntries(open.map(({ toolCallId }) => [toolCallId, 'x'])) };
        return buildResults({ approvals, calls: open, metadata }, { approveAll: true, ...results });
      },
    }).outcome;

    expect(outcome.type).toBe('completed');
    // Nothing runs here of what is done elsewhere: only the other is asked about again.
    expect(kinds).toEqual(['act,bodied ', 'bodied act', ' bodied']);
  });

  it('C137 waits for an asynchronous schema', async () => {
    const next = counting();
    const slow = z.object({ path: z.string() }).transform(async (input) => {
      await Promise.resolve();
      return { ...input, mode: 'keep', id: next() };
    });
    const ran: unknown[] = [];
    const act = tool({ inputSchema: slow, requiresApproval: true, execute: (input) => void ran.push(input) });

    const { shown } = await playYes({ act });

    expect(shown).toMatchObject([
      { effectiveInput: { path: 'a', mode: 'keep', id: null }, unpredictablePaths: [made('id')] },
    ]);
    expect(ran).toMatchObject([{ path: 'a', mode: 'keep' }]);
  });

  it.each([
    ['to run and to describe it', { capabilities: ['fs.read'], describe: () => ({ title: 'Act' }) }, 2],
    ['to look at it three times, to run and to describe it', { requiresApproval: true }, 5],
    [
      'and for its own functions',
      { requiresApproval: () => false, capabilities: () => [], argsValidator: () => {} },
      5,
    ],
  ])('C137 validates only as often as needed: %s', async (_, options, times) => {
    const next = counting();
    const inputSchema = z.object({ path: z.string() }).refine(() => next() > 0);
    const act = tool({ inputSchema, ...options, execute: () => 'done' });

    const { outcome } = await playYes({ act });

    expect(outcome.type).toBe('completed');
    expect(next() - 1).toBe(times);
  });
});

describe('a value that JSON cannot represent', () => {
  class Point {
    x = 1;
  }
  const loop: { self?: unknown } = {};
  loop.self = loop;
  const odd: readonly (readonly [
    string,
    { readonly value: unknown; readonly shown: unknown; readonly kind: string },
  ])[] = [
    ['a BigInt', { value: 9007199254740993n, shown: '9007199254740993', kind: 'bigint' }],
    ['Infinity', { value: Number.NEGATIVE_INFINITY, shown: '-Infinity', kind: 'number' }],
    ['NaN', { value: Number.NaN, shown: 'NaN', kind: 'number' }],
    ['a Set', { value: new Set(['a', { b: 1 }]), shown: ['a', { b: 1 }], kind: 'Set' }],
    ['a Map', { value: new Map([['a', 1]]), shown: [['a', 1]], kind: 'Map' }],
    ['bytes', { value: new Uint8Array([1, 2, 255]), shown: 'AQL/', kind: 'Uint8Array' }],
    ['an object of a class', { value: new Point(), shown: { x: 1 }, kind: 'Point' }],
    ['a pattern', { value: /a+/g, shown: '/a+/g', kind: 'RegExp' }],
    ['a date that is none', { value: new Date(Number.NaN), shown: 'Invalid Date', kind: 'Date' }],
    ['what holds itself', { value: loop, shown: { self: null }, kind: 'cycle' }],
  ];

  it.each(odd)('C138 is shown as far as possible, with its kind: %s', async (_, { value, shown, kind }) => {
    const { act, ran } = acting({
      extra: z
        .any()
        .transform(() => value)
        .prefault(0),
    });

    const played = await playYes({ act });

    expect(played.outcome.type).toBe('completed');
    const path = kind === 'cycle' ? ['extra', 'self'] : ['extra'];
    expect(played.shown).toMatchObject([
      { effectiveInput: { path: 'a', extra: shown }, unpredictablePaths: [{ path, reason: 'no-json', kind }] },
    ]);
    expect(ran).toEqual([{ path: 'a', extra: value }]);
  });

  it('C138 is not marked if JSON represents it: dates, addresses, unset members', async () => {
    const { act } = acting({
      at: z
        .any()
        .transform(() => new Date('2026-01-02'))
        .prefault(0),
      url: z
        .any()
        .transform(() => new URL('https://example.com/a'))
        .prefault(0),
      none: z
        .any()
        .transform(() => undefined)
        .prefault(0),
    });

    const { shown } = await playYes({ act });

    expect(shown[0]).toMatchObject({
      effectiveInput: { path: 'a', at: '2026-01-02T00:00:00.000Z', url: 'https://example.com/a' },
    });
    expect(shown[0]).not.toHaveProperty('unpredictablePaths');
  });

  it('C138 is also compared: another kind or content is requested again', async () => {
    let set: unknown = ['a'];
    const { act, ran } = acting({
      set: z
        .any()
        .transform(() => set)
        .prefault(0),
    });

    const { shown } = await playYes({ act }, (round) => {
      if (round === 1) set = new Set(['a']);
    });

    expect(shown.map(({ unpredictablePaths }) => unpredictablePaths)).toEqual([
      undefined,
      [{ path: ['set'], reason: 'no-json', kind: 'Set' }],
    ]);
    expect(ran).toHaveLength(1);
  });

  it('C138 makes neither the call nor the page fail, even if a member cannot be read', async () => {
    const { act, ran } = acting({
      extra: z
        .any()
        .transform(() => ({
          get wild() {
            throw new Error('no');
          },
        }))
        .prefault(0),
    });

    const { shown, outcome } = await playYes({ act });

    expect(outcome.type).toBe('completed');
    expect(shown[0]?.unpredictablePaths).toEqual([{ path: ['extra'], reason: 'no-json', kind: 'unreadable' }]);
    expect(ran).toHaveLength(1);
  });
});

describe('a call that nobody saw', () => {
  let state = 'a';
  const shifty = () => acting({ state: z.string().default(() => state) });
  const shift = (): void => {
    state += 'a';
  };

  it('C120 an edit executes its own input, not the one that was shown before', async () => {
    const { act, ran } = shifty();
    const { agent } = agentWith({ act }, [call, 'ok']);
    let asked = 0;

    const outcome = await agent.run('go', {
      deferredToolHandler: (requests) => {
        asked += 1;
        shift();
        return buildResults(requests, { approvals: { 'call-1': toolApproved({ overrideArgs: { path: 'b' } }) } });
      },
    }).outcome;

    expect([outcome.type, asked]).toEqual(['completed', 1]);
    expect(ran).toEqual([{ path: 'b', state }]);
  });

  it('C120 an edit that is requested again shows its own effective input', async () => {
    const inputSchema = z.object({ path: z.string().transform((path) => `/home/${path}`) });
    const act = tool({
      inputSchema,
      requiresApproval: true,
      execute: (_, ctx) => {
        if (ctx.toolCallMetadata === undefined) throw new ApprovalRequired();
        return 'done';
      },
    });
    const { agent } = agentWith({ act }, [call, 'ok']);
    const shown: unknown[] = [];

    await agent.run('go', {
      deferredToolHandler: (requests, { round }) => {
        shown.push(...requests.approvals.map(({ input, effectiveInput }) => ({ input, effectiveInput })));
        return buildResults(requests, {
          approvals: { 'call-1': round === 1 ? toolApproved({ overrideArgs: { path: 'b' } }) : true },
          metadata: round === 1 ? {} : { 'call-1': { seen: true } },
        });
      },
    }).outcome;

    expect(shown).toEqual([
      { input: { path: 'a' }, effectiveInput: { path: '/home/a' } },
      { input: { path: 'b' }, effectiveInput: { path: '/home/b' } },
    ]);
  });

  it('C120 is not requested again if a policy or a grant approved it', async () => {
    const never = () => {
      throw new Error('nobody is asked');
    };
    const { act, ran } = acting({
      state: z.string().default(() => {
        shift();
        return state;
      }),
    });
    const capable = { ...act, capabilities: ['fs.write'] };
    const first = agentWith({ act: capable }, [call, 'ok'], { policy: createPolicy({ rules: [allow('fs.write')] }) });
    const second = agentWith({ act: capable }, [call, call, 'ok']);
    const conversation = converse(second.agent, { grants: createGrants() });

    const allowed = await first.agent.run('go', { deferredToolHandler: never }).outcome;
    conversation.start('go');
    const { pending } = await until(conversation, (now) => now.pending.length > 0);
    const toolCallId = pending[0]?.items[0]?.call.toolCallId ?? '';
    await conversation.decide(toolCallId, true, { remember: { scope: 'tool', for: 'session' } });
    const { outcome: granted, events } = await until(conversation, ({ outcome }) => outcome !== null);

    const asked = [...events].filter(({ type }) => type === 'approval-requested').length;
    expect([allowed.type, granted?.type, asked, ran.length]).toEqual(['completed', 'completed', 1, 3]);
  });
});

describe('a call that is parked', () => {
  const results = (requests: DeferredToolRequests, answer: Parameters<typeof toolApproved>[0] | true = true) =>
    throughJson(
      buildResults(throughJson(requests), {
        approvals: { 'call-1': answer === true ? true : toolApproved(answer) },
      }),
    );

  /** Parks a call, lets something change, and gives what becomes of the answer. */
  async function resumed(
    shape: z.core.$ZodLooseShape,
    answer: (requests: DeferredToolRequests) => DeferredToolResults,
    change = () => {},
  ) {
    const { act, ran } = acting(shape);
    const { agent } = agentWith({ act }, [call, 'ok', 'ok']);
    const first = await agent.run('go', { deferredToolHandler: null }).outcome;
    if (!isDeferred(first)) throw new Error(first.type);
    const stored = throughJson(storeRun(first));
    const deferredToolResults = answer(throughJson(first.requests));
    change();
    const run = agent.run(undefined, {
      resumeFrom: stored,
      deferredToolResults,
      deferredToolHandler: null,
    });
    const events = await eventsOf(run);
    return {
      ran,
      first,
      asked: events.flatMap((event) => (event.type === 'approval-requested' ? [event.call] : [])),
      outcome: await run.outcome,
    };
  }

  it('C120 runs as it was shown, also if a part of it is made when it runs', async () => {
    const shape = {
      id: z.string().default(() => crypto.randomUUID()),
      size: z
        .any()
        .transform(() => 1n)
        .prefault(0),
      mode: z.string().default('keep'),
    };

    const { first, ran, asked, outcome } = await resumed(shape, results);

    expect(first.requests.approvals[0]).toMatchObject({
      effectiveInput: { path: 'a', mode: 'keep', id: null, size: '1' },
    });
    expect([outcome.type, asked, ran.length]).toEqual(['completed', [], 1]);
  });

  it('C120 is requested again if another input would run now, and shows it', async () => {
    let mode = 'keep';
    const change = (): void => {
      mode = 'destroy';
    };

    const { ran, asked, outcome } = await resumed({ mode: z.string().default(() => mode) }, results, change);

    expect([outcome.type, ran]).toEqual(['deferred', []]);
    expect(asked).toMatchObject([{ effectiveInput: { path: 'a', mode: 'destroy' } }]);
  });

  it('C120 is requested again also if it was shown as it was written', async () => {
    let suffix = '';
    const shape = { path: z.string().transform((path) => path + suffix) };
    const change = (): void => {
      suffix = '.bak';
    };

    const { first, ran, asked, outcome } = await resumed(shape, results, change);

    expect(first.requests.approvals[0]).not.toHaveProperty('effectiveInput');
    expect([outcome.type, ran]).toEqual(['deferred', []]);
    expect(asked).toMatchObject([{ effectiveInput: { path: 'a.bak' } }]);
  });

  it('C120 runs with an answer that has no shown input, and with an edit', async () => {
    let mode = 'keep';
    const change = (): void => {
      mode += '!';
    };
    const shape = { mode: z.string().default(() => mode) };
    const bare = ({ approvals }: DeferredToolResults): DeferredToolResults => ({
      approvals,
      calls: {},
      metadata: {},
      defer: [],
    });

    const byHand = await resumed(shape, (requests) => bare(results(requests)), change);
    const edited = await resumed(shape, (requests) => results(requests, { overrideArgs: { path: 'b' } }), change);

    expect(byHand.ran).toEqual([{ path: 'a', mode: 'keep!' }]);
    expect(edited.ran).toEqual([{ path: 'b', mode: 'keep!!' }]);
  });

  it('C120 keeps its shown input when answers are merged', async () => {
    const { act } = acting({ mode: z.string().default('keep') });
    const calls = [1, 2].map(() => ({ toolName: 'act', input: { path: 'a' } }));
    const { agent } = agentWith({ act }, [{ calls }]);
    const outcome = await agent.run('go', { deferredToolHandler: null }).outcome;
    if (!isDeferred(outcome)) throw new Error(outcome.type);
    const { approvals } = outcome.requests;
    const [first, second] = approvals.map((one) =>
      buildResults({ approvals: [one], calls: [], metadata: {} }, { approveAll: true }),
    );

    const joined = first && second && mergeResults(first, second);

    const shown = { effectiveInput: { path: 'a', mode: 'keep' } };
    expect(joined?.shown).toEqual({ 'call-1': shown, 'call-2': shown });
  });

  it('C120 has the effective input of its schema when it is left open again', async () => {
    const act = tool({
      inputSchema: z.object({ at: z.iso.datetime().transform((text) => new Date(text)) }),
      requiresApproval: true,
      describe: ({ at }) => ({ title: `Act in ${at.getUTCFullYear()}` }),
      execute: () => 'done',
    });
    const calls = [1, 2].map(() => ({ toolName: 'act', input: { at: '2026-01-02T00:00:00Z' } }));
    const { agent } = agentWith({ act }, [{ calls }, 'ok']);
    const first = await agent.run('go', { deferredToolHandler: null }).outcome;
    if (!isDeferred(first)) throw new Error(first.type);
    const answers = buildResults(first.requests, { approvals: { 'call-1': true }, defer: ['call-2'] });

    const second = await agent.run(undefined, { messages: first.messages, deferredToolResults: answers }).outcome;

    expect(isDeferred(second) && second.requests.approvals).toMatchObject([
      { title: 'Act in 2026', effectiveInput: { at: '2026-01-02T00:00:00.000Z' } },
    ]);
  });
});
