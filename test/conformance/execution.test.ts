import {
  buildResults,
  type DeferredToolHandler,
  ModelRetry,
  ToolFailed,
  tool,
  toolApproved,
  toolDenied,
  toolReturn,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CallEnd, toModelOutput } from '../../src/protocol/call-end.js';
import { createVirtualClock, settled } from '../support/virtual-clock.js';
import { agentWith, converse, errorOf, eventsOf, lastResults, ofType, scriptedAgent, until } from './support.js';

const again = '\n\nFix the errors and try again.';
const remove = { toolName: 'deleteFile', input: { path: 'a' } };
const clear = { toolName: 'writeFile', input: { path: '.env', content: '' } };
const pick = { toolName: 'pickFile', input: { reason: 'r' } };
const act = { calls: [{ toolName: 'act' }] };
const none = z.object({});

const approveAll: DeferredToolHandler = (requests) => buildResults(requests, { approveAll: true });
const answers =
  (calls: Parameters<typeof buildResults>[1] & object): DeferredToolHandler =>
  (requests) =>
    buildResults(requests, calls);

describe('an edit that fails validation', () => {
  const wrong = toolApproved({ overrideArgs: { path: '.env', content: 7 } });

  it('C43 is rejected at its card with the error at its field, before anything is applied', async () => {
    const { agent, done, model } = scriptedAgent([{ calls: [remove, clear] }, 'ok']);
    const conversation = converse(agent);
    conversation.start('go');
    await until(conversation, ({ pending }) => pending.length > 0);

    await conversation.decide('call-1', true);
    const refused = await conversation.decide('call-2', wrong);

    expect(refused).toEqual({ status: 'invalid', issues: [{ path: ['content'], message: expect.any(String) }] });
    expect(conversation.store.getState().pending[0]?.items[1]?.state).toEqual({ status: 'waiting' });
    expect(done).toEqual([]);

    await conversation.decide('call-2', toolApproved({ overrideArgs: { path: '.env', content: 'A=1' } }));
    await until(conversation, ({ outcome }) => outcome !== null);

    expect(done).toEqual(['delete a approved', 'write .env "A=1"']);
    expect(model.requests).toHaveLength(2);
  });

  it('C43 is a UserError in code, and nothing is applied (≠ the model gets the error of an edit)', async () => {
    const { agent, done, model } = scriptedAgent([{ calls: [remove, clear] }, 'never asked']);

    const outcome = await agent.run('go', {
      deferredToolHandler: answers({ approvals: { 'call-1': true, 'call-2': wrong } }),
    }).outcome;

    expect(errorOf(outcome)).toMatchObject({ name: 'UserError', code: 'invalid-answer' });
    expect(errorOf(outcome).message).toMatch(/'call-2'.*'writeFile'.*content: /);
    expect(done).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it('C43 is also validated by the tool’s own validator, which sees the call as approved', async () => {
    const seen: boolean[] = [];
    const pay = tool({
      inputSchema: z.object({ euros: z.number() }),
      requiresApproval: true,
      argsValidator: ({ euros }, { toolCallApproved }) => {
        seen.push(toolCallApproved);
        if (euros > 100) throw new ModelRetry('Too much.', { issues: [{ path: ['euros'], message: 'At most 100' }] });
      },
      execute: ({ euros }) => euros,
    });
    const { agent, model } = agentWith({ pay }, [{ calls: [{ toolName: 'pay', input: { euros: 1 } }] }, 'ok']);
    const conversation = converse(agent);
    conversation.start('go');
    await until(conversation, ({ pending }) => pending.length > 0);

    const refused = await conversation.decide('call-1', toolApproved({ overrideArgs: { euros: 500 } }));
    const taken = await conversation.decide('call-1', toolApproved({ overrideArgs: { euros: 50 } }));
    await until(conversation, ({ outcome }) => outcome !== null);

    expect(refused).toEqual({ status: 'invalid', issues: [{ path: ['euros'], message: 'At most 100' }] });
    expect(taken).toEqual({ status: 'accepted' });
    // Asked before the card, then at each look at an edit, and once more before it runs.
    expect(seen).toEqual([false, ...Array(seen.length - 1).fill(true)]);
    expect(lastResults(model.requests[1]?.prompt)).toEqual([{ id: 'call-1', output: { type: 'json', value: 50 } }]);
  });
});

describe('a denial', () => {
  it('C45 is read as a permission error if the agent says so, and a tool’s own error is not taken for one', async () => {
    const denial = { error: 'not today', tool_name: 'act', error_type: 'permission' };
    const tools = {
      act: tool({ inputSchema: none, requiresApproval: true, execute: () => 1 }),
      returns: tool({ inputSchema: none, execute: () => denial }),
      throws: tool({
        inputSchema: none,
        execute: () => {
          throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
        },
      }),
    };
    const calls = Object.keys(tools).map((toolName) => ({ toolName }));
    const { agent, model } = agentWith(tools, [{ calls }, 'ok'], { denialFormat: 'permission-error' });
    const run = agent.run('go', { deferredToolHandler: answers({ approvals: { 'call-1': toolDenied('not today') } }) });

    await run.outcome;

    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toEqual([
      { type: 'error-json', value: denial },
      { type: 'json', value: denial },
      { type: 'error-text', value: 'EACCES: permission denied' },
    ]);
    const ends = ofType(await eventsOf(run), 'tool-end').map(({ toolName, end }) => [toolName, end.status]);
    expect(Object.fromEntries(ends)).toEqual({ act: 'denied', returns: 'returned', throws: 'failed' });
  });
});

describe('the result of an external call', () => {
  const results: readonly (readonly [string, Parameters<typeof toolReturn>[0]])[] = [
    ['plain', 'x.txt'],
    ['of the wrong type', { name: 7 }],
    ['null', null],
  ];

  it.each(results)(
    'C46 is validated by the outputSchema: %s is a UserError, and nothing is applied',
    async (_, value) => {
      for (const answer of [value, toolReturn(value)]) {
        const { agent, done } = scriptedAgent([{ calls: [remove, pick] }]);

        const outcome = await agent.run('go', {
          deferredToolHandler: answers({ approveAll: true, calls: { 'call-2': answer } }),
        }).outcome;

        expect(errorOf(outcome)).toMatchObject({ name: 'UserError', code: 'invalid-answer' });
        expect(done).toEqual([]);
      }
    },
  );

  it('C46 may add content, which follows all tool results, and metadata, which stays in the app', async () => {
    const { agent, model } = scriptedAgent([{ calls: [pick, remove, pick] }, 'ok']);
    const image = { type: 'file' as const, mediaType: 'image/png', data: 'aGk=' };
    const run = agent.run('go', {
      deferredToolHandler: answers({
        approveAll: true,
        calls: {
          'call-1': toolReturn({ name: 'x' }, { content: 'It is long.', metadata: { secret: 'm1' } }),
          'call-3': toolReturn({ name: 'y' }, { content: [image] }),
        },
      }),
    });

    const outcome = await run.outcome;

    const prompt = model.requests[1]?.prompt ?? [];
    expect(prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(lastResults(prompt)).toMatchObject([
      { id: 'call-1', output: { value: { name: 'x' } } },
      { id: 'call-2' },
      { id: 'call-3', output: { value: { name: 'y' } } },
    ]);
    expect(prompt.at(-1)).toMatchObject({
      content: [
        { type: 'text', text: 'It is long.' },
        { type: 'file', mediaType: 'image/png' },
      ],
    });
    expect(JSON.stringify([prompt, outcome.messages])).not.toContain('m1');
    const [end] = ofType(await eventsOf(run), 'tool-end').filter(({ toolCallId }) => toolCallId === 'call-1');
    expect(end?.end).toEqual({ status: 'returned', value: { name: 'x' }, metadata: { secret: 'm1' } });
  });

  it('C46 of a tool without outputSchema may be any value', async () => {
    const any = tool({ inputSchema: none });
    const { agent, model } = agentWith({ act: any }, [act, 'ok']);

    await agent.run('go', { deferredToolHandler: answers({ calls: { 'call-1': [1, null] } }) }).outcome;

    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: { type: 'json', value: [1, null] } },
    ]);
  });

  it('C47 may be a ModelRetry, which the model reads as a retry and which uses no budget', async () => {
    const issues = [{ path: ['name'], message: 'has no such file' }];
    const { agent, model } = agentWith({ act: tool({ inputSchema: none }) }, [act, act, act, 'ok'], { toolRetries: 0 });
    const run = agent.run('go', {
      deferredToolHandler: (requests) =>
        buildResults(requests, {
          calls: Object.fromEntries(
            requests.calls.map(({ toolCallId }) => [toolCallId, new ModelRetry('Pick again.', { issues })]),
          ),
        }),
    });

    const outcome = await run.outcome;

    expect(outcome.type).toBe('completed');
    expect(lastResults(model.requests[3]?.prompt).at(-1)?.output).toEqual({
      type: 'error-text',
      value: `Pick again.\n- name: has no such file${again}`,
    });
    expect(ofType(await eventsOf(run), 'tool-end').map(({ end }) => end.status)).toEqual(['retry', 'retry', 'retry']);
  });
});

describe('an approved tool that throws', () => {
  const throwing = (error: unknown) =>
    tool({
      inputSchema: none,
      requiresApproval: true,
      execute: () => {
        throw error;
      },
    });

  it('C48 ModelRetry makes the model retry; the retry counts, and the next attempt requires a new approval', async () => {
    const { agent, model } = agentWith({ act: throwing(new ModelRetry('Not like this.')) }, [act, act], {
      toolRetries: 1,
    });
    const asked: (readonly string[])[] = [];

    const outcome = await agent.run('go', {
      deferredToolHandler: (requests, ctx) => {
        asked.push(requests.approvals.map(({ toolCallId }) => toolCallId));
        return approveAll(requests, ctx);
      },
    }).outcome;

    expect(asked).toEqual([['call-1'], ['call-2']]);
    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: { type: 'error-text', value: `Not like this.${again}` } },
    ]);
    expect(errorOf(outcome)).toMatchObject({ name: 'UnexpectedModelBehavior', code: 'tool-retries' });
  });

  it('C49 ToolFailed, or returns it, has failed with that text and uses no budget', async () => {
    const tools = { act: throwing(new ToolFailed('The disk is full.')), other: tool({ inputSchema: none }) };
    const calls = [{ toolName: 'act' }, { toolName: 'other' }];
    const { agent, model } = agentWith(tools, [{ calls }, { calls }, 'ok'], { toolRetries: 0 });
    const run = agent.run('go', {
      deferredToolHandler: (requests) => {
        const external = requests.calls.map(({ toolCallId }) => [toolCallId, new ToolFailed('Nobody home.')]);
        return buildResults(requests, { approveAll: true, calls: Object.fromEntries(external) });
      },
    });

    const outcome = await run.outcome;

    expect(outcome.type).toBe('completed');
    expect(lastResults(model.requests[2]?.prompt).map(({ output }) => output)).toEqual([
      { type: 'error-text', value: 'The disk is full.' },
      { type: 'error-text', value: 'Nobody home.' },
    ]);
    const ends = ofType(await eventsOf(run), 'tool-end').map(({ end }) => end.status);
    expect(new Set(ends)).toEqual(new Set<CallEnd['status']>(['failed']));
  });

  it('C50 any other error reports it to the model by default, and the event has the error (≠ it propagates)', async () => {
    const error = new RangeError('out of range', { cause: new Error('inner') });
    const { agent, model } = agentWith({ act: throwing(error) }, [act, act, 'ok'], { toolRetries: 0 });
    const run = agent.run('go', { deferredToolHandler: approveAll });

    const outcome = await run.outcome;

    expect(outcome.type).toBe('completed');
    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: { type: 'error-text', value: 'out of range' } },
    ]);
    expect(ofType(await eventsOf(run), 'tool-end')[0]?.end).toEqual({
      status: 'failed',
      message: 'out of range',
      error: {
        code: 'error',
        name: 'RangeError',
        message: 'out of range',
        cause: { code: 'error', name: 'Error', message: 'inner' },
      },
    });
  });

  it('C50 any other error ends the run with toolErrors: throw: finished results are kept, running calls are aborted, nothing runs twice', async () => {
    const error = new RangeError('out of range');
    const ran: string[] = [];
    let stopped: AbortSignal | undefined;
    const tools = {
      quick: tool({ inputSchema: none, execute: () => void ran.push('quick') }),
      breaks: tool({
        inputSchema: none,
        execute: async () => {
          ran.push('breaks');
          await settled();
          throw error;
        },
      }),
      hangs: tool({
        inputSchema: none,
        execute: (_, { abortSignal }) => {
          stopped = abortSignal;
          return new Promise<void>(() => {});
        },
      }),
    };
    const calls = Object.keys(tools).map((toolName) => ({ toolName }));
    const { agent } = agentWith(tools, [{ calls }, 'ok'], { toolErrors: 'throw' });
    const run = agent.run('go');

    const outcome = await run.outcome;

    expect(errorOf(outcome).cause).toBe(error);
    expect(stopped?.aborted).toBe(true);
    const ends = ofType(await eventsOf(run), 'tool-end').map(({ toolName, end }) => [toolName, end.status]);
    expect(Object.fromEntries(ends)).toEqual({ quick: 'returned', breaks: 'failed', hangs: 'unknown' });
    expect(outcome.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: [{ toolName: 'quick' }, { toolName: 'breaks' }, { toolName: 'hangs' }],
    });

    await agent.run(undefined, { messages: [...outcome.messages, { role: 'user', content: 'go on' }] }).outcome;

    expect(ran).toEqual(['quick', 'breaks']);
  });
});

describe('time', () => {
  it('C51 a call that exceeds its timeout is unknown, its signal fires, and its late result is dropped', async () => {
    const clock = createVirtualClock();
    let signal: AbortSignal | undefined;
    let finish: (value: string) => void = () => {};
    const pay = tool({
      inputSchema: none,
      timeout: 50,
      execute: (_, { abortSignal }) => {
        signal = abortSignal;
        return new Promise<string>((resolve) => {
          finish = resolve;
        });
      },
    });
    const { agent, model } = agentWith({ act: pay }, [act, 'ok'], { environment: clock.environment, toolRetries: 0 });
    const run = agent.run('go');

    await clock.advance(50);
    finish('too late');
    const outcome = await run.outcome;

    expect(signal?.aborted).toBe(true);
    expect(outcome.type).toBe('completed');
    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: toModelOutput({ status: 'unknown' }) },
    ]);
    expect(JSON.stringify([outcome.messages, await eventsOf(run)])).not.toContain('too late');
    expect(clock.waiting()).toBe(0);
  });

  it('C51 a call of an idempotent tool that exceeds its timeout is aborted and is a counted retry, and its late result is dropped', async () => {
    const clock = createVirtualClock();
    const signals: AbortSignal[] = [];
    const late: ((value: string) => void)[] = [];
    const slow = tool({
      inputSchema: none,
      timeout: 50,
      idempotent: true,
      execute: (_, { abortSignal }) => {
        signals.push(abortSignal);
        return new Promise<string>((resolve) => void late.push(resolve));
      },
    });
    const options = { environment: clock.environment, toolRetries: 1 };
    const { agent, model } = agentWith({ act: slow }, [act, act], options);
    const run = agent.run('go');

    await clock.advance(49);
    expect([signals[0]?.aborted, model.requests.length]).toEqual([false, 1]);
    await clock.advance(1);
    expect([signals[0]?.aborted, model.requests.length]).toEqual([true, 2]);
    late[0]?.('too late');
    await clock.advance(50);
    const outcome = await run.outcome;

    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: { type: 'error-text', value: `Timed out after 0.05 seconds.${again}` } },
    ]);
    expect(errorOf(outcome)).toMatchObject({ name: 'UnexpectedModelBehavior', code: 'tool-retries' });
    expect(JSON.stringify([outcome.messages, await eventsOf(run)])).not.toContain('too late');
    expect(clock.waiting()).toBe(0);
  });

  it('C51 a tool that is in time leaves no timer, and its signal does not fire', async () => {
    const clock = createVirtualClock();
    let signal: AbortSignal | undefined;
    const quick = tool({
      inputSchema: none,
      timeout: 50,
      execute: (_, { abortSignal }) => {
        signal = abortSignal;
        return 'done';
      },
    });
    const { agent } = agentWith({ act: quick }, [act, 'ok'], { environment: clock.environment });

    const outcome = await agent.run('go').outcome;
    await clock.advance(100);

    expect(outcome.type).toBe('completed');
    expect([clock.waiting(), signal?.aborted]).toEqual([0, false]);
  });
});
