import {
  createPolicy,
  type DeferredToolResults,
  deny,
  runAgain,
  storeRun,
  toolApproved,
  toolReturn,
} from 'countersign/core';
import { memoryJournal } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { type Answer, answeredIn, idsOf, remoteAgent, sentCalls, yes } from '../support/remote-agent.js';
import { stepKind } from '../support/step-keys.js';
import { asks, calls, finishStep, gives, says, start, startStep, waits, whole } from '../support/ui-chunks.js';

const one = { chunks: waits(calls('a', 'delete', { path: 'a' }), asks('a')) };
const two = {
  chunks: waits(calls('a', 'delete', { path: 'a' }), asks('a'), calls('b', 'delete', { path: 'b' }), asks('b')),
};
const done = { chunks: whole(gives('a', 'gone'), says('Done.')) };
const cut = { chunks: [start], ends: 'cut' } as const;
const results = (given: Partial<DeferredToolResults>): DeferredToolResults => ({
  approvals: {},
  calls: {},
  metadata: {},
  defer: [],
  ...given,
});
const stored = (outcome: Parameters<typeof storeRun>[0]) => JSON.parse(JSON.stringify(storeRun(outcome)));

describe('C204', () => {
  it('C204 if the journal fails to persist the result of an approval, the history has it, and the approval is not sent again', async () => {
    let count = 0;
    const onWrite = ({ type, key }: { readonly type: string; readonly key: string }): void => {
      if (type === 'end' && stepKind(key) === 'response' && ++count === 2) throw new Error('full');
    };
    const { run, server } = await remoteAgent([one, done, { chunks: whole(says('Yes?')) }]);

    const { outcome } = await run('go', { runId: 'r', journal: memoryJournal({ onWrite }) });
    const later = await run('And now?', { messages: outcome.messages });

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'journal-failed' } });
    expect(server.requests.map(answeredIn)).toEqual([[], ['a'], []]);
    expect(sentCalls(server, 2)).toMatchObject({ a: { state: 'output-available', output: 'gone' } });
    expect(later.outcome.type).toBe('completed');
  });

  it('C204 a call that asked again before the cut is requested, and not sent as open', async () => {
    const again = {
      chunks: [start, calls('a', 'delete', { path: 'a' }), asks('a', { reason: 'Sure?' })],
      ends: 'cut',
    } as const;
    const { run, server, asked } = await remoteAgent([one, again, done]);

    const { outcome } = await run();

    expect(asked.map(idsOf)).toEqual([
      { approvals: ['a'], calls: [] },
      { approvals: ['a'], calls: [] },
    ]);
    expect(server.requests.map(answeredIn)).toEqual([[], ['a'], ['a']]);
    expect(outcome.type).toBe('completed');
  });

  it('C204 an approval without any result is not sent with the answer to the repeated request', async () => {
    const again = { chunks: whole(calls('a', 'delete', { path: 'a' }), asks('a', { reason: 'Sure?' }), finishStep) };
    const happened: Answer = (requests) => ({ ...yes(requests), calls: { b: toolReturn('gone') } });
    const { run, server, asked } = await remoteAgent([two, again, done], { answers: [yes, happened] });

    const { ends } = await run();

    expect(asked.map(idsOf)).toEqual([
      { approvals: ['a', 'b'], calls: [] },
      { approvals: ['a'], calls: ['b'] },
    ]);
    expect(server.requests.map(answeredIn)).toEqual([[], ['a', 'b'], ['a']]);
    expect(ends).toEqual({ a: 'returned', b: 'returned' });
  });

  it('C204 a request with results of the page is not sent again automatically', async () => {
    const { run, server } = await remoteAgent([
      { chunks: waits(calls('c', 'colour')) },
      cut,
      { chunks: whole(says('Done.')) },
    ]);

    const { outcome } = await run();
    const later = await run(null, { messages: outcome.messages });

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut' } });
    expect(server.requests).toHaveLength(3);
    expect(sentCalls(server, 2)).toMatchObject({ c: { state: 'output-available', output: '42' } });
    expect(later.outcome.type).toBe('completed');
  });
});

describe('C203', () => {
  it('C203 an approval beside a call that was left for later counts in a later activation, with the same texts', async () => {
    const first: Answer = () => ({ approvals: { a: toolApproved() }, defer: ['b'] });
    const both = { chunks: whole(gives('a', 1), gives('b', 1), says('Done.')) };
    const { agent, server } = await remoteAgent([two, both], { answers: [first, () => null] });
    const journal = memoryJournal();
    const life = async (given?: DeferredToolResults) =>
      await agent.run('go', { runId: 'r', conversationId: 'c', journal, ...(given && { deferredToolResults: given }) })
        .outcome;

    await life();
    const outcome = await life(results({ approvals: { a: toolApproved(), b: toolApproved() } }));

    expect(outcome.type).toBe('completed');
    expect(server.requests.map(answeredIn)).toEqual([[], ['a', 'b']]);
  });

  it('C203 a call that is requested again with it keeps its texts, and an interrupted one stays interrupted', async () => {
    const again: Answer = () => ({ calls: { a: runAgain() }, defer: ['b'] });
    const { run } = await remoteAgent([two, cut], {
      answers: [yes, again],
      tools: {
        delete: { describe: () => ({ title: 'Delete', risk: 'destructive' }), redact: () => ({ hide: [['path']] }) },
      },
    });

    const { outcome } = await run();

    if (outcome.type !== 'deferred') throw new Error(outcome.type);
    const [a] = outcome.requests.calls;
    expect(a).toMatchObject({ toolCallId: 'a', interrupted: {}, title: 'Delete', redactions: { hide: [['path']] } });
  });

  it('C203 at the limit of requests, given answers are in the history', async () => {
    const mixed = { chunks: waits(calls('c', 'colour'), calls('a', 'delete'), asks('a')) };
    const no: Answer = (requests) => ({ ...yes(requests), approvals: { a: { kind: 'tool-denied', message: 'No.' } } });
    const { run } = await remoteAgent([mixed], { answers: [no], usageLimits: { requests: 1 } });

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'requests' } });
    const told = outcome.messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
    expect(told.map((part) => ('toolCallId' in part ? part.toolCallId : ''))).toEqual(['c', 'a']);
  });
});

describe('C213', () => {
  const forbids = createPolicy({ rules: [deny({ tool: 'delete', input: { path: '/' } }, 'Not that.')] });

  it('C213 a call cannot be edited into one that a policy forbids, also for a tool that is not declared in the page', async () => {
    const edited: Answer = () => ({ approvals: { a: toolApproved({ overrideArgs: { path: '/' } }) } });
    const { run, server } = await remoteAgent([one], { answers: [edited], policy: forbids });

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'invalid-answer' } });
    expect(server.requests).toHaveLength(1);
  });

  it('C213 an old approval is not sent if the policy now forbids the call', async () => {
    const { run, server } = await remoteAgent(
      [one, { chunks: whole({ type: 'tool-output-denied', toolCallId: 'a' }, says('As you like.')) }],
      {
        answers: [() => null],
      },
    );
    const { outcome } = await run();

    const deferredToolResults = results({ approvals: { a: toolApproved() } });
    const policy = createPolicy({ rules: [deny({ tool: 'delete' }, 'Not any more.')] });
    const later = await run(null, { resumeFrom: stored(outcome), deferredToolResults, policy });

    expect(later.ends).toEqual({ a: 'denied' });
    expect(sentCalls(server, 1).a).toMatchObject({ approval: { approved: false, reason: 'Not any more.' } });
  });
});

describe('C202', () => {
  it('C202 calls that a provider of the server runs, or that the server approved, are not requested', async () => {
    const chunks = whole(
      startStep,
      { ...calls('p', 'search'), providerExecuted: true },
      calls('s', 'colour'),
      asks('s', { isAutomatic: true }),
      { type: 'tool-approval-response', approvalId: 'ask-s', approved: true },
      finishStep,
    );
    const { run, asked } = await remoteAgent([{ chunks }, { chunks: whole(says('Done.')) }], {
      answers: [() => ({ calls: { s: toolReturn('blue') } })],
    });

    const { ends } = await run();

    expect(asked.map(idsOf)).toEqual([{ approvals: [], calls: ['s'] }]);
    expect(ends).toEqual({ p: 'unknown', s: 'returned' });
  });
});
