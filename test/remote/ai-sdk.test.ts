import { DefaultChatTransport, type UIMessage } from 'ai';
import { createRemoteAgent, httpTransport, type ServerTraits } from 'countersign/core';
import type { ScriptedTurn } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { type Answer, collectRun, yes } from '../support/remote-agent.js';
import { startAiSdkServer } from './ai-sdk-server.js';

// The server uses the AI SDK's own streams, approvals and signatures.

const remove = (path: string) => ({ toolName: 'delete_file', toolCallId: path, input: { path } });
const secret = 'a secret of at least thirty-two bytes, for tests only';

interface Setup {
  readonly turns: readonly ScriptedTurn[];
  readonly answers?: readonly Answer[];
  readonly secret?: string;
  readonly server?: 'ai-sdk' | Partial<ServerTraits>;
}

async function talk({ turns, answers = [], secret: signs, server = 'ai-sdk' }: Setup) {
  const there = await startAiSdkServer(turns, signs);
  let round = 0;
  const agent = createRemoteAgent({
    transport: httpTransport({ api: there.url }),
    server,
    deferredToolHandler: (requests) => {
      const answer = (answers[round++] ?? yes)(requests);
      return answer && { approvals: {}, calls: {}, metadata: {}, defer: [], ...answer };
    },
  });
  return { there, agent, ...(await collectRun(agent.run('go'))) };
}

describe.each([
  ['that signs nothing', undefined],
  ['that signs its questions', secret],
] as const)('streamText %s', (_, signs) => {
  const setup = signs === undefined ? {} : { secret: signs };

  it('runs what was approved, reads the reason of a no, and takes a result from the page, all in one batch', async () => {
    const four = [
      remove('a.txt'),
      { toolName: 'list_files', toolCallId: 'l', input: {} },
      { toolName: 'pick_colour', toolCallId: 'c', input: { label: 'Sky' } },
      remove('b.txt'),
    ];
    const answers: Answer[] = [
      (requests) => ({
        ...yes(requests),
        approvals: {
          'a.txt': { kind: 'tool-approved' },
          'b.txt': { kind: 'tool-denied', message: 'I need that one.' },
        },
      }),
    ];

    const { there, outcome, ends } = await talk({
      turns: [{ text: 'Four things.', calls: four }, 'Done.'],
      answers,
      ...setup,
    });

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(there.ran).toEqual(['a.txt']);
    expect(ends).toEqual({ 'a.txt': 'returned', l: 'returned', c: 'returned', 'b.txt': 'denied' });
    for (const words of ['a.txt is gone', 'I need that one.', '42']) expect(there.heard()).toContain(words);
  });

  it('asks in two rounds, and continues after a whole conversation', async () => {
    const turns = [
      { calls: [remove('a.txt')] },
      { calls: [remove('b.txt')] },
      'Done.',
      { calls: [remove('c.txt')] },
      'Again.',
    ];
    const { there, agent, outcome } = await talk({ turns, ...setup });

    const more = await collectRun(
      agent.run('more', {
        messages: outcome.messages,
        deferredToolHandler: (requests) => ({ calls: {}, metadata: {}, defer: [], approvals: {}, ...yes(requests) }),
      }),
    );

    expect([outcome.type, more.outcome.type]).toEqual(['completed', 'completed']);
    expect(there.ran).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });
});

it('runs an edited input where nothing is signed', async () => {
  const answers: Answer[] = [
    () => ({ approvals: { 'a.txt': { kind: 'tool-approved', overrideArgs: { path: 'z.txt' } } } }),
  ];

  const { there, outcome } = await talk({ turns: [{ calls: [remove('a.txt')] }, 'Done.'], answers });

  expect(outcome.type).toBe('completed');
  expect(there.ran).toEqual(['z.txt']);
});

it('is refused an edit where questions are signed, and asks what happened, since the server does not say', async () => {
  const answers: Answer[] = [
    () => ({ approvals: { 'a.txt': { kind: 'tool-approved', overrideArgs: { path: 'z.txt' } } } }),
    () => null,
  ];

  const { there, outcome, warnings } = await talk({ turns: [{ calls: [remove('a.txt')] }, 'Done.'], answers, secret });

  expect(there.ran).toEqual([]);
  expect(outcome.type).toBe('deferred');
  expect(warnings).toEqual(['remote-error']);
});

it("takes the AI SDK's own transport as well", async () => {
  const there = await startAiSdkServer([{ calls: [remove('a.txt')] }, 'Done.']);
  const agent = createRemoteAgent({
    transport: new DefaultChatTransport<UIMessage>({ api: there.url }),
    server: 'ai-sdk',
  });

  const { outcome } = await collectRun(
    agent.run('go', {
      deferredToolHandler: (requests) => ({ calls: {}, metadata: {}, defer: [], approvals: {}, ...yes(requests) }),
    }),
  );

  expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  expect(there.ran).toEqual(['a.txt']);
});
