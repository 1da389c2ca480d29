import {
  agUiTransport,
  createRemoteAgent,
  type Environment,
  httpTransport,
  type RemoteAgentOptions,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import {
  agUiAgent,
  agUiTurn,
  asking,
  pydanticInterrupt,
  runFinished,
  sentRuns,
  text,
  toolCall,
} from '../support/ag-ui.js';
import { finished, yes } from '../support/remote-agent.js';
import { fetchOf, tellResponse } from '../support/scripted-fetch.js';
import { asks, calls, finish, gives, says, start, startStep, waits, whole } from '../support/ui-chunks.js';
import { createVirtualClock, settled, type VirtualClock } from '../support/virtual-clock.js';
import { toBytes, type WireTurn } from '../support/wire-server.js';

// How long a server is waited for, and when it is asked again: in the time of a clock that only the test moves.

const stream = (turn: WireTurn) => (): Response =>
  new Response(new Uint8Array(toBytes(turn)), { headers: { 'content-type': 'text/event-stream' } });
const busy = (status: number, retryAfter: string) => (): Response =>
  new Response('Busy.', { status, headers: { 'retry-after': retryAfter } });
const hello = stream({ chunks: whole(says('Hi.')) });
const batch = stream({ chunks: waits(calls('a', 'delete'), asks('a')) });
const done = stream({ chunks: whole(gives('a', 'gone'), says('Done.')) });
const api = 'https://agents.example/chat';

/** A run whose pauses are in the test's hands; its transport keeps the time of the page. */
function runIn(clock: VirtualClock, options: RemoteAgentOptions) {
  const agent = createRemoteAgent({
    environment: clock.environment,
    deferredToolHandler: (requests) => ({ approvals: {}, calls: {}, metadata: {}, defer: [], ...yes(requests) }),
    ...options,
  });
  return finished(agent.run('go'));
}

describe('C210', () => {
  it.each([
    [429, '7', 7000],
    [503, '7', 7000],
    [429, 'Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    [503, 'Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    [503, '60', 60_000],
    [429, '3600', 1000],
    [503, 'soon', 1000],
    [429, 'Wed, 31 Dec 2025 00:00:00 GMT', 1000],
  ])('C210 a server that responds %s with Retry-After %s is asked again after %s ms', async (status, after, delay) => {
    const clock = createVirtualClock(Date.parse('2026-01-01T00:00:00Z'));
    const { fetch, asked } = fetchOf([busy(status, after), hello]);

    const ending = runIn(clock, { transport: httpTransport({ api, fetch }), server: 'ai-sdk' });
    await expect.poll(clock.waiting).toBe(1);
    await clock.advance(delay - 1);
    const before = asked.length;
    await clock.advance(1);

    const { events, outcome } = await ending;
    expect([before, asked.length]).toEqual([1, 2]);
    expect(events.filter(({ type }) => type === 'model-retry')).toMatchObject([{ attempt: 1, delay }]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Hi.' });
  });

  it('C210 the same applies to a server of AG-UI', async () => {
    const clock = createVirtualClock();
    const { fetch } = fetchOf([busy(503, '20'), stream(agUiTurn(text('Hi.'), runFinished()))]);

    const ending = runIn(clock, { transport: agUiTransport({ url: api, fetch }), server: 'pydantic-ai' });
    await expect.poll(clock.waiting).toBe(1);
    await clock.advance(20_000);

    const { events, outcome } = await ending;
    expect(events.find(({ type }) => type === 'model-retry')).toMatchObject({ delay: 20_000 });
    expect(outcome).toMatchObject({ type: 'completed', output: 'Hi.' });
  });

  it('C210 the outcome of an approval is not requested any sooner', async () => {
    const clock = createVirtualClock();
    const { fetch, asked } = fetchOf([batch, busy(503, '5'), done]);

    const ending = runIn(clock, { transport: httpTransport({ api, fetch }), server: 'countersign' });
    await expect.poll(clock.waiting).toBe(1);
    await clock.advance(4999);
    const before = asked.map(({ method }) => method);
    await clock.advance(1);

    const { outcome, ends } = await ending;
    expect(before).toEqual(['POST', 'POST']);
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
    expect(ends).toEqual({ a: 'returned' });
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });
});

describe('C210', () => {
  const chunk = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
  const minute = 60_000;
  /** Both wires, with what each says first, and a chunk that says little. */
  const wires = [
    {
      name: 'UI messages',
      begins: [start, startStep].map(chunk).join(''),
      more: chunk({ type: 'data-progress', data: 1 }),
      transportOf: (options: object) => httpTransport({ api, ...options }),
    },
    {
      name: 'AG-UI',
      begins: chunk({ type: 'RUN_STARTED' }),
      more: chunk({ type: 'CUSTOM', name: 'progress', value: 1 }),
      transportOf: (options: object) => agUiTransport({ url: api, ...options }),
    },
  ];

  it.each(wires)('C210 a server that sends only keep-alive data is disconnected in the end ($name)', async (wire) => {
    const clock = createVirtualClock();
    const told = tellResponse();
    const { fetch } = fetchOf([() => told.response]);
    const transport = wire.transportOf({ fetch, clock: clock.environment, chunkTimeout: 10 * minute });
    const minutes = async (count: number, words: string): Promise<void> => {
      for (let passed = 0; passed < count && !told.isHungUp(); passed++) {
        told.say(words);
        await clock.advance(minute);
      }
    };

    const ending = runIn(createVirtualClock(), { transport });
    await settled();
    told.say(wire.begins);
    await minutes(9, ': still here\n\n');
    const afterComments = told.isHungUp();
    await minutes(30, wire.more);
    const afterChunks = told.isHungUp();
    await minutes(10, ': still here\n\n');

    const { outcome } = await ending;
    expect([afterComments, afterChunks, told.isHungUp()]).toEqual([false, false, true]);
    const message = 'The server said that it lives, and nothing else, for 600 seconds.';
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut', message } });
  });

  it.each([
    [undefined, 60],
    [Number.POSITIVE_INFINITY, 600],
  ])('C210 with a limit of %s for that, it is disconnected after an hour, or never', async (chunkTimeout, after) => {
    const clock = createVirtualClock();
    const told = tellResponse();
    const { fetch } = fetchOf([() => told.response]);
    const more = chunkTimeout === undefined ? {} : { chunkTimeout };
    const transport = httpTransport({ api, fetch, clock: clock.environment, ...more });

    const ending = runIn(createVirtualClock(), { transport });
    await settled();
    told.say(chunk(start));
    let passed = 0;
    for (; passed < 600 && !told.isHungUp(); passed++) {
      told.say(': still here\n\n');
      await clock.advance(minute);
    }

    expect(passed).toBe(after);
    if (!told.isHungUp()) told.say([...says('Hi.'), finish].map(chunk).join(''));
    expect((await ending).outcome.type).toBe(chunkTimeout === undefined ? 'failed' : 'completed');
  });

  it.each(wires)(
    'C210 a server that sends a byte now and then, and never a line, counts as silent ($name)',
    async (wire) => {
      const clock = createVirtualClock();
      const told = tellResponse();
      const { fetch } = fetchOf([() => told.response]);

      const ending = runIn(createVirtualClock(), {
        transport: wire.transportOf({ fetch, clock: clock.environment, idleTimeout: 5 * minute }),
      });
      await settled();
      told.say(`${wire.begins}data: {"type":"`);
      for (let seconds = 0; seconds < 300 && !told.isHungUp(); seconds += 2) {
        told.say('x');
        await clock.advance(2000);
      }

      const message = 'The server said nothing for 300 seconds.';
      expect((await ending).outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut', message } });
      expect(told.isHungUp()).toBe(true);
    },
  );

  it.each(wires)('C210 a server that never answers is disconnected ($name)', async ({ transportOf }) => {
    const clock = createVirtualClock();
    const { fetch } = fetchOf([() => new Promise(() => {})]);

    const ending = runIn(createVirtualClock(), { transport: transportOf({ fetch, clock: clock.environment }) });
    await expect.poll(clock.waiting).toBe(1);
    await clock.advance(5 * minute);

    const message = 'The server said nothing for 300 seconds.';
    expect((await ending).outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut', message } });
  });

  it('C210 one timer watches a response with any number of pieces, and ends with it', async () => {
    const clock = createVirtualClock();
    const told = tellResponse();
    const { fetch } = fetchOf([() => told.response]);
    let started = 0;
    const environment: Environment = {
      ...clock.environment,
      setTimeout: (callback, ms) => {
        started += 1;
        return clock.environment.setTimeout(callback, ms);
      },
    };

    const ending = runIn(createVirtualClock(), { transport: httpTransport({ api, fetch, clock: environment }) });
    await settled();
    const startedBefore = started;
    for (const one of [start, ...says('Hi.')]) {
      told.say(chunk(one));
      await settled();
    }
    const waitedBy = clock.waiting();
    told.say(chunk(finish));
    told.say('data: [DONE]\n\n');

    expect((await ending).outcome).toMatchObject({ type: 'completed', output: 'Hi.' });
    expect([started - startedBefore, waitedBy]).toEqual([0, 1]);
    await expect.poll(clock.waiting).toBe(0);
  });

  it('C210 time in which nobody reads does not count', async () => {
    const clock = createVirtualClock();
    const told = tellResponse();
    const { fetch } = fetchOf([() => told.response]);
    const transport = httpTransport({ api, fetch, clock: clock.environment });
    const abortSignal = AbortSignal.any([]);
    const messages = [{ id: 'u', role: 'user' as const, parts: [{ type: 'text' as const, text: 'go' }] }];

    const stream = await transport.sendMessages({
      trigger: 'submit-message',
      chatId: 'c',
      messageId: undefined,
      messages,
      abortSignal,
    });
    told.say(chunk(start));
    await settled();
    await clock.advance(60 * minute);

    expect([told.isHungUp(), clock.waiting()]).toEqual([false, 0]);
    await stream.cancel();
    expect(told.isHungUp()).toBe(true);
  });

  it('C210 a line without an end is disconnected', async () => {
    const told = tellResponse();
    const { fetch } = fetchOf([() => told.response]);

    const ending = runIn(createVirtualClock(), { transport: httpTransport({ api, fetch }) });
    await settled();
    told.say(`${chunk(start)}data: {"type":"`);
    for (let megabytes = 0; megabytes < 20 && !told.isHungUp(); megabytes++) {
      told.say('x'.repeat(1_000_000));
      await settled();
    }

    expect((await ending).outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut' } });
    expect(told.isHungUp()).toBe(true);
  });
});

describe('C236', () => {
  it('C236 the clock of the transport decides if an approval is in time', async () => {
    const until = pydanticInterrupt('c1', { expiresAt: '2020-01-01T00:00:00Z' });
    const asked = agUiTurn(toolCall('c1', 'delete_file'), asking(until));
    const clock = createVirtualClock(Date.parse('2019-12-31T23:59:59Z'));
    const { run, server } = await agUiAgent([asked, agUiTurn(text('Well.', 'm2'), runFinished())], {
      wire: { clock: clock.environment },
    });

    await run('go');

    expect(sentRuns(server)[1]?.resume).toMatchObject([{ payload: { approved: true } }]);
  });
});
