import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UIMessageChunk } from 'ai';
import { createRemoteAgent, type DeferredToolRequests, httpTransport, toolApproved } from 'countersign/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { callRecord, isToolPart } from '../../src/conversation/messages/call-record.js';
import { reduceRunEvents } from '../../src/conversation/messages/reduce-run-event.js';
import { initialState } from '../../src/conversation/state/conversation-state.js';
import { agUiAgent, agUiTurn, runFinished, sentRuns, text } from '../support/ag-ui.js';
import { finished, idsOf, remoteAgent, sentCalls } from '../support/remote-agent.js';
import { fetchOf, tellResponse } from '../support/scripted-fetch.js';
import { asks, calls, finishStep, gives, says, start, startStep, waits, whole } from '../support/ui-chunks.js';
import { startWireServer } from '../support/wire-server.js';

const batch = { chunks: waits(calls('a', 'delete', { path: 'a' }), asks('a')) };
const done = { chunks: whole(gives('a', 'gone'), says('Done.')) };
const handler = () => ({ approvals: { a: toolApproved() }, calls: {}, metadata: {}, defer: [] });
const search = [startStep, calls('s', 'search'), gives('s', 'found'), finishStep];

describe('C204', () => {
  it.each([
    ['the connection breaks', { chunks: [start, ...says('I will delete it.')], ends: 'cut' }],
    ['no JSON comes', { chunks: [start, ...says('Wait.'), 'data: {"type":\n\n'], ends: 'hang' }],
    ['it ends within an event', { chunks: [start, ...says('Wait.'), 'data: {"type":"start-st'], ends: 'end' }],
  ] as const)('C204 a complete text is not a complete response if %s', async (_, broken) => {
    const { run, asked } = await remoteAgent([broken, batch, done]);

    const { outcome } = await run();

    expect(asked).toHaveLength(1);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(JSON.stringify(outcome.messages)).not.toMatch(/Wait|I will/);
  });

  it('C204 data before an error in the same piece is emitted', async () => {
    const told = tellResponse();
    const { fetch } = fetchOf([() => told.response]);
    const agent = createRemoteAgent({
      transport: httpTransport({ api: 'https://agents.example/chat', fetch }),
      retries: 0,
    });

    const ending = finished(agent.run('go'));
    told.say(
      [...[start, ...says('Wait.')].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: {\n\n'].join(''),
    );

    const { events, outcome } = await ending;
    expect(events.find(({ type }) => type === 'text-delta')).toMatchObject({ delta: 'Wait.' });
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-malformed' } });
    expect(told.isHungUp()).toBe(true);
  });

  it('C204 a body that simply ends may be complete after a text or a batch, and is not after results of tools', async () => {
    const text = await remoteAgent([{ chunks: [start, ...says('Hi.')], ends: 'end' }]);
    const question = await remoteAgent([{ chunks: batch.chunks.slice(0, -1), ends: 'end' }, done]);
    const tools = await remoteAgent([{ chunks: [start, ...search], ends: 'end' }]);

    expect((await text.run()).outcome).toMatchObject({ type: 'completed', output: 'Hi.' });
    expect((await question.run()).outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect((await tools.run()).outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut' } });
  });
});

describe('C209', () => {
  const half = [startStep, { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Hel' }];
  const reset = { type: 'reset-step' };

  it('C209 a step that is retracted before it sent anything leaves the previous step', async () => {
    const chunks = whole(startStep, reset, search, startStep, reset, says('Answer.').slice(1));
    const { run } = await remoteAgent([{ chunks }]);

    const { outcome, events } = await run();

    expect(outcome).toMatchObject({ type: 'completed', output: 'Answer.' });
    expect(outcome.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(events.filter(({ type }) => type === 'model-retry')).toEqual([]);
  });

  it('C209 a void step leaves nothing, also if nothing follows it', async () => {
    const anew = await remoteAgent([
      { chunks: [start, ...half], ends: 'cut' },
      { chunks: whole(startStep, finishStep) },
    ]);
    const back = await remoteAgent([{ chunks: whole(half, reset, finishStep) }]);
    const said = await remoteAgent([{ chunks: whole(half, reset, says('Hello.').slice(1)) }]);

    for (const { run } of [anew, back]) {
      const { outcome, events } = await run();
      expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-empty' } });
      expect(outcome.messages).toHaveLength(1);
      expect(events.some(({ type }) => type === 'step-end')).toBe(false);
    }
    const { outcome, events } = await said.run();
    expect(outcome).toMatchObject({ type: 'completed', output: 'Hello.' });
    expect(events.flatMap((event) => (event.type.startsWith('step-') ? [event.type] : []))).toEqual([
      'step-start',
      'step-end',
    ]);
  });

  const root = calls('a', 'delete', { path: '/' });
  const asksAgain = asks('a', { approvalId: 'second' });
  const inputsOf = (asked: readonly DeferredToolRequests[]): unknown =>
    asked.map(({ approvals }) => approvals.map(({ input }) => input));

  it.each([
    ['after its result', [gives('a', 'gone'), startStep, root, asksAgain, finishStep]],
    ['while its yes is on its way', [startStep, root, asksAgain, finishStep]],
    ['once it asks again', [startStep, asksAgain, root, finishStep]],
  ])('C209 an id that is repeated %s with another input is requested with that input', async (_, chunks) => {
    const { run, asked, server } = await remoteAgent([batch, { chunks: whole(chunks) }, done], {
      server: { history: 'server' },
    });

    const { outcome, events } = await run();

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(inputsOf(asked)).toEqual([[{ path: 'a' }], [{ path: '/' }]]);
    expect(sentCalls(server, 2).a).toMatchObject({ input: { path: '/' }, approval: { id: 'second' } });
    expect(events.filter(({ type }) => type === 'tool-call')).toMatchObject([
      { input: { path: 'a' } },
      { input: { path: '/' } },
    ]);
  });

  it('C209 a call that is repeated in a step has its last input', async () => {
    const twice = { chunks: waits(calls('a', 'delete', { path: 'a' }), asks('a'), root) };
    const { run, asked, server } = await remoteAgent([twice, done]);

    const { warnings } = await run();

    expect(inputsOf(asked)).toEqual([[{ path: '/' }]]);
    expect(sentCalls(server, 1).a).toMatchObject({ input: { path: '/' }, approval: { id: 'ask-a' } });
    expect(warnings).toEqual([]);
  });

  it('C209 a server that numbers its calls anew in each step makes new calls', async () => {
    const begins = { type: 'tool-input-start', toolCallId: 's', toolName: 'delete' };
    const writes = { type: 'tool-input-delta', toolCallId: 's', inputTextDelta: '{}' };
    const { run, asked } = await remoteAgent([
      { chunks: whole(search, startStep, begins, writes, calls('s', 'delete'), asks('s'), finishStep) },
      { chunks: whole(gives('s', 'gone'), says('Done.')) },
    ]);

    const { outcome } = await run();

    expect(asked.map(idsOf)).toEqual([{ approvals: ['s'], calls: [] }]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });

  it('C209 an input that a server executed instead of the approved one is reported, without mention of an edit if there was none', async () => {
    const { run } = await remoteAgent([batch, { chunks: whole(root, gives('a', 'gone'), says('Done.')) }]);

    const { events } = await run();

    const told = events.flatMap((event) => (event.type === 'warning' ? [event] : []));
    const ranAs = { toolCallId: 'a', input: { path: '/' } };
    expect(told).toMatchObject([{ code: 'remote-other-input', ranAs }]);
    const { messages } = reduceRunEvents(initialState, events);
    expect(messages.at(-1)?.parts.filter(isToolPart).map(callRecord)).toMatchObject([{ ranAs: { path: '/' } }]);
    expect(told[0]?.message).not.toContain('edits');
  });
});

describe('C210', () => {
  /** A server that takes requests and never says a word, with how many it still holds. */
  async function mute() {
    let open = 0;
    const server = createServer((request) => {
      open += 1;
      request.socket.on('close', () => {
        open -= 1;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => server.closeAllConnections());
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // a TCP server that listens has one
    return { url: `http://127.0.0.1:${port}/chat`, open: () => open };
  }

  it('C210 requests have their headers and versions, on either wire', async () => {
    const chunks = await remoteAgent([{ chunks: whole(says('Hi.')) }]);
    const events = await agUiAgent([agUiTurn(text('Hi.'), runFinished())]);

    await Promise.all([chunks.run(), events.run()]);

    const types = [chunks, events].map(({ server }) => server.requests[0]?.headers['content-type']);
    expect(types).toEqual(['application/json', 'application/json']);
    expect(sentRuns(events.server)[0]?.protocolVersion).toBe('1.0');
  });

  it('C210 a server that never answers is disconnected', async () => {
    const { url, open } = await mute();
    const agent = createRemoteAgent({ transport: httpTransport({ api: url, idleTimeout: 50 }), retries: 0 });

    const { outcome } = await finished(agent.run('go'));

    const message = expect.stringContaining('said nothing');
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut', message } });
    await expect.poll(open).toBe(0);
  });

  it.each(['metadata', 'member'])(
    'C210 a request for the rest of a response is aborted by its signal (%s)',
    async (where) => {
      const { url, open } = await mute();
      const stop = new AbortController();
      const { signal } = stop;
      const more = where === 'metadata' ? { metadata: { startIndex: 1, signal } } : { abortSignal: signal };

      const asked = httpTransport({ api: url }).reconnectToStream({ chatId: 'c', ...more });
      await expect.poll(open).toBe(1);
      stop.abort();

      await expect(asked).rejects.toMatchObject({ code: 'remote-cut' });
      await expect.poll(open).toBe(0);
    },
  );

  it('C210 a response that arrives after the stop is closed', async () => {
    const left = vi.fn();
    const sendMessages = async (): Promise<ReadableStream<UIMessageChunk>> => {
      await new Promise((resolve) => setTimeout(resolve));
      run.abort();
      return new ReadableStream({ cancel: left });
    };
    const run = createRemoteAgent({ transport: { sendMessages, reconnectToStream: async () => null } }).run('go');

    expect((await run.outcome).type).toBe('aborted');
    await expect.poll(() => left).toHaveBeenCalledOnce();
  });

  it('C210 a response is closed even if the stop comes right after it', async () => {
    for (let turns = 0; turns < 20; turns++) {
      const left = vi.fn();
      const sendMessages = async (): Promise<ReadableStream<UIMessageChunk>> => {
        void (async () => {
          for (let turn = 0; turn < turns; turn++) await Promise.resolve();
          run.abort();
        })();
        return new ReadableStream({ cancel: left });
      };
      const run = createRemoteAgent({ transport: { sendMessages, reconnectToStream: async () => null } }).run('go');

      expect((await run.outcome).type).toBe('aborted');
      await expect.poll(() => left, { message: `after ${turns} turns` }).toHaveBeenCalledOnce();
    }
  });

  it('C210 a connection that stays open after the end is closed', async () => {
    const { run, server } = await remoteAgent([{ chunks: whole(says('Hi.')), ends: 'hang' }]);

    expect((await run()).outcome).toMatchObject({ type: 'completed', output: 'Hi.' });
    await expect.poll(server.hungUp).toBe(1);
  });

  it.each([
    ['its headers', () => ({ headers: () => Promise.reject(new Error('No token.')) })],
    [
      'its body',
      () => ({
        prepareRequest: () => {
          throw new Error('No token.');
        },
      }),
    ],
  ])('C210 a request of which %s cannot be created was not sent, and the batch stays open', async (_, broken) => {
    const server = await startWireServer([batch, done]);
    const agentOn = (more: object) =>
      createRemoteAgent({ transport: httpTransport({ api: server.url, ...more }), server: 'ai-sdk' });
    const open = (await agentOn({}).run('go').outcome).messages;

    const { outcome } = await finished(
      agentOn(broken()).run(undefined, { messages: open, deferredToolHandler: handler }),
    );

    const message = 'Nothing was sent: No token.';
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-refused', message } });
    const { messages } = outcome;
    const again = await finished(agentOn({}).run(undefined, { messages, deferredToolHandler: handler }));
    expect(again.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(server.requests).toHaveLength(2);
  });
});
