import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { APICallError, InvalidResponseDataError } from '@ai-sdk/provider';
import type { UIMessage } from 'ai';
import type { Agent } from 'countersign/core';
import { buildResults, createAgent, createConversation, ModelError, tool, UserError } from 'countersign/core';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { finish, partsModel, type Turn } from '../agent/model/support.js';
import { eventsOf, lastResults, outline, scriptedAgent } from './support.js';

type Part = LanguageModelV4StreamPart;

const call = (toolCallId: string, input = '{"path":"a"}', more: object = {}): Part => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'readFile',
  input,
  ...more,
});
const said = (text: string): Part[] => [
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: text },
];

/** A stream that gives its parts and then breaks. */
function breaking(parts: readonly Part[], error: unknown): Turn {
  return () => {
    let index = 0;
    return new ReadableStream({
      pull: (out) => {
        const part = parts[index++];
        if (part === undefined) out.error(error);
        else out.enqueue(part);
      },
    });
  };
}

/** An error as providers throw it. */
function apiError(statusCode: number, responseHeaders: Record<string, string> = {}): APICallError {
  return new APICallError({
    message: `status ${statusCode}`,
    url: 'https://x',
    requestBodyValues: {},
    statusCode,
    responseHeaders,
  });
}

/** A tool that its provider defines and runs. */
const web = {
  type: 'provider' as const,
  id: 'acme.web' as const,
  isProviderExecuted: true as const,
  args: { limit: 3 },
  inputSchema: z.object({}),
};

const refusing =
  (error: unknown): Turn =>
  () => {
    throw error;
  };

/** An agent over such turns, with waits that end at once and are written down. */
function agentOver(turns: readonly Turn[], modelRetries?: number) {
  const model = partsModel(turns);
  const delays: number[] = [];
  const ran: string[] = [];
  const readFile = tool({
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }) => {
      ran.push(path);
      return `read ${path}`;
    },
  });
  const agent = createAgent({
    model,
    tools: { readFile },
    ...(modelRetries === undefined ? {} : { modelRetries }),
    environment: {
      now: () => Date.parse('2026-01-01T00:00:00Z'),
      setTimeout: (callback, ms) => {
        delays.push(ms);
        queueMicrotask(callback);
        return () => {};
      },
    },
  });
  return { agent, model, delays, ran };
}

/**
 * Talks to an agent as a page does, to the end of the run; gives the parts of its message, and what they were on the
 * way.
 */
async function talk(agent: Agent, watch: (parts: UIMessage['parts']) => void = () => {}): Promise<UIMessage['parts']> {
  const atOnce = (apply: () => void): (() => void) => {
    queueMicrotask(apply);
    return () => {};
  };
  const conversation = createConversation(() => ({ agent }), { scheduleFrame: atOnce });
  const parts = (): UIMessage['parts'] => conversation.store.getState().messages.at(-1)?.parts ?? [];
  const isOver = new Promise<void>((resolve) => {
    conversation.store.subscribe(({ status }) => {
      watch(parts());
      if (status !== 'running' && status !== 'waiting') resolve();
    });
  });
  conversation.start('go');
  await isOver;
  return parts();
}

const answer: Turn = [...said('done'), finish()];

describe('call ids', () => {
  it('C22 re-identifies calls that share an id, or have an empty, hostile or used one', async () => {
    const { agent, model, ran } = agentOver([
      [call('a'), call('a', '{"path":"b"}'), call(''), call('__proto__'), call('x'.repeat(65)), finish('tool-calls')],
      [call('a', '{"path":"c"}'), finish('tool-calls')],
      answer,
    ]);

    const events = await eventsOf(agent.run('go'));

    const ids = ['a', 'a_2', 'call', 'call_2', 'call_3'];
    const own = ['a', 'a_2', 'call', '__proto__', 'x'.repeat(65)];
    expect(lastResults(model.requests[1]?.prompt).map(({ id }) => id)).toEqual(own);
    expect(lastResults(model.requests[2]?.prompt).map(({ id }) => id)).toEqual(['a_3']);
    expect(events.flatMap((event) => (event.type === 'tool-call' ? [event.toolCallId] : []))).toEqual([...ids, 'a_3']);
    expect(ran).toEqual(['a', 'b', 'a', 'a', 'a', 'c']);
  });

  it('C22 keeps the answers to calls with the same model id apart', async () => {
    const { agent, done } = scriptedAgent([
      {
        calls: ['a', 'b'].map((path) => ({ toolName: 'deleteFile', toolCallId: 'same', input: { path } })),
      },
      'done',
    ]);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    batch.answer({ approvals: { same: true, same_2: false } });
    await run.outcome;

    expect(batch.requests.approvals.map(({ toolCallId, input }) => [toolCallId, input])).toEqual([
      ['same', { path: 'a' }],
      ['same_2', { path: 'b' }],
    ]);
    expect(done).toEqual(['delete a approved']);
  });
});

describe('the provider’s own tools', () => {
  const asked: readonly Part[] = [
    {
      type: 'tool-call',
      toolCallId: 'mcp',
      toolName: 'mcp.short',
      input: '{"url":"u"}',
      providerExecuted: true,
      dynamic: true,
    },
    { type: 'tool-approval-request', approvalId: 'mcpr_1', toolCallId: 'mcp' },
    finish('tool-calls'),
  ];

  it('C77 passes calls and results of the provider through, into the history and onto the screen', async () => {
    const { agent, model } = agentOver([
      [
        call('web', '{}', { providerExecuted: true }),
        { type: 'tool-result', toolCallId: 'web', toolName: 'readFile', result: { n: 1 } },
        call('own'),
        finish('tool-calls'),
      ],
      answer,
    ]);
    const parts = await talk(agent);

    expect(model.requests[1]?.prompt.slice(1)).toMatchObject([
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'web', providerExecuted: true },
          { type: 'tool-result', toolCallId: 'web', output: { type: 'json', value: { n: 1 } } },
          { type: 'tool-call', toolCallId: 'own' },
        ],
      },
      { role: 'tool', content: [{ toolCallId: 'own' }] },
    ]);
    expect(parts).toMatchObject([
      { type: 'step-start' },
      { toolCallId: 'web', state: 'output-available', output: { n: 1 } },
      { toolCallId: 'own', state: 'output-available' },
      { type: 'step-start' },
      { type: 'text', text: 'done' },
    ]);
  });

  it.each([
    [true, { approvalId: 'mcpr_1', approved: true }],
    [false, { approvalId: 'mcpr_1', approved: false, reason: 'The tool call was denied.' }],
  ])('C77 requests a provider’s approval from people, and passes the answer %s on', async (isApproved, expected) => {
    const { agent, model } = agentOver([asked, answer]);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    batch.answer({ approvals: { mcp: isApproved } });
    const outcome = await run.outcome;

    expect(batch.requests.approvals).toMatchObject([{ toolCallId: 'mcp', toolName: 'mcp.short', input: { url: 'u' } }]);
    expect(outcome.type).toBe('completed');
    expect(model.requests[1]?.prompt.at(-1)).toEqual({
      role: 'tool',
      content: [{ type: 'tool-approval-response', ...expected }],
    });
  });

  it('C77 rejects an edit of a provider’s call before anything of the batch is applied', async () => {
    const { agent, model } = agentOver([asked]);

    const outcome = await agent.run('go', {
      deferredToolHandler: (requests) =>
        buildResults(requests, { approvals: { mcp: { kind: 'tool-approved', overrideArgs: { url: 'v' } } } }),
    }).outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { name: 'UserError' } });
    expect(outcome.type === 'failed' && UserError.isInstance(outcome.error)).toBe(true);
    expect(model.requests).toHaveLength(1);
  });

  it('C77 continues with a call that the provider ends in its next response', async () => {
    const slow = { ...web, supportsDeferredResults: true };
    const begun: Part = { type: 'tool-call', toolCallId: 'w', toolName: 'web', input: '{}', providerExecuted: true };
    const model = partsModel([
      [begun, finish('stop')],
      [{ type: 'tool-result', toolCallId: 'w', toolName: 'web', result: 'found' }, ...said('Found.'), finish()],
    ]);

    const run = createAgent({ model, tools: { web: slow } }).run('go');
    const events = await eventsOf(run);

    expect(await run.outcome).toMatchObject({ type: 'completed', output: 'Found.' });
    expect(model.requests[0]?.tools).toEqual([{ type: 'provider', id: 'acme.web', name: 'web', args: { limit: 3 } }]);
    expect(model.requests[1]?.prompt.at(-1)).toMatchObject({ content: [{ toolCallId: 'w', providerExecuted: true }] });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'tool-end', toolCallId: 'w', end: { status: 'returned', value: 'found' } }),
    );
  });
});

describe('streaming', () => {
  it('C81 shows an input while the model writes it', async () => {
    const input = JSON.stringify({ path: 'long/path', content: 'several words of text', tags: ['one', 'two'] });
    const model = scriptedModel([{ calls: [{ toolName: 'writeFile', input: JSON.parse(input) }] }, 'done']);
    const seen = new Set<string>();

    let time = 0;
    const now = (): number => {
      time += 20; // every delta has a frame of its own
      return time;
    };

    await talk(createAgent({ model, environment: { now } }), (parts) => {
      for (const part of parts) {
        if ('state' in part && part.state === 'input-streaming' && 'input' in part)
          seen.add(JSON.stringify(part.input ?? null));
      }
    });

    expect([...seen]).toContain('{"path":"long/path"}');
    expect([...seen].some((text) => text.includes('several w') && !text.includes('of text'))).toBe(true);
  });
});

describe('a request that fails', () => {
  it('C82 is repeated after 2 and 4 seconds, emits model-retry with its cause, and leaves nothing in the history', async () => {
    const { agent, model, delays } = agentOver([refusing(apiError(500)), refusing(apiError(429)), answer]);

    const run = agent.run('go');
    const events = await eventsOf(run);

    expect(await run.outcome).toMatchObject({ type: 'completed', output: 'done', usage: { requests: 1 } });
    expect(delays).toEqual([2000, 4000]);
    expect(events.filter((event) => event.type === 'model-retry')).toMatchObject([
      { attempt: 1, delay: 2000, error: { message: 'status 500' } },
      { attempt: 2, delay: 4000, error: { message: 'status 429' } },
    ]);
    expect(model.requests.map(({ prompt }) => prompt.length)).toEqual([1, 1, 1]);
    expect((await run.outcome).messages).toHaveLength(2);
  });

  it.each([
    ['an error', apiError(503), 503],
    ['a plain object in the stream', { status: 503, message: 'busy' }, 503],
    ['a connection that was cut', new TypeError('Failed to fetch'), undefined],
  ])('C82 has the status of the server in %s', async (_, error, status) => {
    const { agent } = agentOver([refusing(error), answer]);

    const events = await eventsOf(agent.run('go'));

    expect(events.find((event) => event.type === 'model-retry')?.status).toBe(status);
  });

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after-ms': '120' }, 120],
    [{ 'retry-after-ms': '120', 'retry-after': '7' }, 120],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': '60' }, 60_000],
    [{ 'retry-after': '3600' }, 2000],
    [{ 'retry-after': 'soon' }, 2000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 2000],
  ])('C82 waits as long as the server asks, within limits: %j', async (headers, expected) => {
    const { agent, delays } = agentOver([refusing(apiError(429, headers)), answer]);

    await agent.run('go').outcome;

    expect(delays).toEqual([expected]);
  });

  it.each([
    ['a refused key', apiError(401), 0],
    ['a bad request', apiError(400), 0],
    ['a bug in a provider', new TypeError('x is not a function'), 0],
    ['an error of no kind', new Error('what?'), 0],
    ['a lost connection', new TypeError('Failed to fetch'), 2],
    ['an overloaded server', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 2],
    ['a status in a plain object', { status: 503, message: 'busy' }, 2],
    ['a text that only speaks of it', { message: 'the server_error unavailable' }, 0],
    ['a response that its package finds unfinished', new InvalidResponseDataError({ data: {} }), 2],
    [
      'half a frame of an event stream',
      new Error('Incomplete Amazon Bedrock event-stream frame: 7 buffered bytes.'),
      2,
    ],
    ['an error that speaks of something incomplete', new Error('The tool is incomplete: no frame.'), 0],
  ])('C82 is repeated only if that can help: %s', async (_, error, retries) => {
    const { agent, delays } = agentOver([refusing(error), refusing(error), refusing(error)]);

    const outcome = await agent.run('go').outcome;

    expect(delays).toHaveLength(retries);
    expect(outcome).toMatchObject({
      type: 'failed',
      error: { name: 'ModelError', code: 'model-failed', cause: error },
    });
    expect(outcome.type === 'failed' && ModelError.isInstance(outcome.error)).toBe(true);
  });

  it('C82 is not repeated with modelRetries: 0, and not after the run was stopped', async () => {
    const once = agentOver([refusing(apiError(500))], 0);
    const model = partsModel([refusing(apiError(500)), answer]);
    let callOffs = 0;
    const agent = createAgent({
      model,
      environment: {
        setTimeout: () => () => {
          callOffs += 1;
        },
      },
    });

    expect(await once.agent.run('go').outcome).toMatchObject({ type: 'failed', error: { cause: { statusCode: 500 } } });
    const run = agent.run('go');
    for await (const event of run) if (event.type === 'model-retry') run.abort('enough');

    expect(await run.outcome).toMatchObject({ type: 'aborted', reason: 'enough' });
    expect(model.requests).toHaveLength(1);
    expect(callOffs).toBe(1);
  });
});

describe('a stream that breaks', () => {
  const half: readonly Part[] = [
    ...said('Let me '),
    call('a'),
    { type: 'tool-input-start', id: 'b', toolName: 'readFile' },
    { type: 'tool-input-delta', id: 'b', delta: '{"pa' },
  ];

  it('C83 runs nothing of the half response, keeps it visible as interrupted, and is requested again', async () => {
    const { agent, model, ran } = agentOver([
      breaking(half, new TypeError('terminated')),
      [...said('Again.'), call('a'), finish('tool-calls')],
      answer,
    ]);
    const parts = await talk(agent);

    expect(ran).toEqual(['a']);
    expect(model.requests[1]?.prompt).toEqual(model.requests[0]?.prompt);
    expect(lastResults(model.requests[2]?.prompt)).toMatchObject([{ id: 'a' }]);
    expect(parts).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'Let me ', state: 'done' },
      { toolCallId: 'a', state: 'output-error', toolMetadata: { countersign: { phase: 'interrupted' } } },
      { toolCallId: 'b', state: 'output-error', toolMetadata: { countersign: { phase: 'interrupted' } } },
      { type: 'step-start' },
      { type: 'text', text: 'Again.', state: 'done' },
      { toolCallId: 'a_2', state: 'output-available' },
      { type: 'step-start' },
      { type: 'text', text: 'done' },
    ]);
  });

  it.each([
    ['the connection goes', breaking(half, new TypeError('network error')), 'model-failed'],
    ['it ends without saying so', half, 'model-broke-off'],
    ['the provider says so', [...half, { type: 'error', error: apiError(400) } as Part, finish()], 'model-failed'],
  ])('C83 fails the run with the cause if no retry is left: %s', async (_, turn, code) => {
    const { agent, ran } = agentOver([turn], 0);

    const run = agent.run('go');
    const events = await eventsOf(run);
    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { name: 'ModelError', code } });
    expect(outcome.messages).toEqual([{ role: 'user', content: 'go' }]);
    expect(ran).toEqual([]);
    expect(outline(events).slice(-3)).toEqual(['tool-end', 'tool-end', 'run-end']);
  });

  it.each([
    ['no reason', { unified: 'other', raw: undefined }],
    ['an empty reason', { unified: 'other', raw: '' }],
    ['the name for it', { unified: 'interrupted', raw: undefined }],
  ] as const)(
    'C83 counts as broken if its package ends it with %s: it is requested again, and does not end the run',
    async (_, why) => {
      const ended: Turn = [...said('I will'), call('a'), { ...finish(), finishReason: why }];
      const again = agentOver([ended, answer]);
      const last = agentOver([ended], 0);

      const outcome = await again.agent.run('go').outcome;
      const failed = await last.agent.run('go').outcome;

      expect(outcome).toMatchObject({ type: 'completed', output: 'done', usage: { requests: 1 } });
      expect(outcome.messages).toHaveLength(2);
      expect(failed).toMatchObject({
        type: 'failed',
        error: { code: 'model-broke-off' },
        newMessages: [{ role: 'user' }],
      });
      expect([...again.ran, ...last.ran]).toEqual([]);
    },
  );

  it.each([
    ['other', 'eos'],
    ['stop', undefined],
    ['tool-calls', undefined],
  ] as const)(
    'C83 is complete if the provider gave a reason, also an unknown one, or said that it is done: %s, %s',
    async (unified, raw) => {
      const { agent, ran } = agentOver([[call('a'), { ...finish(), finishReason: { unified, raw } }], answer]);

      const outcome = await agent.run('go').outcome;

      expect(outcome.type).toBe('completed');
      expect(ran).toEqual(['a']);
    },
  );

  it('C83 counts as broken if the arguments of a call never arrived: an empty string counts as no arguments only if the call has ended', async () => {
    const begun: readonly Part[] = [call('a'), { type: 'tool-input-start', id: 'b', toolName: 'list' }];
    const none: Part = { type: 'tool-call', toolCallId: 'b', toolName: 'list', input: '' };
    const listed: unknown[] = [];
    const list = tool({ inputSchema: z.object({}), execute: (input) => void listed.push(input) });
    const setTimeout = (callback: () => void): (() => void) => {
      queueMicrotask(callback);
      return () => {};
    };
    const model = partsModel([
      [...begun, none, finish('tool-calls')],
      [...begun, { type: 'tool-input-end', id: 'b' }, none, finish('tool-calls')],
      answer,
    ]);
    const readFile = tool({
      inputSchema: z.object({ path: z.string() }),
      execute: ({ path }) => void listed.push(path),
    });

    const run = createAgent({ model, tools: { list, readFile }, environment: { setTimeout } }).run('go');
    const events = await eventsOf(run);

    expect(await run.outcome).toMatchObject({ type: 'completed', usage: { requests: 2 } });
    expect(listed).toEqual(['a', {}]);
    expect(events.filter(({ type }) => type === 'tool-end' || type === 'model-retry')).toMatchObject([
      { toolCallId: 'a', end: { status: 'interrupted' } },
      { toolCallId: 'b', end: { status: 'interrupted' } },
      { type: 'model-retry', error: { code: 'model-broke-off' } },
      { toolCallId: 'a_2', end: { status: 'returned' } },
      { toolCallId: 'b_2', end: { status: 'returned' } },
    ]);
  });
});

describe('hostile input', () => {
  const deep = `{"path":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;

  it.each([
    ['malformed', '{"path":', 'not valid JSON'],
    ['10,000 levels deep', deep, 'deeper than 256'],
    ['10 million levels deep', '['.repeat(10_000_000), 'deeper than 256'],
    ['text', '"a"', 'does not match'],
  ])('C99 makes a %s input a retry for the model', async (_, input, expected) => {
    const { agent, model, ran } = agentOver([
      [call('a', input), finish('tool-calls')],
      [call('b'), finish('tool-calls')],
      answer,
    ]);

    const outcome = await agent.run('go').outcome;

    expect(outcome.type).toBe('completed');
    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toMatchObject({
      type: 'error-text',
      value: expect.stringContaining(expected),
    });
    expect(ran).toEqual(['a']);
    expect(() => JSON.stringify(outcome.messages)).not.toThrow();
  });

  it('C99 accepts 10 MB of arguments, wide ones and ones with lone surrogates', async () => {
    const long = JSON.stringify({ path: '\ud800'.repeat(1_700_000) });
    // Five million numbers take half a minute on a slow machine.
    const numbers = process.env.COUNTERSIGN_ALL === '1' ? 5_000_000 : 50_000;
    const wide = `{"path":"w","n":[${'0,'.repeat(numbers)}0]}`;
    const { agent, ran } = agentOver([[call('a', long), call('b', wide), finish('tool-calls')], answer]);

    const outcome = await agent.run('go').outcome;

    expect(outcome.type).toBe('completed');
    expect(ran.map((path) => path.length)).toEqual([1_700_000, 1]);
  });

  it('runs 10,000 calls of one response', async () => {
    const calls = Array.from({ length: 10_000 }, () => call('same'));
    const { agent, model, ran } = agentOver([[...calls, finish('tool-calls')], answer]);

    const outcome = await agent.run('go').outcome;

    expect(outcome.type).toBe('completed');
    expect(ran).toHaveLength(10_000);
    expect(new Set(lastResults(model.requests[1]?.prompt).map(({ id }) => id)).size).toBe(10_000);
  });
});
