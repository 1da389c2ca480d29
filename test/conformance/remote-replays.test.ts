import { httpTransport, toolReturn } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { idsOf, remoteAgent, yes } from '../support/remote-agent.js';
import { asks, calls, finish, finishStep, gives, says, start, startStep, waits, whole } from '../support/ui-chunks.js';

const batch = { chunks: waits(calls('a', 'delete', { path: 'a' }), asks('a')) };
const done = { chunks: whole(gives('a', 'gone'), says('Done.')) };
const search = [startStep, calls('s', 'search'), gives('s', 'found'), finishStep];
const server = { history: 'client', reconnect: 'replay' } as const;
const isGone = () => ({ calls: { a: toolReturn('gone') } });

describe('C205', () => {
  it('C205 a response that the server replays to the end of a step continues with the next step', async () => {
    const { run, ...remote } = await remoteAgent(
      [{ chunks: [start, ...search], ends: 'cut' }, { chunks: whole(search, says('The answer.')) }],
      { server },
    );

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'completed', output: 'The answer.' });
    expect(remote.server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('C205 a server that names its run in a header of the response continues with that run', async () => {
    const named = { 'content-type': 'text/event-stream', 'x-workflow-run-id': 'run-1' };
    const begins = [{ type: 'start' }, { type: 'start-step' }, { type: 'text-start', id: 't' }];
    const ends = [
      { type: 'text-delta', id: 't', delta: 'Hello' },
      { type: 'text-end', id: 't' },
      { type: 'finish-step' },
      finish,
    ];
    const { run, ...remote } = await remoteAgent([{ headers: named, chunks: begins, ends: 'end' }, { chunks: ends }], {
      server: { history: 'server', reconnect: 'continue' },
      toTransport: (api) =>
        httpTransport({
          api,
          reconnectUrl: ({ startIndex, headers }) =>
            `${api}/${headers?.get('x-workflow-run-id')}/stream?startIndex=${startIndex}`,
        }),
    });

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'completed', output: 'Hello' });
    expect(remote.server.requests[1]).toMatchObject({
      method: 'GET',
      url: expect.stringMatching(/run-1.stream.startIndex=3$/),
    });
  });

  it('C205 without a response of that server the address is unknown, and people are asked about an approval', async () => {
    const places: (string | null | undefined)[] = [];
    const named = { 'content-type': 'text/event-stream', 'x-workflow-run-id': 'run-1' };
    let posts = 0;
    const { run, asked, ...remote } = await remoteAgent([{ ...batch, headers: named }, done], {
      server: { history: 'client', reconnect: 'continue' },
      answers: [yes, () => ({ calls: { a: toolReturn('gone') } })],
      toTransport: (api) =>
        httpTransport({
          api,
          fetch: async (url, init) => {
            posts += 1;
            if (posts === 2) throw new TypeError('fetch failed');
            return await fetch(url, init);
          },
          reconnectUrl: ({ headers }) => {
            places.push(headers?.get('x-workflow-run-id'));
            return headers && `${api}/run`;
          },
        }),
    });

    const { outcome } = await run();

    expect(places).toEqual([undefined]);
    expect(asked.map(idsOf)).toEqual([
      { approvals: ['a'], calls: [] },
      { approvals: [], calls: ['a'] },
    ]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(remote.server.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  it('C205 data that is not replayed does not hide new data', async () => {
    const ping = { type: 'data-ping', data: 1 };
    const { run, asked } = await remoteAgent([batch, { chunks: [start, ping], ends: 'cut' }, done], { server });

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(asked).toHaveLength(1);
  });

  it('C205 replayed data is emitted once', async () => {
    const data = { type: 'data-place', data: 'here' };
    const { run } = await remoteAgent(
      [{ chunks: [start, data], ends: 'cut' }, { chunks: [start, data, ...says('Hi.'), finish] }],
      { server },
    );

    expect((await run()).events.filter(({ type }) => type === 'data')).toHaveLength(1);
  });

  it.each([
    ['another response', [{ type: 'start', messageId: 'm2' }, ...says('Hi.'), finish]],
    ['the response before, whose question was answered', batch.chunks],
  ])('C205 a server that replays %s leaves the request to people', async (_, other) => {
    const turns = [
      batch,
      { chunks: [start], ends: 'cut' },
      { chunks: other },
      { chunks: whole(says('Done.')) },
    ] as const;
    const { run, asked } = await remoteAgent(turns, { server, answers: [yes, isGone] });

    const { outcome } = await run();

    expect(asked.map(idsOf)).toEqual([
      { approvals: ['a'], calls: [] },
      { approvals: [], calls: ['a'] },
    ]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });
});
