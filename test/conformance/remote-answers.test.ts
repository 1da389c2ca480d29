import { allow, createBroker, createGrants, createPolicy, deny, type RunOptions, storeRun } from 'countersign/core';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { finished, idsOf, remoteAgent, sentCalls, yes } from '../support/remote-agent.js';
import { asks, calls, finishStep, gives, says, startStep, waits, whole } from '../support/ui-chunks.js';

const four = [
  calls('a', 'delete', { path: 'a' }),
  asks('a', { signature: 'sig-a', reason: 'it is protected' }),
  calls('b', 'list'),
  calls('c', 'colour'),
  calls('d', 'delete', { path: 'd' }),
  asks('d'),
  gives('b', ['a', 'd']),
];
const answered = { chunks: whole(gives('a', 'gone'), { type: 'tool-output-denied', toolCallId: 'd' }, says('Done.')) };

describe('C202', () => {
  it('C202 approvals and external calls of a response are one batch, requested at the end of the response', async () => {
    const { run, asked } = await remoteAgent([{ chunks: waits(...four) }, answered]);

    const { outcome, events } = await run();

    expect(asked.map(idsOf)).toEqual([{ approvals: ['a', 'd'], calls: ['c'] }]);
    expect(asked[0]?.approvals[0]).toMatchObject({ reason: 'it is protected', input: { path: 'a' } });
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    const types = events.map(({ type }) => type);
    expect(types.indexOf('deferred-request')).toBeGreaterThan(types.indexOf('tool-end'));
  });

  it('C202 decisions of the server itself are shown, and nobody is asked', async () => {
    const decided = (id: string, approved: boolean): object[] => [
      calls(id, 'rename'),
      asks(id, { isAutomatic: true }),
      { type: 'tool-approval-response', approvalId: `ask-${id}`, approved, reason: 'by the rules' },
    ];
    const denied = { type: 'tool-output-denied', toolCallId: 'b' };
    const chunks = whole(
      startStep,
      decided('a', true),
      decided('b', false),
      denied,
      gives('a', 1),
      finishStep,
      says('Done.'),
    );
    const { run, asked } = await remoteAgent([{ chunks }]);

    const { outcome, ends, events } = await run();

    expect(asked).toEqual([]);
    expect(ends).toEqual({ a: 'returned', b: 'denied' });
    const policies = events.flatMap((event) =>
      event.type === 'policy-decision' ? [[event.effect, event.reason]] : [],
    );
    expect(policies).toEqual([
      ['allow', 'by the rules'],
      ['deny', 'by the rules'],
    ]);
    expect(outcome.type).toBe('completed');
  });
});

describe('C203', () => {
  it('C203 all answers of a response are sent in one request', async () => {
    const no = { kind: 'tool-denied', message: 'Not that one.' } as const;
    const { run, server } = await remoteAgent([{ chunks: waits(...four) }, answered], {
      answers: [
        (requests) => ({ ...yes(requests), approvals: { a: { kind: 'tool-approved', note: 'Go on.' }, d: no } }),
      ],
    });

    await run();

    expect(server.requests).toHaveLength(2);
    const sent = sentCalls(server, 1);
    expect(sent.a).toMatchObject({ state: 'approval-responded', approval: { approved: true, reason: 'Go on.' } });
    expect(sent.b).toMatchObject({ state: 'output-available', output: ['a', 'd'] });
    expect(sent.c).toMatchObject({ state: 'output-available', output: '42' });
    expect(sent.d).toMatchObject({
      state: 'approval-responded',
      approval: { approved: false, reason: 'Not that one.' },
    });
  });

  it('C203 if one is left for later, nothing is sent; another run requests the open calls and sends all answers', async () => {
    const { run, server, asked } = await remoteAgent([{ chunks: waits(...four) }, answered], {
      answers: [
        ({ calls: external }) => ({
          ...yes({ approvals: [], calls: external, metadata: {} }),
          approvals: { a: { kind: 'tool-approved' } },
          defer: ['d'],
        }),
      ],
    });

    const { outcome, warnings } = await run();

    if (outcome.type !== 'deferred') throw new Error(outcome.type);
    expect(idsOf(outcome.requests)).toEqual({ approvals: ['a', 'd'], calls: [] });
    expect(warnings).toEqual(['remote-together']);
    expect(server.requests).toHaveLength(1);
    const stored = JSON.parse(JSON.stringify(storeRun(outcome)));
    const later = await run(null, { resumeFrom: stored });
    expect(later.outcome).toMatchObject({ type: 'completed' });
    expect(idsOf(asked[1])).toEqual({ approvals: ['a', 'd'], calls: [] });
    expect(Object.values(sentCalls(server, 1)).map(({ state }) => state)).toEqual([
      'approval-responded',
      'output-available',
      'output-available',
      'approval-responded',
    ]);
  });
});

describe('C208', () => {
  it('C208 the server’s request returns unchanged with the answer, without data that only a page needs', async () => {
    const { run, server } = await remoteAgent([{ chunks: waits(...four) }, answered], {
      tools: {
        delete: { describe: () => ({ title: 'Delete a file', risk: 'high' }), redact: () => ({ hide: [['path']] }) },
      },
    });

    await run();

    expect(sentCalls(server, 1).a).toEqual({
      type: 'tool-delete',
      toolCallId: 'a',
      state: 'approval-responded',
      input: { path: 'a' },
      approval: { id: 'ask-a', signature: 'sig-a', requestReason: 'it is protected', approved: true },
    });
    const [first] = server.requests;
    expect(first?.headers['content-type']).toBe('application/json');
    expect(Object.keys(first?.body ?? {}).sort()).toEqual(['id', 'messages', 'trigger']);
    for (const { body } of server.requests)
      for (const message of body.messages) expect(Object.keys(message).sort()).toEqual(['id', 'parts', 'role']);
  });

  it('C208 provider metadata of a text or a call is sent back with it', async () => {
    const metadata = { openai: { itemId: 'i1' } };
    const step = [
      startStep,
      { type: 'reasoning-start', id: 'r', providerMetadata: metadata },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
      { type: 'reasoning-end', id: 'r' },
      { ...calls('a', 'delete'), providerMetadata: metadata },
      asks('a'),
      finishStep,
    ];
    const { run, server } = await remoteAgent([
      { chunks: whole(step) },
      { chunks: whole(gives('a', 1), says('Done.')) },
    ]);

    await run();

    const [, message] = server.requests[1]?.body.messages ?? [];
    expect(message?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: 'Hm.', providerMetadata: metadata },
      { type: 'tool-delete', callProviderMetadata: metadata },
    ]);
  });
});

describe('C206', () => {
  it('C206 open calls are settled before another message is sent', async () => {
    const chunks = waits(calls('a', 'delete'), asks('a'), calls('c', 'colour'));
    const { run, server } = await remoteAgent([{ chunks }, { chunks: whole(says('Hello.')) }], {
      answers: [() => null],
    });
    const { outcome } = await run();

    const beside = await run('Something else', { messages: outcome.messages });
    const closed = await run(null, { messages: [...outcome.messages, { role: 'user', content: 'Something else' }] });

    // Like any agent, it takes no prompt beside open calls.
    expect(beside.outcome).toMatchObject({ type: 'failed', error: { code: 'open-calls' } });
    expect(closed.outcome.type).toBe('completed');
    const sent = sentCalls(server, 1);
    expect([sent.a?.state, sent.c?.state]).toEqual(['output-error', 'output-error']);
  });
});

describe('C207', () => {
  const asksAboutA = { chunks: waits(calls('a', 'delete', { path: 'a' }), asks('a')) };
  const edited = [() => ({ approvals: { a: { kind: 'tool-approved', overrideArgs: { path: 'b' } } as const } })];

  it('C207 an edited input is sent if the server accepts edits, and compared with the executed one', async () => {
    const echo = { chunks: whole(calls('a', 'delete', { path: 'b' }), gives('a', 'gone'), says('Done.')) };
    const other = { chunks: whole(calls('a', 'delete', { path: 'a' }), gives('a', 'gone'), says('Done.')) };
    const taken = await remoteAgent([asksAboutA, echo], { answers: edited });
    const ignored = await remoteAgent([asksAboutA, other], { answers: edited });

    const [one, two] = [await taken.run(), await ignored.run()];

    expect(sentCalls(taken.server, 1).a).toMatchObject({ input: { path: 'b' } });
    expect([one.warnings, two.warnings]).toEqual([[], ['remote-other-input']]);
  });

  it('C207 without a server that accepts edits, an edit is rejected before anything is sent', async () => {
    const { run, server } = await remoteAgent([asksAboutA], { answers: edited, server: {} });

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'invalid-answer' } });
    expect(server.requests).toHaveLength(1);
  });

  it('C202 open calls of the history are requested again with the server’s texts', async () => {
    const asking = { chunks: waits(calls('a', 'delete'), asks('a', { reason: 'It is large.' })) };
    const { run, asked } = await remoteAgent([asking], { answers: [() => null, () => null] });
    const { outcome } = await run();

    await run(null, { messages: outcome.messages });

    expect(asked.map(({ approvals }) => approvals[0]?.reason)).toEqual(['It is large.', 'It is large.']);
  });

  it('C207 also if another run requests the open calls of the history, or has the answer with it', async () => {
    const { run, server, asked } = await remoteAgent([asksAboutA], { answers: [() => null, ...edited], server: {} });
    const { outcome: left } = await run();
    const { messages } = left;
    const approvals = { a: { kind: 'tool-approved', overrideArgs: { path: 'b' } } } as const;
    const deferredToolResults = { approvals, calls: {}, metadata: {}, defer: [] };

    const { outcome: reopened } = await run(null, { messages });
    const { outcome: resumed } = await run(null, { messages, deferredToolResults });

    expect(asked.map((requests) => requests.approvals[0]?.fixedBy)).toEqual(['server', 'server']);
    for (const outcome of [reopened, resumed]) {
      expect(outcome).toMatchObject({ type: 'failed', error: { code: 'invalid-answer' } });
    }
    expect(server.requests).toHaveLength(1);
  });
});

describe('C213', () => {
  const ask = (id: string): object[] => [calls(id, 'delete', { path: id }), asks(id)];

  it('C213 a policy of the page denies the server’s request before people see it', async () => {
    const done = { chunks: whole({ type: 'tool-output-denied', toolCallId: 'a' }, gives('b', 1), says('Done.')) };
    const { run, server, asked } = await remoteAgent(
      [{ chunks: waits(...ask('a'), calls('b', 'read'), asks('b')) }, done],
      {
        tools: { delete: { capabilities: ['fs.delete'] }, read: { capabilities: ['fs.read'] } },
        policy: createPolicy({ rules: [deny('fs.delete', 'Nothing is deleted here.'), allow('fs.read')] }),
      },
    );

    const { ends } = await run();

    expect(asked).toEqual([]);
    expect(ends).toEqual({ a: 'denied', b: 'returned' });
    const sent = sentCalls(server, 1);
    expect(sent.a).toMatchObject({ approval: { approved: false, reason: 'Nothing is deleted here.' } });
    expect(sent.b).toMatchObject({ approval: { approved: true } });
  });

  it('C213 a grant answers the next request', async () => {
    const grants = createGrants();
    const broker = createBroker({ grants });
    const answered = (id: string): object => ({ chunks: whole(gives(id, 1), says('Done.')) });
    const turns = [{ chunks: waits(...ask('a')) }, answered('a'), { chunks: waits(...ask('b')) }, answered('b')];
    const { agent } = await remoteAgent(turns, { tools: { delete: { capabilities: ['fs.delete'] } } });
    const asked: string[] = [];
    const options: RunOptions = {
      grants,
      ask: broker.request,
      deferredToolHandler: (requests, { ask: askPeople }) => {
        asked.push(...idsOf(requests).approvals);
        return askPeople(requests);
      },
    };

    const first = finished(agent.run('go', options));
    await vi.waitFor(() => expect(broker.pending).toHaveLength(1));
    await broker.respond(`${broker.pending[0]?.batchId}:a`, true, { remember: { scope: 'tool', for: 'session' } });
    await first;
    const second = await finished(agent.run('go', options));

    expect(second.outcome.type).toBe('completed');
    expect(asked).toEqual(['a']);
  });

  it('C213 a card shows the texts of its local tool, and the form of its schema if inputs can be edited', async () => {
    const { run, asked } = await remoteAgent(
      [{ chunks: waits(...ask('a')) }, { chunks: whole(gives('a', 1), says('Done.')) }],
      {
        tools: {
          delete: {
            inputSchema: z.object({ path: z.string() }),
            describe: ({ path }) => ({ title: `Delete ${path}`, risk: 'destructive' }),
            redact: () => ({ hide: [['path']] }),
          },
        },
      },
    );

    await run();

    const [call] = asked[0]?.approvals ?? [];
    expect(call).toMatchObject({ title: 'Delete a', risk: 'destructive', redactions: { hide: [['path']] } });
    expect(call).not.toHaveProperty('unchecked');
  });
});
