import {
  ApprovalRequired,
  buildResults,
  CallDeferred,
  type DeferredToolHandler,
  type ToolRunContext,
  tool,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createVirtualClock } from '../support/virtual-clock.js';
import { agentWith, eventsOf, lastResults, ofType } from './support.js';

const act = { calls: [{ toolName: 'act' }] };
const none = z.object({});
const approveAll: DeferredToolHandler = (requests) => buildResults(requests, { approveAll: true });

describe('several approved calls', () => {
  /** Tools that take time, and what they did when. */
  function slowTools(clock: ReturnType<typeof createVirtualClock>, sequential: readonly string[] = []) {
    const log: string[] = [];
    const make = (name: string) =>
      tool({
        inputSchema: z.object({ ms: z.number() }),
        requiresApproval: true,
        sequential: sequential.includes(name),
        execute: async ({ ms }) => {
          log.push(`${name} begins`);
          await new Promise<void>((resolve) => clock.environment.setTimeout(resolve, ms));
          log.push(`${name} ends`);
          return name;
        },
      });
    return { log, tools: { a: make('a'), b: make('b'), c: make('c') } };
  }
  const calls = [
    { toolName: 'a', input: { ms: 30 } },
    { toolName: 'b', input: { ms: 20 } },
    { toolName: 'c', input: { ms: 10 } },
  ];

  it('C52 run in parallel; results are in emission order, events in completion order', async () => {
    const clock = createVirtualClock();
    const { log, tools } = slowTools(clock);
    const { agent, model } = agentWith(tools, [{ calls }, 'ok'], { environment: clock.environment });
    const run = agent.run('go', { deferredToolHandler: approveAll });

    await clock.advance(5);
    expect(log).toEqual(['a begins', 'b begins', 'c begins']);
    await clock.advance(30);

    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toEqual(
      ['a', 'b', 'c'].map((value) => ({ type: 'text', value })),
    );
    expect(ofType(await eventsOf(run), 'tool-end').map(({ toolName }) => toolName)).toEqual(['c', 'b', 'a']);
  });

  it('C52 run within toolCallConcurrency', async () => {
    const clock = createVirtualClock();
    const { log, tools } = slowTools(clock);
    const options = { environment: clock.environment, toolCallConcurrency: 2 };
    const run = agentWith(tools, [{ calls }, 'ok'], options).agent.run('go', { deferredToolHandler: approveAll });

    await clock.advance(40);
    await run.outcome;

    expect(log).toEqual(['a begins', 'b begins', 'b ends', 'c begins', 'a ends', 'c ends']);
  });

  it.each([
    ['a', ['a begins', 'a ends', 'b begins', 'c begins', 'c ends', 'b ends']],
    ['b', ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']],
    ['c', ['a begins', 'b begins', 'b ends', 'a ends', 'c begins', 'c ends']],
  ])('C52 a sequential tool (%s) is a barrier: it waits, and is waited for', async (name, order) => {
    const clock = createVirtualClock();
    const { log, tools } = slowTools(clock, [name]);
    const options = { environment: clock.environment };
    const run = agentWith(tools, [{ calls }, 'ok'], options).agent.run('go', { deferredToolHandler: approveAll });

    await clock.advance(60);
    await run.outcome;

    expect(log).toEqual(order);
  });
});

describe('the context of a call', () => {
  it('C53 of an ordinary call has toolCallApproved false and no metadata, also beside an approved call', async () => {
    const seen: Pick<ToolRunContext, 'toolName' | 'toolCallApproved' | 'toolCallMetadata'>[] = [];
    const look = (_: unknown, { toolName, toolCallApproved, toolCallMetadata }: ToolRunContext): void => {
      seen.push({ toolName, toolCallApproved, toolCallMetadata });
    };
    const tools = {
      plain: tool({ inputSchema: none, execute: look }),
      gated: tool({ inputSchema: none, requiresApproval: true, execute: look }),
    };
    const calls = [{ toolName: 'gated' }, { toolName: 'plain' }];
    const later = { calls: [{ toolName: 'plain' }] };

    await agentWith(tools, [{ calls }, later, 'ok']).agent.run('go', {
      deferredToolHandler: (requests) =>
        buildResults(requests, { approveAll: true, metadata: { 'call-1': { by: 'Ada' } } }),
    }).outcome;

    const plain = { toolName: 'plain', toolCallApproved: false, toolCallMetadata: undefined };
    expect(seen).toEqual([
      plain,
      { toolName: 'gated', toolCallApproved: true, toolCallMetadata: { by: 'Ada' } },
      plain,
    ]);
  });

  it('C54 of a deferred call counts no retry: by declaration, by signal, and twice', async () => {
    const retries: (readonly [string, number, boolean])[] = [];
    const note = (ctx: ToolRunContext): void => void retries.push([ctx.toolName, ctx.retry, ctx.lastAttempt]);
    const tools = {
      declared: tool({ inputSchema: none, requiresApproval: true, execute: (_, ctx) => note(ctx) }),
      asks: tool({
        inputSchema: none,
        execute: (_, ctx) => {
          note(ctx);
          if (!ctx.toolCallApproved) throw new ApprovalRequired();
        },
      }),
      defers: tool({
        inputSchema: none,
        requiresApproval: true,
        execute: (_, ctx) => {
          note(ctx);
          throw new CallDeferred();
        },
      }),
    };
    const calls = Object.keys(tools).map((toolName) => ({ toolName }));
    const { agent } = agentWith(tools, [{ calls }, { calls }, 'ok'], { toolRetries: 0 });

    const run = agent.run('go', {
      deferredToolHandler: (requests) =>
        buildResults(requests, {
          approveAll: true,
          calls: Object.fromEntries(requests.calls.map(({ toolCallId }) => [toolCallId, 'done'])),
        }),
    });
    const outcome = await run.outcome;

    expect(outcome.type).toBe('completed');
    expect(retries).toHaveLength(8);
    expect(retries.every(([, retry, isLast]) => retry === 0 && isLast)).toBe(true);
    expect(ofType(await eventsOf(run), 'tool-end').map(({ end }) => end.status)).toEqual(Array(6).fill('returned'));
  });
});

describe('the result of execute', () => {
  it('C55 may be an async iterable: each value is progress, the last one the result', async () => {
    const steps = tool({
      inputSchema: none,
      requiresApproval: true,
      execute: async function* () {
        yield { percent: 10 };
        yield { percent: 60 };
        yield { percent: 100, file: 'x.txt' };
      },
    });
    const { agent, model } = agentWith({ act: steps }, [act, 'ok']);
    const run = agent.run('go', { deferredToolHandler: approveAll });

    const events = await eventsOf(run);

    expect(ofType(events, 'tool-progress').map(({ toolCallId, value }) => [toolCallId, value])).toEqual([
      ['call-1', { percent: 10 }],
      ['call-1', { percent: 60 }],
      ['call-1', { percent: 100, file: 'x.txt' }],
    ]);
    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: { type: 'json', value: { percent: 100, file: 'x.txt' } } },
    ]);
    const order = events.map(({ type }) => type).filter((type) => type.startsWith('tool-') && !type.includes('input'));
    expect(order.slice(-5)).toEqual(['tool-start', 'tool-progress', 'tool-progress', 'tool-progress', 'tool-end']);
  });

  it('C55 without any value is null, and an error in the middle is the end of the call', async () => {
    const tools = {
      empty: tool({ inputSchema: none, execute: async function* () {} }),
      breaks: tool({
        inputSchema: none,
        execute: async function* () {
          yield 'half';
          throw new Error('torn');
        },
      }),
    };
    const calls = Object.keys(tools).map((toolName) => ({ toolName }));
    const { agent, model } = agentWith(tools, [{ calls }, 'ok']);

    await agent.run('go').outcome;

    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toEqual([
      { type: 'json', value: null },
      { type: 'error-text', value: 'torn' },
    ]);
  });

  it('C55 is ignored after the timeout: later values are not progress', async () => {
    const clock = createVirtualClock();
    const { setTimeout } = clock.environment;
    let isClosed = false;
    const slow = tool({
      inputSchema: none,
      timeout: 50,
      idempotent: true,
      execute: async function* () {
        try {
          for (const value of ['in time', 'too late', 'much too late']) {
            yield value;
            await new Promise<void>((resolve) => setTimeout(resolve, 60));
          }
        } finally {
          isClosed = true;
        }
      },
    });
    // The run is still going on when the second value comes.
    const when = new Promise<void>((resolve) => setTimeout(resolve, 200));
    const turns = [act, { text: 'ok', when }];
    const { agent, model } = agentWith({ act: slow }, turns, { environment: clock.environment });
    const run = agent.run('go');

    await clock.advance(300);
    await run.outcome;

    expect(ofType(await eventsOf(run), 'tool-progress').map(({ value }) => value)).toEqual(['in time']);
    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toMatchObject({
      value: expect.stringMatching(/^Timed out after 0\.05 seconds\./),
    });
    expect(isClosed).toBe(true);
  });

  const big: readonly (readonly [string, string | object])[] = [
    ['text', 'ä'.repeat(600)],
    ['JSON', { list: Array(300).fill('wide') }],
  ];

  it.each(big)(
    'C56 is truncated for the model when it is %s over maxResultBytes, and complete in the event',
    async (_, value) => {
      const dump = tool({ inputSchema: none, execute: () => value });
      const { agent, model } = agentWith({ act: dump }, [act, 'ok'], { maxResultBytes: 999 });
      const run = agent.run('go');

      const outcome = await run.outcome;

      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const bytes = new TextEncoder().encode(text).length;
      const [result] = lastResults(model.requests[1]?.prompt);
      const output = result?.output.type === 'text' ? result.output.value : '';
      const [kept = '', note = ''] = output.split('\n');
      expect(text.startsWith(kept)).toBe(true);
      // The limit falls into the middle of an "ä", which then is left out.
      expect(new TextEncoder().encode(kept)).toHaveLength(typeof value === 'string' ? 998 : 999);
      expect(note).toContain(`${bytes} bytes`);
      expect(JSON.stringify(outcome.messages)).not.toContain(text);
      expect(ofType(await eventsOf(run), 'tool-end')[0]?.end).toEqual({ status: 'returned', value });
    },
  );

  it('C56 is unchanged up to maxResultBytes, also as the result of an external call', async () => {
    const tools = {
      act: tool({ inputSchema: none, execute: () => 'x'.repeat(100) }),
      other: tool({ inputSchema: none }),
    };
    const calls = [{ toolName: 'act' }, { toolName: 'other' }];
    const { agent, model } = agentWith(tools, [{ calls }, 'ok'], { maxResultBytes: 100 });

    await agent.run('go', {
      deferredToolHandler: (requests) => buildResults(requests, { calls: { 'call-2': 'y'.repeat(101) } }),
    }).outcome;

    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toEqual([
      { type: 'text', value: 'x'.repeat(100) },
      { type: 'text', value: expect.stringMatching(/^y{100}\n\[Cut off/) },
    ]);
  });
});
