import {
  type Agent,
  type AgentOptions,
  ApprovalRequired,
  agentTool,
  block,
  buildResults,
  createAgent,
  createPolicy,
  ModelRetry,
  outputTool,
  type RunOptions,
  type RunOutcome,
  tool,
  toolDenied,
  toolFor,
  toolReturn,
} from 'countersign/core';
import {
  controllableHandler,
  memoryJournal,
  type ScriptedCall,
  type ScriptedTurn,
  scriptedModel,
} from 'countersign/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { errorOf, lastResults } from './support.js';

const inputSchema = z.object({ name: z.string() });
const call = (toolName: string, name: string): ScriptedCall => ({ toolName, toolCallId: name, input: { name } });
const answer = (name: string): ScriptedCall => call('answer', name);

type EndStrategy = NonNullable<AgentOptions['endStrategy']>;

/** An agent whose tools note what they do. */
function agentThat(endStrategy: EndStrategy, turns: readonly ScriptedTurn[]) {
  const done: string[] = [];
  const model = scriptedModel(turns);
  const note = ({ name }: { name: string }): string => {
    done.push(name);
    return `did ${name}`;
  };
  const agent = createAgent({
    model,
    endStrategy,
    toolRetries: 2,
    tools: {
      act: tool({ inputSchema, execute: note }),
      ask: tool({ inputSchema, requiresApproval: true, execute: note }),
      raise: tool({
        inputSchema,
        execute: (input, ctx) => {
          if (!ctx.toolCallApproved) throw new ApprovalRequired();
          return note(input);
        },
      }),
      pick: tool({ inputSchema }),
      again: tool({
        inputSchema,
        execute: ({ name }) => {
          throw new ModelRetry(`Not ${name}.`);
        },
      }),
      stop: tool({ inputSchema, execute: (_, ctx) => ctx.stop('Enough.') }),
    },
    output: [
      outputTool(tool({ inputSchema, execute: note }), { name: 'answer' }),
      outputTool(tool({ inputSchema, requiresApproval: true, execute: note }), { name: 'asked_answer' }),
    ],
  });
  return { agent, model, done };
}

const said = (messages: readonly { readonly content: unknown }[]): unknown =>
  ((messages.at(-1)?.content ?? []) as { output: { value: unknown } }[]).map(({ output }) => output.value);

const strategies: readonly EndStrategy[] = ['early', 'graceful', 'exhaustive'];
const skipped = 'Tool not executed - a final result was already processed.';
const processed = 'Final result processed.';
const notUsed = 'Output tool not used - a final result was already processed.';

describe('the calls beside an output', () => {
  const calls = [
    call('act', 'a'),
    answer('b'),
    call('act', 'c'),
    answer('d'),
    call('ask', 'e'),
    call('raise', 'f'),
    call('pick', 'g'),
  ];

  it.each([
    ['early', ['b'], [skipped, processed, skipped, notUsed, skipped, skipped, skipped]],
    ['graceful', ['a', 'b', 'c'], ['did a', processed, 'did c', notUsed, skipped, skipped, skipped]],
    [
      'exhaustive',
      ['a', 'b', 'c', 'd'],
      [
        'did a',
        processed,
        'did c',
        'Output tool processed, but its value will not be the final result of the agent run.',
        skipped,
        skipped,
        skipped,
      ],
    ],
  ] as const)(
    'C278 run with %s as documented, each has a result, and nobody is asked',
    async (strategy, ran, results) => {
      const { agent, done, model } = agentThat(strategy, [{ calls }]);
      const people = controllableHandler();

      const outcome = await agent.run('go', { deferredToolHandler: people.handler }).outcome;

      expect(outcome).toMatchObject({ type: 'completed', output: 'did b' });
      expect(done).toEqual(ran);
      expect(said(outcome.messages)).toEqual(results);
      expect(people.batches).toEqual([]);
      model.assertDone();
    },
  );

  it.each(strategies)('C278 stay blocked if a policy blocks them (%s)', async (strategy) => {
    const { agent, done } = agentThat(strategy, [{ calls: [call('act', 'a'), answer('b')] }]);

    const outcome = await agent.run('go', { policy: createPolicy({ rules: [block({ tool: 'act' }, 'Never.')] }) })
      .outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'did b' });
    expect(done).toEqual(['b']);
    expect(outcome.messages.at(-1)).toMatchObject({
      content: [
        {
          output:
            strategy === 'early' ? { value: skipped } : { type: 'execution-denied', reason: 'Not allowed: Never.' },
        },
        { output: { value: processed } },
      ],
    });
  });

  it.each(['graceful', 'exhaustive'] as const)(
    'C278 withhold the output if the model has to retry them (%s)',
    async (strategy) => {
      const { agent, model } = agentThat(strategy, [
        { calls: [answer('a'), call('again', 'b')] },
        { calls: [answer('c')] },
      ]);

      const outcome = await agent.run('go').outcome;

      expect(outcome).toMatchObject({ type: 'completed', output: 'did c' });
      expect(lastResults(model.requests[1]?.prompt)).toMatchObject([
        { output: { value: 'Output not used as the final result - addressing tool retries from this round first.' } },
        { output: { value: 'Not b.\n\nFix the errors and try again.' } },
      ]);
    },
  );

  it('C278 run with early if no output call was valid', async () => {
    const { agent, done } = agentThat('early', [
      { calls: [call('act', 'a'), { toolName: 'answer', input: {} }] },
      { calls: [answer('b')] },
    ]);

    expect(await agent.run('go').outcome).toMatchObject({ type: 'completed', output: 'did b' });
    expect(done).toEqual(['a', 'b']);
  });

  it('C278 may stop the run, which then has no output', async () => {
    const { agent } = agentThat('graceful', [{ calls: [call('stop', 'a'), answer('b')] }]);

    expect(await agent.run('go').outcome).toMatchObject({ type: 'aborted', reason: 'Enough.' });
  });

  it.each(['graceful', 'exhaustive'] as const)(
    'C278 run beside a text that is the output, and the run continues (%s)',
    async (endStrategy) => {
      const done: string[] = [];
      const json = JSON.stringify({ name: 'x' });
      const model = scriptedModel([{ text: json, calls: [call('act', 'a')] }, json]);
      const act = tool({ inputSchema, execute: ({ name }) => void done.push(name) });
      const agent = createAgent({ model, endStrategy, tools: { act }, output: inputSchema });

      expect(await agent.run('go').outcome).toMatchObject({ type: 'completed', output: { name: 'x' } });
      expect(done).toEqual(['a']);
      model.assertDone();
    },
  );
});

describe('an output that needs a yes', () => {
  const calls = [call('ask', 'a'), call('asked_answer', 'b'), call('ask', 'c')];

  it.each(strategies)(
    'C279 is in the batch with the other calls, and ends the run after its approval (%s)',
    async (strategy) => {
      const { agent, done } = agentThat(strategy, [{ calls }]);
      const people = controllableHandler();
      const run = agent.run('go', { deferredToolHandler: people.handler });

      const batch = await people.next();
      batch.answer({ approvals: { a: toolDenied('Not a.'), b: true, c: true } });
      const outcome = await run.outcome;

      expect(batch.requests.approvals.map(({ toolCallId }) => toolCallId)).toEqual(['a', 'b', 'c']);
      expect(outcome).toMatchObject({ type: 'completed', output: 'did b' });
      expect(done).toEqual(strategy === 'early' ? ['b'] : ['b', 'c']);
      expect(outcome.messages.at(-1)).toMatchObject({
        content: [
          { output: { type: 'execution-denied', reason: 'Not a.' } },
          { output: { value: processed } },
          { output: { value: strategy === 'early' ? skipped : 'did c' } },
        ],
      });
    },
  );

  it.each(strategies)('C279 is not an output if it is denied (%s)', async (strategy) => {
    const { agent, model } = agentThat(strategy, [{ calls: [call('asked_answer', 'a')] }, { calls: [answer('b')] }]);

    const outcome = await agent.run('go', {
      deferredToolHandler: (requests) => ({
        ...none,
        approvals: { [requests.approvals[0]?.toolCallId ?? '']: toolDenied('No.') },
      }),
    }).outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'did b' });
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([{ output: { reason: 'No.' } }]);
  });

  it('C279 may be approved in another run, which it ends, unless that run has a prompt', async () => {
    const turns = [{ calls: [call('asked_answer', 'a')] }, { calls: [answer('b')] }];
    const { agent, model } = agentThat('early', turns);
    const { messages, ...parked } = await agent.run('go', { deferredToolHandler: null }).outcome;
    const deferredToolResults = { ...none, approvals: { a: toolApproved } };

    const ended = await agent.run(undefined, { messages, deferredToolResults }).outcome;
    const asked = await agent.run('And b?', { messages, deferredToolResults }).outcome;

    expect(parked).toMatchObject({ type: 'deferred' });
    expect(ended).toMatchObject({ type: 'completed', output: 'did a' });
    expect(asked).toMatchObject({ type: 'completed', output: 'did b' });
    expect(model.requests[1]?.prompt.at(-1)).toMatchObject({ role: 'user', content: [{ text: 'And b?' }] });
    model.assertDone();
  });

  it.each(strategies)(
    'C279 does not end a run in which a call is parked (%s), because the parked call would be lost',
    async (strategy) => {
      const { agent, done } = agentThat(strategy, [{ calls }, { calls: [answer('d')] }]);
      const parking = { ...none, approvals: { b: toolApproved, c: toolApproved }, defer: ['a'] };
      const run: Partial<RunOptions> = { runId: 'run', journal: memoryJournal() };

      const parked = await agent.run('go', { ...run, deferredToolHandler: () => parking }).outcome;
      const later = await agent.run('go', { ...run, deferredToolResults: { ...none, approvals: { a: toolApproved } } })
        .outcome;

      expect(parked).toMatchObject({ type: 'deferred', requests: { approvals: [{ toolCallId: 'a' }] } });
      expect(said(parked.messages)).toContain(
        'Output tool processed, but its value will not be the final result of the agent run.',
      );
      expect(later).toMatchObject({ type: 'completed', output: 'did b' });
      expect(done.filter((name) => name === 'b')).toEqual(['b']);
    },
  );
});

const none = { calls: {}, approvals: {}, metadata: {}, defer: [] };
const toolApproved = { kind: 'tool-approved' } as const;

describe('an output function', () => {
  it('C280 returns the output, may request a retry, and ends the run with its error', async () => {
    const model = scriptedModel([{ calls: [call('sql', 'a')] }, { calls: [call('sql', 'b')] }]);
    const broken = new Error('no database');
    const query = (fails: boolean) =>
      tool({
        inputSchema,
        execute: ({ name }) => {
          if (name === 'a') throw new ModelRetry('No such table.');
          if (fails) throw broken;
          return [{ row: name }];
        },
      });
    const turns = [{ calls: [call('sql', 'a')] }, { calls: [call('sql', 'b')] }];

    const outcome = await createAgent({ model, output: [outputTool(query(false), { name: 'sql' })] }).run('go').outcome;
    const failed = await createAgent({
      model: scriptedModel(turns),
      output: [outputTool(query(true), { name: 'sql' })],
    }).run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: [{ row: 'b' }], usage: { toolCalls: 2 } });
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([
      { output: { value: expect.stringContaining('No such table.') } },
    ]);
    expect(errorOf(failed).cause).toBe(broken);
  });

  it('C280 hands over to another agent, whose calls reach the same people, once in all activations of the run', async () => {
    const done: string[] = [];
    const inner = createAgent({
      name: 'lawyer',
      model: scriptedModel([
        { calls: [call('file', 'x')] },
        { calls: [{ toolName: 'final_result', input: { name: 'won' } }] },
      ]),
      tools: { file: tool({ inputSchema, requiresApproval: true, execute: ({ name }) => void done.push(name) }) },
      output: [inputSchema],
    });
    const about = { description: 'Hands over', inputSchema, prompt: ({ name }: { name: string }) => name };
    const agent = createAgent({
      model: scriptedModel([{ calls: [call('hand_over', 'h')] }]),
      output: [outputTool(agentTool(inner, about), { name: 'hand_over' })],
    });
    const people = controllableHandler();
    const options = { runId: 'run', journal: memoryJournal(), deferredToolHandler: people.handler };
    const run = agent.run('go', options);

    const batch = await people.next();
    batch.answer({ approveAll: true });
    const outcome = await run.outcome;
    const replayed = await agent.run('go', options).outcome;

    expectTypeOf(outcome).toEqualTypeOf<RunOutcome<{ name: string }>>();

    expect(batch.requests.approvals).toHaveLength(1);
    expect(outcome).toMatchObject({ type: 'completed', output: { name: 'won' } });
    expect(replayed).toMatchObject({ type: 'completed', output: { name: 'won' } });
    expect(replayed.messages).toEqual(outcome.messages);
    expect(done).toEqual(['x']);
  });

  it('C280 and its validators run once in all activations of a run', async () => {
    const ran: string[] = [];
    const made = tool({ inputSchema, execute: ({ name }) => void ran.push(name) });
    const agent = createAgent({
      model: scriptedModel([{ calls: [call('final_result', 'a')] }]),
      output: [outputTool(made)],
      outputValidators: [() => void ran.push('checked')],
    });
    const options = { runId: 'run', journal: memoryJournal() };

    await agent.run('go', options).outcome;
    const later = await agent.run('go', options).outcome;

    expect(later).toMatchObject({ type: 'completed', output: null });
    expect(ran).toEqual(['a', 'checked']);
  });

  it('C280 that was interrupted is shown to people, and the result that they report is the output', async () => {
    let tell = (): void => {};
    const begun = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const made = tool({ inputSchema, execute: () => new Promise<string>(() => tell()) });
    const agent = createAgent({
      model: scriptedModel([{ calls: [call('final_result', 'a')] }]),
      output: [outputTool(made)],
    });
    const options = { runId: 'run', journal: memoryJournal() };
    const cut = agent.run('go', options);
    await begun;
    cut.suspend?.();
    await cut.outcome;

    const outcome = await agent.run('go', {
      ...options,
      deferredToolHandler: (requests) => buildResults(requests, { calls: { a: toolReturn('sent') } }),
    }).outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'sent' });
  });

  it('C280 receives the deps of the run, which its type requires', async () => {
    const output = [
      outputTool(toolFor<{ unit: string }>()({ inputSchema, execute: ({ name }, { deps }) => name + deps.unit })),
    ];
    const agent = createAgent({ model: scriptedModel([{ calls: [call('final_result', '3')] }]), output });

    const outcome = await agent.run('go', { deps: { unit: 'm' } }).outcome;

    expectTypeOf(agent).toEqualTypeOf<Agent<{ unit: string }, string>>();
    expect(outcome).toMatchObject({ type: 'completed', output: '3m' });
  });

  it('C280 is rejected if it has no code', () => {
    expect(() => outputTool(tool({ inputSchema }))).toThrow(expect.objectContaining({ code: 'output-tool' }));
  });
});
