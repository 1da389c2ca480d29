import { runAgain, toolReturn } from 'countersign/core';
import { memoryJournal } from 'countersign/testing';
import { describe, expect, it, vi } from 'vitest';
import { type Answer, answeredIn, finished, idsOf, remoteAgent, sentCalls, yes } from '../support/remote-agent.js';
import { asks, calls, gives, says, start, startStep, waits, whole } from '../support/ui-chunks.js';
import { toBytes, type WireRequest, type WireTurn } from '../support/wire-server.js';

const batch = {
  chunks: waits(calls('a', 'delete', { path: 'a' }), asks('a'), calls('b', 'delete', { path: 'b' }), asks('b')),
};
const done = { chunks: whole(gives('a', 'gone'), gives('b', 'gone'), says('Done.')) };
/** Says yes, and then what its second batch is answered with. */
const yesThen = (second: Answer): readonly Answer[] => [yes, second];

describe('C204', () => {
  it.each([
    ['before a word came', { chunks: [], ends: 'cut' }],
    ['after its first words', { chunks: [start, startStep], ends: 'cut' }],
    [
      'by a server that failed',
      { status: 502, headers: { 'content-type': 'text/html' }, chunks: ['<h1>Bad gateway</h1>'], ends: 'end' },
    ],
    [
      'by something that is no event stream',
      { headers: { 'content-type': 'text/html' }, chunks: ['<p>Log in'], ends: 'end' },
    ],
    ['by an event that makes no sense', { chunks: [start, 'data: {"type":"text-delta"}\n\n'], ends: 'hang' }],
    ['by an event that is no JSON', { chunks: [start, 'data: {"type":\n\n'], ends: 'hang' }],
    ["with the server's own error", { chunks: [start, { type: 'error', errorText: 'It broke.' }] }],
  ] as const)(
    'C204 an approval that was interrupted %s is not sent again: people are asked what happened',
    async (_, cut) => {
      const { run, server, asked } = await remoteAgent([batch, cut, { chunks: whole(says('Done.')) }], {
        answers: yesThen(() => ({
          calls: { a: toolReturn('gone'), b: { kind: 'tool-failed', message: 'It did not.' } },
        })),
      });

      const { outcome, ends } = await run();

      expect(asked.map(idsOf)).toEqual([
        { approvals: ['a', 'b'], calls: [] },
        { approvals: [], calls: ['a', 'b'] },
      ]);
      expect(asked[1]?.calls[0]).toMatchObject({ input: { path: 'a' }, interrupted: {} });
      expect(outcome.type).toBe('completed');
      expect(ends).toEqual({ a: 'returned', b: 'failed' });
      expect(server.requests.map(answeredIn)).toEqual([[], ['a', 'b'], []]);
      expect(sentCalls(server, 2)).toMatchObject({
        a: { state: 'output-available', output: 'gone' },
        b: { state: 'output-error', errorText: 'It did not.' },
      });
    },
  );

  it('C204 results that arrived before the cut count, and only the rest is requested', async () => {
    const cut = { chunks: [start, gives('a', 'gone')], ends: 'cut' } as const;
    const { run, server, asked } = await remoteAgent(
      [batch, cut, { chunks: whole(gives('b', 'gone'), says('Done.')) }],
      {
        answers: yesThen(() => ({ calls: { b: runAgain() } })),
      },
    );

    const { ends, outcome } = await run();

    expect(asked.map(idsOf)).toEqual([
      { approvals: ['a', 'b'], calls: [] },
      { approvals: [], calls: ['b'] },
    ]);
    expect(sentCalls(server, 2)).toMatchObject({
      a: { state: 'output-available', output: 'gone' },
      b: { state: 'approval-responded', approval: { approved: true } },
    });
    expect(ends).toEqual({ a: 'returned', b: 'returned' });
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });

  it('C204 if nobody can be asked, the run ends with the request', async () => {
    const { run } = await remoteAgent([batch, { chunks: [start], ends: 'cut' }], { answers: yesThen(() => null) });

    const { outcome } = await run();

    if (outcome.type !== 'deferred') throw new Error(outcome.type);
    expect(outcome.requests.calls.map(({ interrupted }) => interrupted)).toEqual([{}, {}]);
  });

  it('C204 a request without approvals is repeated if the client has the history, and its partial response is void', async () => {
    const half = {
      chunks: [start, startStep, { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Hel' }],
      ends: 'cut',
    } as const;
    const whole1 = { chunks: whole(says('Hello.')) };
    const client = await remoteAgent([half, whole1]);
    const stored = await remoteAgent([half, whole1], { server: { history: 'server' } });

    const [again, once] = [await client.run(), await stored.run()];

    expect(again.outcome).toMatchObject({ type: 'completed', output: 'Hello.' });
    expect(again.events.filter(({ type }) => type === 'model-retry')).toHaveLength(1);
    expect(once.outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut' } });
    expect([client.server.requests.length, stored.server.requests.length]).toEqual([2, 1]);
  });

  it('C204 the outputs of a response that was cut later are sent as outputs', async () => {
    const cut = {
      chunks: [start, gives('a', 'gone'), gives('b', 'gone'), startStep, { type: 'text-start', id: 't' }],
      ends: 'cut',
    } as const;
    const { run, server, asked } = await remoteAgent([batch, cut, { chunks: whole(says('Done.')) }]);

    const { outcome } = await run();

    expect(asked).toHaveLength(1);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(Object.values(sentCalls(server, 2)).map(({ state }) => state)).toEqual([
      'output-available',
      'output-available',
    ]);
  });
});

describe('C214', () => {
  const withText = { chunks: [start, ...says('I will.').slice(0, -1), ...batch.chunks.slice(2)] };
  it.each([
    ['at once', batch],
    ['after a text', withText],
  ])(
    'C214 a response that asks %s and is cut at any byte loses no batch, sends no approval twice, and executes nothing unapproved',
    async (_, asking) => {
      const [first, second] = [toBytes(asking).length, toBytes(done).length];
      let [batches, unknowns] = [0, 0];
      // Each byte in the long run.
      const stride = process.env.COUNTERSIGN_ALL === '1' ? 1 : 11;
      for (let at = 0; at < first + second; at += stride) {
        const cutAt = at < first ? 0 : 1;
        const cut = cutAt === 0 ? { ...asking, cutAfter: at } : { ...done, cutAfter: at - first };
        const script = (request: WireRequest, index: number): WireTurn => {
          if (index === cutAt) return cut;
          if (answeredIn(request).length > 0) return done;
          return index < 2 ? asking : { chunks: whole(says('Done.')) };
        };
        const { run, server, asked } = await remoteAgent(script, {
          answers: yesThen(({ calls: open }) => ({
            calls: Object.fromEntries(open.map(({ toolCallId }) => [toolCallId, toolReturn('gone')])),
          })),
        });
        const once = await run('go');
        // Once the server has called something, nobody can say what it did: whoever asked says so again.
        const { outcome } =
          once.outcome.type === 'failed' ? await run('again', { messages: once.outcome.messages }) : once;
        const yeses = server.requests.flatMap(answeredIn);
        batches += asked.length;
        unknowns += asked.flatMap(({ calls: open }) => open).length;
        expect([at, outcome.type, yeses]).toEqual([at, 'completed', ['a', 'b']]);
      }
      expect(batches).toBeGreaterThan((first + second) / stride);
      expect(unknowns).toBeGreaterThan(20);
    },
    120_000,
  );
});

describe('C205', () => {
  const hello = whole(says('Hello there.'));

  it('C205 a server that replays is asked first, and nothing is emitted twice', async () => {
    const turns = [batch, { chunks: [start, gives('a', 'gone')], ends: 'cut' }, done] as const;
    const { run, server, asked } = await remoteAgent(turns, { server: { history: 'client', reconnect: 'replay' } });

    const { ends, outcome, events } = await run();

    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
    expect(server.requests[2]?.url).toMatch(/^\/chat\/[^/]+\/stream\?startIndex=0$/);
    expect(asked).toHaveLength(1);
    expect(ends).toEqual({ a: 'returned', b: 'returned' });
    expect(events.filter(({ type }) => type === 'tool-end')).toHaveLength(2);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });

  it('C205 a server that continues from a chunk receives the number of received chunks', async () => {
    const rest = { chunks: hello.slice(3) };
    const { run, server } = await remoteAgent([{ chunks: hello.slice(0, 3), ends: 'cut' }, rest], {
      server: { history: 'client', reconnect: 'continue' },
    });

    const { outcome } = await run();

    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Hello there.' });
  });

  it('C205 if the server no longer has the response, people are asked', async () => {
    const over = { status: 204, headers: {}, chunks: [], ends: 'end' } as const;
    const { run, asked } = await remoteAgent(
      [batch, { chunks: [start], ends: 'cut' }, over, { chunks: whole(says('Done.')) }],
      {
        server: { history: 'client', reconnect: 'replay' },
        answers: yesThen(() => ({ calls: { a: toolReturn(1), b: toolReturn(1) } })),
      },
    );

    const { outcome } = await run();

    expect(asked.map(idsOf)[1]).toEqual({ approvals: [], calls: ['a', 'b'] });
    expect(outcome.type).toBe('completed');
  });
});

describe('C211', () => {
  it('C211 a stop aborts the request, keeps what arrived, and ends sent calls as unknown', async () => {
    const { agent, server } = await remoteAgent([batch, { chunks: [start, gives('a', 'gone')], ends: 'hang' }]);
    const run = agent.run('go');
    const seen = finished(run);
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    for await (const event of run) if (event.type === 'tool-end') break;

    run.abort('Enough.');
    const { outcome, ends } = await seen;

    expect(outcome).toMatchObject({ type: 'aborted', reason: 'Enough.' });
    expect(ends).toEqual({ a: 'returned', b: 'unknown' });
    await vi.waitFor(() => expect(server.hungUp()).toBe(1));
    const results = outcome.messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
    expect(results.map((part) => ('toolCallId' in part ? part.toolCallId : ''))).toEqual(['a', 'b']);
  });

  it('C211 the text that arrived before the stop stays', async () => {
    const half = [start, startStep, { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Half' }];
    const { agent } = await remoteAgent([{ chunks: half, ends: 'hang' }]);
    const run = agent.run('go');
    const seen = finished(run);
    for await (const event of run) if (event.type === 'text-delta') break;

    run.abort();

    const { outcome } = await seen;
    expect(outcome.messages.at(-1)).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: 'Half' }] });
  });
});

describe('C212', () => {
  it('C212 a page that closes while an approval is being sent asks in its next activation what happened, and sends it once', async () => {
    const { agent, server, asked } = await remoteAgent(
      [batch, { chunks: [start, gives('a', 'gone')], ends: 'hang' }, { chunks: whole(says('Done.')) }],
      { answers: yesThen(() => ({ calls: { a: toolReturn('gone'), b: toolReturn('gone') } })) },
    );
    const journal = memoryJournal();
    const first = agent.run('go', { runId: 'r1', journal });
    for await (const event of first) if (event.type === 'tool-end') break;
    first.suspend?.();
    expect((await first.outcome).type).toBe('suspended');

    const { outcome } = await finished(agent.run('go', { runId: 'r1', journal }));

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(asked.map(idsOf)).toEqual([
      { approvals: ['a', 'b'], calls: [] },
      { approvals: [], calls: ['a', 'b'] },
    ]);
    expect(server.requests).toHaveLength(3);
  });

  it('C212 persisted results are not requested again', async () => {
    const { agent, server } = await remoteAgent([batch, done]);
    const journal = memoryJournal();
    const life = async () => await finished(agent.run('go', { runId: 'r1', conversationId: 'c1', journal }));
    const [one, two] = [await life(), await life()];

    expect(server.requests).toHaveLength(2);
    expect(two.outcome).toEqual(one.outcome);
    const kept = (events: typeof one.events) => events.map(({ key }) => key).filter((key) => key !== undefined);
    expect(kept(two.events)).toEqual(kept(one.events));
  });
});
