import type { RunAgentInput, Interrupt as TheirInterrupt } from '@ag-ui/core';
import { type Interrupt, runAgain, toolReturn } from 'countersign/core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  agUiAgent,
  agUiTurn,
  asking,
  pydanticInterrupt,
  runFinished,
  runStarted,
  type SentRun,
  sentRuns,
  text,
  toolCall,
  toolResult,
} from '../support/ag-ui.js';
import { type Answer, idsOf, yes } from '../support/remote-agent.js';
import { toBytes } from '../support/wire-server.js';

// What is promised of the events of servers that speak AG-UI: whole, broken and hostile.

const remove = toolCall('c1', 'delete_file', { path: 'a.txt' });
const asksFirst = agUiTurn(text('Well.'), remove, asking(pydanticInterrupt('c1')));
const done = agUiTurn(toolResult('c1', 'gone'), text('Done.', 'm2'), runFinished({ type: 'success' }));
const itHappened: Answer = ({ calls }) => ({
  calls: Object.fromEntries(calls.map(({ toolCallId }) => [toolCallId, toolReturn('It is gone.')])),
});

describe('the tools of a page', () => {
  it('C434 have names on the wire that the provider of the server accepts, and their own names here', async () => {
    const tools = {
      'files.read/all': { inputSchema: z.object({ path: z.string() }) },
      pick_colour: { inputSchema: z.object({}) },
    };
    const { run, asked, server } = await agUiAgent(
      ({ body }, index) => {
        const [first] = (body as object as SentRun).tools;
        const called = toolCall('c1', String(first?.name), { path: 'a' });
        return index === 0 ? agUiTurn(called, runFinished({ type: 'success' })) : done;
      },
      { wire: { tools } },
    );

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(asked[0]?.calls).toMatchObject([{ toolName: 'files.read/all', input: { path: 'a' } }]);
    const [first, second] = sentRuns(server);
    const [wireName, other] = first?.tools.map(({ name }) => name) ?? [];
    expect(wireName).toMatch(/^files_read_all__\w{14}$/);
    expect(other).toBe('pick_colour');
    expect(JSON.stringify(second?.messages)).toContain(`"name":"${wireName}"`);
    expect(JSON.stringify(second?.messages)).not.toContain('files.read');
  });

  it('C434 leave the names of the server’s tools unchanged', async () => {
    const { run, server } = await agUiAgent([
      agUiTurn(toolCall('c1', 'disk.read'), toolResult('c1', 'x'), text('Done.'), runFinished({ type: 'success' })),
      done,
    ]);

    const { outcome } = await run();
    await run('And?', { messages: outcome.messages });

    expect(JSON.stringify(sentRuns(server)[1]?.messages)).toContain('"name":"disk.read"');
  });
});

describe('a snapshot of messages', () => {
  const assistant = (more: object): object => ({ id: 'm1', role: 'assistant', ...more });
  const snapshot = (...messages: readonly object[]): object => ({
    type: 'MESSAGES_SNAPSHOT',
    messages: [{ id: 'u', role: 'user', content: 'go' }, ...messages],
  });
  const calling = (path: string): object => ({
    toolCalls: [{ id: 'c1', type: 'function', function: { name: 'delete_file', arguments: JSON.stringify({ path }) } }],
  });

  it('C237 takes precedence over the streamed arguments, texts and results', async () => {
    const { run, asked, server } = await agUiAgent([
      agUiTurn(
        text('Wel'),
        remove,
        toolCall('c2', 'list_files'),
        toolResult('c2', 'ab'),
        snapshot(assistant({ content: 'Well.', ...calling('real.txt') }), {
          id: 'r',
          role: 'tool',
          toolCallId: 'c2',
          content: '["a","b"]',
        }),
        asking(pydanticInterrupt('c1')),
      ),
      done,
    ]);

    const { outcome } = await run();

    expect(asked[0]?.approvals[0]?.input).toEqual({ path: 'real.txt' });
    expect(asked).toHaveLength(1);
    expect(sentRuns(server)[1]?.messages.slice(1)).toEqual([
      {
        id: 'm1',
        role: 'assistant',
        content: 'Well.',
        toolCalls: [
          { id: 'c1', type: 'function', function: { name: 'delete_file', arguments: '{"path":"real.txt"}' } },
          { id: 'c2', type: 'function', function: { name: 'list_files', arguments: '{}' } },
        ],
      },
      { id: 'result-c2', role: 'tool', toolCallId: 'c2', content: '["a","b"]' },
    ]);
    expect(outcome.type).toBe('completed');
  });

  it('C237 from before the arguments arrived does not affect them', async () => {
    const [start, args, end] = remove;
    const empty = { id: 'c1', type: 'function', function: { name: 'delete_file', arguments: '' } };
    const early = snapshot(assistant({ toolCalls: [empty] }));
    for (const events of [
      [start, early, args, end],
      [start, args, end, early],
    ]) {
      const { run, asked } = await agUiAgent([agUiTurn(events as object[], asking(pydanticInterrupt('c1'))), done]);

      await run();

      expect(asked[0]?.approvals[0]?.input).toEqual({ path: 'a.txt' });
    }
  });

  it('C237 adds arguments, messages and results that were not streamed', async () => {
    const empty = [
      { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'delete_file' },
      { type: 'TOOL_CALL_END', toolCallId: 'c1' },
    ];
    const { run, asked } = await agUiAgent([
      agUiTurn(empty, snapshot(assistant(calling('real.txt'))), asking(pydanticInterrupt('c1'))),
      agUiTurn(
        snapshot(
          assistant(calling('real.txt')),
          { id: 'r', role: 'tool', toolCallId: 'c1', content: 'gone' },
          assistant({ id: 'm2', content: 'Done.' }),
        ),
        runFinished(),
      ),
    ]);

    const { outcome, ends } = await run();

    expect(asked[0]?.approvals[0]?.input).toEqual({ path: 'real.txt' });
    expect(ends).toEqual({ c1: 'returned' });
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });
});

describe('other data of a server', () => {
  it('C238 state, activities and custom events are data, and the app decides which state is sent back', async () => {
    const { run, server } = await agUiAgent(
      [
        agUiTurn(
          { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } },
          { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/n', value: 2 }] },
          { type: 'CUSTOM', name: 'saved', value: 7 },
          text('Well.'),
          runFinished(),
        ),
      ],
      { wire: { state: () => ({ n: 5 }), forwardedProps: { a: 1 }, context: [{ description: 'd', value: 'v' }] } },
    );

    const { events, warnings } = await run();

    const data = events.flatMap((event) => (event.type === 'data' ? [[event.name, event.data]] : []));
    expect(data).toEqual([
      ['state', { n: 1 }],
      ['state-delta', [{ op: 'replace', path: '/n', value: 2 }]],
      ['custom', { name: 'saved', value: 7 }],
    ]);
    expect(warnings).toEqual([]);
    expect(sentRuns(server)[0]).toMatchObject({
      state: { n: 5 },
      forwardedProps: { a: 1 },
      context: [{ description: 'd', value: 'v' }],
    });
  });

  it('C238 reasoning and opaque values are sent back with the message that they belong to', async () => {
    const secret = (subtype: string, entityId: string): object => ({
      type: 'REASONING_ENCRYPTED_VALUE',
      subtype,
      entityId,
      encryptedValue: `secret of ${entityId}`,
    });
    const { run, server } = await agUiAgent([
      agUiTurn(
        { type: 'REASONING_MESSAGE_START', messageId: 'q1', role: 'reasoning' },
        { type: 'REASONING_MESSAGE_CONTENT', messageId: 'q1', delta: 'Hm.' },
        { type: 'REASONING_MESSAGE_END', messageId: 'q1' },
        secret('message', 'q1'),
        remove,
        secret('tool-call', 'c1'),
        asking(pydanticInterrupt('c1')),
      ),
      agUiTurn(
        toolResult('c1', 'no'),
        secret('message', 'r-c1'),
        text('Hm', 'm2'),
        toolCall('c2', 'delete_file'),
        // What takes the step back leaves the values.
        { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'm2', role: 'assistant', content: 'Hm.' }] },
        asking(pydanticInterrupt('c2')),
      ),
      agUiTurn(toolResult('c2', 'ok'), text('Done.', 'm3'), runFinished()),
    ]);

    const { outcome } = await run();

    const { messages } = sentRuns(server)[2] ?? { messages: [] };
    expect(outcome.type).toBe('completed');
    expect(messages.slice(1, 4)).toMatchObject([
      { id: 'q1', role: 'reasoning', content: 'Hm.', encryptedValue: 'secret of q1' },
      { role: 'assistant', toolCalls: [{ id: 'c1', encryptedValue: 'secret of c1' }] },
      { role: 'tool', toolCallId: 'c1', encryptedValue: 'secret of r-c1' },
    ]);
  });
});

describe('invalid events', () => {
  it('C239 an event that is unknown, repeated, or refers to nothing is skipped with a warning', async () => {
    const { run, asked, server } = await agUiAgent([
      agUiTurn(
        { type: 'NEW_IN_2_0' },
        { type: 'TOOL_CALL_ARGS', toolCallId: 'never', delta: '{' },
        { type: 'TOOL_CALL_END', toolCallId: 'never' },
        toolResult('never', 'x'),
        { type: 'TEXT_MESSAGE_END', messageId: 'never' },
        remove,
        toolCall('c1', 'delete_file', { path: 'twice.txt' }),
        asking(pydanticInterrupt('c1'), pydanticInterrupt('c1')),
        toolCall('c9', 'after_the_end'),
      ),
      done,
    ]);

    const { outcome, warnings } = await run();

    expect(asked.map(idsOf)).toEqual([{ approvals: ['c1'], calls: [] }]);
    expect(asked[0]?.approvals[0]?.input).toEqual({ path: 'a.txt' });
    expect(new Set(warnings)).toEqual(new Set(['remote-unknown-chunk']));
    expect(server.requests).toHaveLength(2);
    expect(outcome.type).toBe('completed');
  });

  it('C239 an unknown event has no effect, even if another wire knows its name', async () => {
    const { run, asked } = await agUiAgent([
      agUiTurn(text('Well.'), remove, { type: 'reset-step' }, { type: 'finish' }, asking(pydanticInterrupt('c1'))),
      done,
    ]);

    const { outcome, warnings } = await run();

    expect(asked.map(idsOf)).toEqual([{ approvals: ['c1'], calls: [] }]);
    expect(warnings).toEqual(['remote-unknown-chunk']);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });

  it('C239 reasoning and text with the same id are both received, and a snapshot does not change the reasoning', async () => {
    const think = { type: 'REASONING_MESSAGE_CONTENT', messageId: 'm1', delta: 'Hm.' };
    const messages = [{ id: 'm1', role: 'assistant', content: 'Yes, well.' }];
    const { run } = await agUiAgent([
      agUiTurn(think, text('Well.'), { type: 'MESSAGES_SNAPSHOT', messages }, runFinished()),
    ]);

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'completed', output: 'Yes, well.' });
    expect(outcome.messages.at(-1)?.content).toMatchObject([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Yes, well.' },
    ]);
  });

  it('C239 arguments that are not JSON fail their call, and nobody is asked about it', async () => {
    const { run, asked } = await agUiAgent([
      agUiTurn(
        { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'delete_file' },
        { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"path": ' },
        { type: 'TOOL_CALL_END', toolCallId: 'c1' },
        runFinished(),
      ),
    ]);

    const { ends } = await run();

    expect(ends).toEqual({ c1: 'failed' });
    expect(asked).toEqual([]);
  });

  it.each([
    ['an event without its texts', { type: 'TOOL_CALL_START', toolCallId: 'c1' }],
    ['no event', [1, 2]],
    ['no JSON', 'data: {"type":\n\n'],
  ])('C239 %s ends the run', async (_, event) => {
    const { run } = await agUiAgent([agUiTurn(text('Well.'), [event as object], runFinished())], { server: {} });

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-malformed' } });
  });
});

describe('a response that is cut', () => {
  it.each([
    ['asks', asksFirst],
    ['answers', done],
  ] as const)(
    'C240 while it %s, cut at any byte, loses no batch, sends no approval twice, and executes nothing unapproved',
    async (kind, turn) => {
      const bytes = toBytes(turn).length;
      const cutTurn = (cutAfter: number) => ({ ...turn, cutAfter });
      const stride = process.env.COUNTERSIGN_ALL === '1' ? 1 : 17;
      for (let at = 0; at < bytes; at += stride) {
        const script =
          kind === 'asks'
            ? [cutTurn(at), asksFirst, done]
            : [asksFirst, cutTurn(at), agUiTurn(text('Fine.', 'm3'), runFinished())];
        const { run, server } = await agUiAgent(script, { answers: [yes, itHappened], server: {} });

        const { outcome, ends } = await run();

        const sent = sentRuns(server).flatMap(({ resume = [] }) => resume);
        expect(sent.length, `cut at ${at}`).toBeLessThanOrEqual(1);
        if (kind === 'asks') {
          expect(server.requests.length, `cut at ${at}`).toBe(1);
          expect(outcome.type, `cut at ${at}`).toBe('failed');
        } else {
          expect(sent).toEqual([{ interruptId: 'int-c1', status: 'resolved', payload: { approved: true } }]);
          expect(ends.c1, `cut at ${at}`).toMatch(/returned|unknown/);
        }
      }
    },
    600_000,
  );

  it('C240 a body that ends before its run counts as cut, even if its texts are complete', async () => {
    const { run } = await agUiAgent([{ chunks: [runStarted, ...text('Well.')], ends: 'end' }], { server: {} });

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut' } });
  });
});

describe('a server that fails', () => {
  it('C241 its own error text ends the run, and a run that it stopped is not a success', async () => {
    const failing = await agUiAgent([agUiTurn(text('Well.'), { type: 'RUN_ERROR', message: 'The model is down.' })]);
    const stopped = await agUiAgent([agUiTurn(text('Well.'), runFinished({ type: 'cancelled' }))]);

    expect((await failing.run()).outcome).toMatchObject({
      type: 'failed',
      error: { code: 'remote-error', message: 'The server reported an error: The model is down.' },
    });
    expect((await stopped.run()).outcome).toMatchObject({ type: 'failed', error: { code: 'remote-error' } });
  });

  it('C241 its error after an approval makes people report the outcome, and nothing is sent twice', async () => {
    const { run, server, asked } = await agUiAgent(
      [
        asksFirst,
        agUiTurn({ type: 'RUN_ERROR', message: 'x'.repeat(30_000) }),
        agUiTurn(text('Fine.', 'm3'), runFinished()),
      ],
      { answers: [yes, itHappened] },
    );

    const { outcome, events } = await run();

    expect(asked[1]?.calls[0]?.interrupted).toBeDefined();
    expect(sentRuns(server).flatMap(({ resume = [] }) => resume)).toHaveLength(1);
    expect(JSON.stringify(events).length).toBeLessThan(20_000);
    expect(outcome.type).toBe('completed');
  });

  it('C241 an error that says that no answer was used is ignored after a result of an answer arrived', async () => {
    const { run, server, asked } = await agUiAgent(
      [
        agUiTurn(
          remove,
          toolCall('c2', 'delete_file', { path: 'b' }),
          asking(pydanticInterrupt('c1'), pydanticInterrupt('c2')),
        ),
        agUiTurn(toolResult('c1', 'gone'), { type: 'RUN_ERROR', message: 'No.', code: 'APPROVAL_RESUME_INVALID' }),
        agUiTurn(text('Fine.', 'm3'), runFinished()),
      ],
      { answers: [yes, itHappened] },
    );

    const { outcome } = await run();

    expect(asked[1]?.calls.map(({ toolCallId, interrupted }) => [toolCallId, interrupted !== undefined])).toEqual([
      ['c2', true],
    ]);
    expect(sentRuns(server).flatMap(({ resume = [] }) => resume)).toHaveLength(2);
    expect(outcome.type).toBe('completed');
  });

  it.each([
    [422, 'remote-refused', 'application/json', JSON.stringify({ detail: 'y'.repeat(30_000) })],
    [500, 'remote-failed', 'text/html', `<html>${'z'.repeat(30_000)}</html>`],
    [429, 'remote-busy', 'text/plain', 'slow down'],
    [200, 'remote-failed', 'text/html', '<html>login</html>'],
  ])('C241 a %i is %s, in a few words', async (status, code, ...[type, body]) => {
    const { run } = await agUiAgent([{ status, headers: { 'content-type': type }, chunks: [body], ends: 'end' }], {
      server: {},
    });

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code } });
    expect(outcome.type === 'failed' && outcome.error.message.length).toBeLessThan(700);
  });
});

describe('a conversation that continues', () => {
  it('C242 a call that asks again after an approval is a new batch', async () => {
    const again = agUiTurn(asking(pydanticInterrupt('c1', { message: 'The second key?' })));
    const { run, asked, server } = await agUiAgent([asksFirst, again, done]);

    const { outcome } = await run();

    expect(asked.map((one) => one.approvals[0]?.reason)).toEqual(['Approve c1?', 'The second key?']);
    expect(sentRuns(server).map(({ resume = [] }) => resume.length)).toEqual([0, 1, 1]);
    expect(outcome.type).toBe('completed');
  });

  it('C242 a message over an open interrupt closes it, and if the server asks again, people are asked again', async () => {
    const { run, agent, asked, server } = await agUiAgent(
      [asksFirst, agUiTurn(asking(pydanticInterrupt('c1'))), done],
      {
        answers: [() => null],
      },
    );
    const { outcome: left } = await run();
    const output = { type: 'execution-denied' as const, reason: 'Nobody answered.' };
    const closed = {
      role: 'tool' as const,
      content: [{ type: 'tool-result' as const, toolCallId: 'c1', toolName: 'delete_file', output }],
    };

    const outcome = await agent.run('never mind', { messages: [...left.messages, closed] }).outcome;

    expect(asked.map(idsOf)).toEqual([
      { approvals: ['c1'], calls: [] },
      { approvals: ['c1'], calls: [] },
    ]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(sentRuns(server)[1]?.messages.at(-2)).toMatchObject({ role: 'tool', toolCallId: 'c1' });
    expect(sentRuns(server).at(-1)?.resume).toEqual([
      { interruptId: 'int-c1', status: 'resolved', payload: { approved: true } },
    ]);
  });

  it('C242 an approval that Agent Framework waits for is abandoned before another message is sent', async () => {
    const metadata = { agent_framework: { type: 'function_approval_request' } };
    const { run, agent, asked, server } = await agUiAgent(
      [
        agUiTurn(remove, asking(pydanticInterrupt('c1', { metadata }))),
        agUiTurn(runFinished()),
        agUiTurn(text('Fine.', 'm3'), runFinished()),
      ],
      { answers: [() => null] },
    );
    const { outcome: left } = await run();
    const output = { type: 'execution-denied' as const, reason: 'Nobody answered.' };
    const part = { type: 'tool-result' as const, toolCallId: 'c1', toolName: 'delete_file', output };

    const outcome = await agent.run('never mind', {
      messages: [...left.messages, { role: 'tool', content: [part] }],
    }).outcome;

    const said = sentRuns(server).map(({ messages, resume }) => [messages.at(-1)?.content, resume]);
    expect(said.slice(1)).toEqual([
      ['Nobody answered.', [{ interruptId: 'int-c1', status: 'cancelled' }]],
      ['never mind', undefined],
    ]);
    expect(asked).toHaveLength(1);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Fine.' });
  });

  it('C242 so is one whose run was stopped while it waited', async () => {
    const metadata = { agent_framework: { type: 'function_approval_request' } };
    const stop = new AbortController();
    const { run, agent, server } = await agUiAgent(
      [
        agUiTurn(remove, asking(pydanticInterrupt('c1', { metadata }))),
        agUiTurn(runFinished()),
        agUiTurn(text('Fine.', 'm3'), runFinished()),
      ],
      {
        answers: [
          () => {
            stop.abort('Not now.');
            return null;
          },
        ],
      },
    );
    const { outcome: stopped } = await run('go', { abortSignal: stop.signal });

    await agent.run('never mind', { messages: stopped.messages }).outcome;

    expect(stopped.type).toBe('aborted');
    expect(sentRuns(server).map(({ resume }) => resume)).toEqual([
      undefined,
      [{ interruptId: 'int-c1', status: 'cancelled' }],
      undefined,
    ]);
  });

  it('C242 the reported outcome of an approval is sent as a result, never as another answer', async () => {
    const { run, server } = await agUiAgent(
      [asksFirst, { ...done, cutAfter: 60 }, agUiTurn(text('Fine.', 'm3'), runFinished())],
      { answers: [yes, itHappened] },
    );

    await run('go');

    expect(sentRuns(server)[2]?.resume).toBeUndefined();
    expect(sentRuns(server)[2]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'It is gone.' });
  });

  it('C242 a result that was sent with that approval is not sent again', async () => {
    const form = { id: 'form-one', reason: 'input_required', message: 'Your address?' };
    const { run, server } = await agUiAgent(
      [
        agUiTurn(remove, asking(pydanticInterrupt('c1'), form)),
        { ...done, cutAfter: 60 },
        agUiTurn(text('Fine.', 'm3'), runFinished()),
      ],
      { answers: [yes, itHappened] },
    );

    await run('go');

    expect(sentRuns(server).map(({ resume = [] }) => resume.length)).toEqual([0, 2, 0]);
    expect(sentRuns(server)[2]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'It is gone.' });
  });

  it('C242 a failed call gets no second approval, unless a person lets it run again', async () => {
    const two = agUiTurn(
      remove,
      toolCall('c2', 'delete_file', { path: 'b' }),
      toolCall('c3', 'delete_file', { path: 'c' }),
      asking(pydanticInterrupt('c1'), pydanticInterrupt('c2'), pydanticInterrupt('c3')),
    );
    const failed = { kind: 'tool-failed' as const, message: 'It did not.' };
    const play = async (answer: Answer) => {
      const { run, server } = await agUiAgent(
        [two, { ...done, cutAfter: 60 }, agUiTurn(text('Fine.', 'm3'), runFinished())],
        {
          answers: [yes, answer],
        },
      );
      await run('go');
      return sentRuns(server)[2];
    };

    const none = await play(() => ({ calls: { c1: failed, c2: failed, c3: failed } }));
    const again = await play(() => ({
      calls: { c1: toolReturn('It is gone.'), c2: runAgain(), c3: toolReturn('Gone.') },
    }));

    expect(none?.resume).toBeUndefined();
    expect(none?.messages.filter(({ role }) => role === 'tool')).toHaveLength(3);
    expect(again?.resume).toEqual([{ interruptId: 'int-c2', status: 'resolved', payload: { approved: true } }]);
    expect(again?.messages.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      'It is gone.',
      'Gone.',
    ]);
  });

  it('C242 if one answer has all decisions, a denial beside such an approval is sent as a result, too', async () => {
    const raw = { action_requests: ['a.txt', 'b'].map((path) => ({ name: 'delete_file', args: { path } })) };
    const interrupt = { id: 'both', reason: 'langgraph:interrupt', metadata: { langgraph: { raw } } };
    const no = { kind: 'tool-denied' as const, message: 'Keep it.' };
    const { run, server } = await agUiAgent(
      [
        agUiTurn(remove, toolCall('c2', 'delete_file', { path: 'b' }), asking(interrupt)),
        { ...done, cutAfter: 60 },
        agUiTurn(text('Fine.', 'm3'), runFinished()),
      ],
      { server: {}, answers: [() => ({ approvals: { c1: { kind: 'tool-approved' }, c2: no } }), itHappened] },
    );

    const { outcome } = await run('go');

    expect(outcome).toMatchObject({ type: 'completed', output: 'Fine.' });
    expect(sentRuns(server).map(({ resume = [] }) => resume.length)).toEqual([0, 1, 0]);
    const results = sentRuns(server)[2]?.messages.filter(({ role }) => role === 'tool');
    expect(results?.map(({ content }) => content)).toEqual(['It is gone.', 'Keep it.']);
  });

  it('C243 another run continues from the history alone, which has all that an answer needs', async () => {
    const { run, agent, server } = await agUiAgent([asksFirst, done], { answers: [() => null] });
    const { outcome } = await run();
    expect(outcome.type).toBe('deferred');

    const resumed = await agent.run(undefined, {
      messages: JSON.parse(JSON.stringify(outcome.messages)),
      deferredToolResults: { approvals: { c1: { kind: 'tool-approved' } }, calls: {}, metadata: {}, defer: [] },
    }).outcome;

    expect(resumed).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(sentRuns(server)[1]?.resume).toEqual([
      { interruptId: 'int-c1', status: 'resolved', payload: { approved: true } },
    ]);
    expect(sentRuns(server)[1]?.threadId).toBeDefined();
  });

  it('C244 sent and received data has the types of AG-UI 1.0', async () => {
    const { run, server } = await agUiAgent([asksFirst, done]);

    await run('go');

    expectTypeOf<Interrupt>().toExtend<TheirInterrupt>();
    expectTypeOf<keyof SentRun>().toExtend<keyof RunAgentInput>();
    const { RunAgentInputSchema } = await import('@ag-ui/core/schemas');
    for (const { body } of server.requests) expect(RunAgentInputSchema.parse(body)).toBeDefined();
  });
});
