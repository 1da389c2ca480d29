import { agUiTransport, createRemoteAgent, httpTransport, toolReturn } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { agUiTurn, asking, pydanticInterrupt, toolCall } from '../support/ag-ui.js';
import { finished, idsOf, remoteAgent, sentCalls, yes } from '../support/remote-agent.js';
import { asks, calls, finish, finishStep, gives, says, start, startStep, waits, whole } from '../support/ui-chunks.js';
import { startWireServer } from '../support/wire-server.js';

const batch = { chunks: waits(calls('a', 'delete'), asks('a')) };
const done = { chunks: whole(gives('a', 'gone'), says('Done.')) };

describe('C209', () => {
  it('C209 unknown chunks, and chunks that refer to nothing, are skipped with one warning', async () => {
    const odd = [
      { type: 'tool-levitate', toolCallId: 'a' },
      { type: 'sparkle' },
      { type: 'text-delta', id: 'never', delta: 'Lost' },
      gives('never', 1),
      { type: 'tool-output-denied', toolCallId: 'never' },
      asks('never'),
      ': a comment\n\n',
      'event: ping\ndata: {"type":"ping"}\n\n',
    ];
    const { run, asked } = await remoteAgent([{ chunks: whole(odd, says('Fine.')) }]);

    const { outcome, warnings } = await run();

    expect(outcome).toMatchObject({ type: 'completed', output: 'Fine.' });
    expect(warnings).toEqual(['remote-unknown-chunk', 'remote-stray-chunk']);
    expect(asked).toEqual([]);
  });

  it('C209 chunks that arrive ten times execute nothing twice and request once', async () => {
    const ten = (chunks: readonly object[]): object[] =>
      chunks.flatMap((chunk) => Array.from({ length: 10 }, () => chunk));
    const first = [
      start,
      startStep,
      ...ten([calls('a', 'delete'), asks('a'), calls('b', 'list'), gives('b', 1)]),
      finishStep,
      finish,
    ];
    const { run, asked } = await remoteAgent([
      { chunks: first },
      { chunks: whole(ten([gives('a', 'gone')]), says('Done.')) },
    ]);

    const { outcome, events } = await run();

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(asked.map(idsOf)).toEqual([{ approvals: ['a'], calls: [] }]);
    const count = (type: string): number => events.filter((event) => event.type === type).length;
    expect([count('tool-call'), count('tool-end'), count('tool-approval-request')]).toEqual([2, 2, 1]);
  });

  it('C209 a step that the server retracts is void, with its calls', async () => {
    const chunks = whole(startStep, calls('a', 'delete'), asks('a'), { type: 'reset-step' }, says('Rather not.'));
    const { run, asked } = await remoteAgent([{ chunks }]);

    const { outcome, events } = await run();

    expect(asked).toEqual([]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Rather not.' });
    expect(JSON.stringify(outcome.messages)).not.toContain('tool-call');
    expect(events.some(({ type }) => type === 'model-retry')).toBe(true);
  });

  it('C209 a call that asks again after an approval is a new round', async () => {
    const again = { chunks: whole(calls('a', 'delete'), asks('a', { reason: 'It is large.' }), finishStep) };
    const { run, server, asked } = await remoteAgent([batch, again, done]);

    const { outcome } = await run();

    expect(asked.map(({ approvals }) => approvals.map(({ reason }) => reason))).toEqual([
      ['The server asks.'],
      ['It is large.'],
    ]);
    expect(server.requests).toHaveLength(3);
    expect(outcome.type).toBe('completed');
  });

  it('C209 a continuation that settles no answer is an error, and nothing is sent again', async () => {
    const { run, server } = await remoteAgent([batch, { chunks: [start, finish] }, done]);

    const { outcome, ends } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-unsettled' } });
    expect(ends).toEqual({ a: 'unknown' });
    expect(server.requests).toHaveLength(2);
  });

  it('C209 a server that asks again about an answered call has not accepted the answer', async () => {
    const anew = { chunks: whole(calls('a', 'delete'), asks('a'), finishStep) };
    const { run } = await remoteAgent([batch, { chunks: [start], ends: 'cut' }, anew], {
      answers: [yes, () => ({ calls: { a: toolReturn('gone') } })],
    });

    expect((await run()).outcome).toMatchObject({ type: 'failed', error: { code: 'remote-unsettled' } });
  });

  it('C209 a server that asks forever is disconnected after a limited number of requests', async () => {
    const { run, server } = await remoteAgent(() => batch, { usageLimits: { requests: 3 } });

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'requests' } });
    expect(server.requests).toHaveLength(3);
  });

  it('C209 an empty response is an error', async () => {
    const { run } = await remoteAgent([{ chunks: [start, finish] }]);

    expect((await run()).outcome).toMatchObject({ type: 'failed', error: { code: 'remote-empty' } });
  });

  it('C209 data and metadata of the server are events', async () => {
    const data = { type: 'data-weather', id: 'w', data: { degrees: 7 } };
    const { run } = await remoteAgent([
      { chunks: whole(data, says('Hi.'), { type: 'message-metadata', messageMetadata: { cost: 1 } }) },
    ]);

    const { events } = await run();

    expect(events).toContainEqual(
      expect.objectContaining({ type: 'data', name: 'weather', id: 'w', data: { degrees: 7 } }),
    );
    expect(events).toContainEqual(expect.objectContaining({ type: 'message-metadata', metadata: { cost: 1 } }));
  });
});

describe('C210', () => {
  const html = { 'content-type': 'text/html' };
  const json = { 'content-type': 'application/json' };
  const long = JSON.stringify([{ msg: 'Extra inputs are not permitted', input: 'x'.repeat(30_000) }]);
  it.each([
    {
      status: 401,
      headers: json,
      body: '{"error":{"message":"No such token."}}',
      code: 'remote-refused',
      words: 'No such token.',
    },
    {
      status: 403,
      headers: html,
      body: '<h1>Forbidden</h1>'.repeat(2000),
      code: 'remote-refused',
      words: 'a page instead of words',
    },
    { status: 404, headers: {}, body: '', code: 'remote-refused', words: 'address' },
    { status: 415, headers: {}, body: '', code: 'remote-refused', words: 'JSON' },
    { status: 422, headers: json, body: long, code: 'remote-refused', words: 'Extra inputs' },
    {
      status: 307,
      headers: { location: 'https://elsewhere.example/' },
      body: '',
      code: 'remote-refused',
      words: 'redirects',
    },
    { status: 500, headers: json, body: '{"detail":"It broke."}', code: 'remote-failed', words: 'It broke.' },
  ])(
    'C210 status $status is an error with a short text, and the batch is not lost',
    async ({ status, headers, body, code, words }) => {
      const failing = { status, headers, chunks: [body], ends: 'end' } as const;
      const first = await remoteAgent([failing], { retries: 0 });
      const later = await remoteAgent([batch, failing, done], { answers: [yes, () => null] });

      const [one, two] = [await first.run(), await later.run()];

      if (one.outcome.type !== 'failed') throw new Error(one.outcome.type);
      expect(one.outcome.error).toMatchObject({ name: 'RemoteError', code });
      expect(one.outcome.error.message).toContain(words);
      expect(one.outcome.error.message.length).toBeLessThan(700);
      // What was refused is open as it was; what may have been done is a question.
      expect(two.outcome.type).toBe(status === 500 ? 'deferred' : 'failed');
      expect(two.outcome.messages.at(-1)?.role).toBe('assistant');
      const again = await finished(
        later.agent.run(undefined, {
          messages: two.outcome.messages,
          deferredToolHandler: ({ approvals }) => ({
            approvals: { [approvals[0]?.toolCallId ?? '']: { kind: 'tool-approved' } },
            calls: {},
            metadata: {},
            defer: [],
          }),
        }),
      );
      expect(again.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    },
  );

  it.each([
    ['UI messages', (api: string, more: object) => httpTransport({ api, ...more })],
    ['AG-UI', (url: string, more: object) => agUiTransport({ url, ...more })],
  ] as const)('C210 nothing is sent to another origin that a server redirects to (%s)', async (name, transportTo) => {
    const elsewhere = await startWireServer(() => ({ chunks: whole(says('Taken.')) }));
    const away = { status: 307, headers: { location: elsewhere.url }, chunks: [], ends: 'end' } as const;
    const remove = toolCall('a', 'delete_file', {});
    const asksFirst = name === 'AG-UI' ? agUiTurn(remove, asking(pydanticInterrupt('a'))) : batch;
    const toTransport = (url: string) =>
      transportTo(url, { headers: { authorization: 'Bearer 1', cookie: 'session=1' }, credentials: 'include' });
    const first = await remoteAgent([away], { toTransport });
    const later = await remoteAgent([asksFirst, away], { toTransport });

    const [one, two] = [await first.run(), await later.run()];

    expect([one.outcome, two.outcome]).toMatchObject(
      Array.from({ length: 2 }, () => ({ type: 'failed', error: { code: 'remote-refused' } })),
    );
    expect(later.server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer 1', 'Bearer 1']);
    expect(elsewhere.requests).toEqual([]);
  });

  it('C210 nor is a request for the outcome of an approval, about which people are asked then', async () => {
    const elsewhere = await startWireServer(() => done);
    const away = { status: 307, headers: { location: elsewhere.url }, chunks: [], ends: 'end' } as const;
    const { run, server, asked } = await remoteAgent([batch, { chunks: [start], ends: 'cut' }, away], {
      server: 'countersign',
      answers: [yes, () => null],
    });

    const { outcome } = await run();

    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
    expect(asked.map(idsOf)[1]).toEqual({ approvals: [], calls: ['a'] });
    expect(outcome.type).toBe('deferred');
    expect(elsewhere.requests).toEqual([]);
  });

  it('C210 a busy server is asked again if nothing was decided, and not if something was', async () => {
    const busy = { status: 429, headers: { 'retry-after': '7' }, chunks: [], ends: 'end' } as const;
    const first = await remoteAgent([busy, { chunks: whole(says('Hi.')) }]);
    const later = await remoteAgent([batch, busy, done]);

    const [one, two] = [await first.run(), await later.run()];

    expect(one.outcome).toMatchObject({ type: 'completed', output: 'Hi.' });
    // It is asked when it says.
    expect(one.events.find(({ type }) => type === 'model-retry')).toMatchObject({ delay: 7000 });
    expect(two.outcome).toMatchObject({ type: 'failed', error: { code: 'remote-busy' } });
    expect(later.server.requests).toHaveLength(2);
  });

  it('C210 a missing server, and a server that falls silent, are errors', async () => {
    const gone = createRemoteAgent({ transport: httpTransport({ api: 'http://127.0.0.1:1/chat' }) });
    const silent = await startWireServer([{ chunks: [start], ends: 'hang' }]);
    const slow = createRemoteAgent({ transport: httpTransport({ api: silent.url, idleTimeout: 500 }) });

    const [one, two] = [await finished(gone.run('go')), await finished(slow.run('go'))];

    expect(one.outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut' } });
    expect(two.outcome).toMatchObject({
      type: 'failed',
      error: { code: 'remote-cut', message: expect.stringContaining('said nothing') },
    });
    await expect.poll(() => silent.hungUp()).toBe(1);
  });

  it('C210 a response without an end is disconnected', async () => {
    const flood = `data: {"type":"data-x","data":"${'x'.repeat(1_000_000)}"}\n\n`;
    const { run } = await remoteAgent([{ chunks: [start, ...Array.from({ length: 70 }, () => flood)] }], {
      retries: 0,
    });

    const { outcome } = await run();

    expect(outcome).toMatchObject({
      type: 'failed',
      error: { code: 'remote-cut', message: expect.stringContaining('longer than') },
    });
  });

  it('C210 a header counts once, in any spelling', async () => {
    const server = await startWireServer([{ chunks: whole(says('Hi.')) }]);
    const headers = { 'Content-Type': 'application/json', AUTHORIZATION: 'Bearer 1' };

    await finished(createRemoteAgent({ transport: httpTransport({ api: server.url, headers }) }).run('go'));

    expect(server.requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer 1',
    });
  });

  it('C210 headers are requested before each request, and sent to that address alone', async () => {
    const server = await startWireServer([batch, done]);
    let token = 0;
    const headers = async () => ({ authorization: `Bearer ${++token}` });
    const agent = createRemoteAgent({ transport: httpTransport({ api: server.url, headers }), server: 'ai-sdk' });

    await finished(
      agent.run('go', {
        deferredToolHandler: () => ({
          approvals: { a: { kind: 'tool-approved' } },
          calls: {},
          metadata: {},
          defer: [],
        }),
      }),
    );

    expect(server.requests.map((request) => request.headers.authorization)).toEqual(['Bearer 1', 'Bearer 2']);
  });

  it('C210 an app that stores the history on its server decides what is sent', async () => {
    const server = await startWireServer([{ chunks: whole(says('Hi.')) }]);
    const prepareRequest = ({
      id,
      messages,
    }: {
      readonly id: string;
      readonly messages: readonly object[];
    }): object => ({ id, message: messages.at(-1) });
    const agent = createRemoteAgent({ transport: httpTransport({ api: server.url, prepareRequest }) });

    await finished(agent.run('go', { conversationId: 'c1' }));

    expect(server.requests[0]?.body).toMatchObject({
      id: 'c1',
      message: { role: 'user', parts: [{ type: 'text', text: 'go' }] },
    });
  });

  it('C210 a repeated request of a person is sent as regenerate', async () => {
    const { run, server } = await remoteAgent([{ chunks: whole(says('Hi.')) }]);

    await run(null, { messages: [{ role: 'user', content: 'go' }] });

    expect(server.requests[0]?.body.trigger).toBe('regenerate-message');
    expect(sentCalls(server, 0)).toEqual({});
  });
});
