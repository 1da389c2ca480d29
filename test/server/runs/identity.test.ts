import { agentTool, createAgent, tool } from 'countersign/core';
import { memoryRunStore } from 'countersign/server';
import { memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { BatchRecord } from '../../../src/remote/run-protocol/batch-record.js';
import type { NewRun } from '../../../src/remote/run-protocol/run-record.js';
import { RunActivation } from '../../../src/server/runs/run-activation.js';
import { filesAgent, startRunServer } from './run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const person = { id: 'ada', name: 'Ada' };

function newRun(runId: string): NewRun {
  return {
    runId,
    agent: 'files',
    conversationId: 'c',
    input: 'Clear it',
    messages: [],
    startedBy: person,
    startedAt: 0,
  };
}

/** Runs an agent to its first batch, then again with a changed and approved batch. */
async function continueWith(change: (record: BatchRecord) => BatchRecord) {
  const { agent, ran } = filesAgent([deletion, 'Done.']);
  const journal = memoryJournal();
  let stored: BatchRecord | undefined;
  const activate = (find: () => BatchRecord | undefined) =>
    new RunActivation({
      run: newRun('r1'),
      agent,
      journal,
      now: () => 0,
      store: {
        tell: () => {},
        findBatch: async () => find(),
        ask: async (batch) => (stored = { batch, answers: [], state: 'open' }),
        retract: async () => {},
      },
    });
  await activate(() => undefined).end;
  if (stored === undefined) throw new Error('Nothing was asked.');
  const [call] = stored.batch.requests.approvals;
  const approval = { kind: 'tool-approved' } as const;
  const taken = {
    toolCallId: call?.toolCallId ?? '',
    answer: approval,
    by: { type: 'person' },
    person,
    digest: call?.digest,
    at: 0,
  } as const;
  const answered: BatchRecord = { ...stored, answers: [taken], state: 'answered' };

  const end = await activate(() => change(answered)).end;

  return { end, ran };
}

type Change = (batch: BatchRecord['batch']) => Partial<BatchRecord['batch']>;

const firstCall =
  (change: object): Change =>
  ({ requests }) => ({
    requests: { ...requests, approvals: requests.approvals.map((call) => ({ ...call, ...change })) },
  });

describe('a stored batch', () => {
  it('C302 that matches the request of the run is answered', async () => {
    const { end, ran } = await continueWith((record) => record);

    expect(end).toMatchObject({ type: 'ended', outcome: 'completed' });
    expect(ran).toEqual(['.env']);
  });

  it.each<readonly [string, Change]>([
    ['another run', () => ({ runId: 'r2' })],
    ['another agent path', () => ({ agentPath: ['agent', 'inner'] })],
    ['another round', ({ round }) => ({ round: round + 1 })],
    ['another input', firstCall({ input: { path: 'a.txt' } })],
    ['another digest', firstCall({ digest: `sha-256:${'0'.repeat(64)}` })],
    ['another tool', firstCall({ toolName: 'read_file' })],
    ['another call', firstCall({ toolCallId: 'other' })],
    ['more calls', ({ requests }) => ({ requests: { ...requests, calls: [...requests.approvals] } })],
    ['an external call', ({ requests }) => ({ requests: { ...requests, approvals: [], calls: requests.approvals } })],
  ])('C302 of %s executes nothing, and ends the run', async (_, change) => {
    const { end, ran } = await continueWith((record) => ({
      ...record,
      batch: { ...record.batch, ...change(record.batch) },
    }));

    expect(end).toMatchObject({ type: 'ended', outcome: 'failed' });
    expect(ran).toEqual([]);
  });
});

describe('a run id', () => {
  it('C303 is created by the server; the client has its own key for each run', async () => {
    const { agent } = filesAgent([deletion, deletion]);
    const server = await startRunServer(agent, { agents: { files: agent, other: agent } });
    const [ada, bob] = [server.as('ada'), server.as('bob')];
    const begin = { agent: 'files', input: 'Clear it', key: 'k', runId: 'm1.k' };

    const first = await ada.post('/runs', begin);
    const again = await ada.post('/runs', begin);
    const others = await bob.post('/runs', begin);
    const misused = await ada.post('/runs', { ...begin, agent: 'other' });
    const byKey = await ada.ask('/runs/~k');
    const byUnknownKey = await bob.ask('/runs/~unknown');

    const idOf = ({ body }: typeof first): string => body.run.runId;
    expect(idOf(first)).toMatch(/^[\w-]{43}$/);
    expect(idOf(again)).toBe(idOf(first));
    expect(idOf(others)).not.toBe(idOf(first));
    expect([misused.status, misused.body.error.code]).toEqual([409, 'run-known']);
    expect(idOf(byKey)).toBe(idOf(first));
    expect(byUnknownKey.status).toBe(404);
  });

  it('C303 differs for two pairs of person and key whose concatenations are equal', async () => {
    const { agent } = filesAgent([]);
    const identify = (request: Request) => ({ id: request.headers.get('authorization')?.slice(7) ?? '' });
    const server = await startRunServer(agent, { identify });

    const ids = await Promise.all(
      [
        ['a', 'b/c'],
        ['ab', 'c'],
        ['a', 'bc'],
        ['a/b', 'c'],
        ['a","b', 'c'],
        ['a', 'b","c'],
      ].map(async ([name = '', key = '']) => {
        const { body } = await server.as(name).post('/runs', { agent: 'files', input: 'Go', key });
        return body.run.runId;
      }),
    );

    expect(new Set(ids).size).toBe(6);
  });

  it.each(['m1~run.k', '~', ''])('C303 %j, chosen by an app, is refused before the run starts', async (runId) => {
    const { agent, ran } = filesAgent([deletion]);
    const store = memoryRunStore({ agents: { files: agent } });

    const outcome = await agent.run('Clear it', { runId }).outcome;
    await store.start(newRun(runId));

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'run-id' } });
    await expect.poll(async () => (await store.find(runId))?.state).toMatchObject({ type: 'ended', outcome: 'failed' });
    expect(ran).toEqual([]);
  });

  it('C303 of one run never lets its approval count for a sub-agent of another run', async () => {
    const paid: number[] = [];
    const pay = tool({
      inputSchema: z.object({ amount: z.number() }),
      requiresApproval: true,
      execute: ({ amount }) => {
        paid.push(amount);
        return 'paid';
      },
    });
    const turn = (amount: number) => ({ calls: [{ toolName: 'pay', input: { amount }, toolCallId: 'p' }] });
    const inner = createAgent({ name: 'inner', model: scriptedModel([turn(1_000_000), 'Paid.']), tools: { pay } });
    const delegate = agentTool(inner, { description: 'Pays', inputSchema: z.object({}), prompt: () => 'Pay' });
    const model = scriptedModel([{ calls: [{ toolName: 'delegate', input: {}, toolCallId: 'k' }] }, 'Done.']);
    const outer = createAgent({ name: 'agent', model, tools: { delegate } });
    const harmless = createAgent({ name: 'agent', model: scriptedModel([turn(1), turn(1), 'Done.']), tools: { pay } });
    const agents = { files: harmless, outer };
    const server = await startRunServer(harmless, { agents, store: memoryRunStore({ agents }) });
    const ada = server.as('ada');
    for (const key of ['m1.k', 'm1~run.k']) await ada.post('/runs', { agent: 'files', input: 'Pay', key, runId: key });
    await expect.poll(async () => (await ada.waiting()).length).toBe(2);
    const [first, ...rest] = await ada.waiting();
    if (first !== undefined) await ada.answer(first, true);
    await expect.poll(() => paid).toEqual([1]);

    await ada.post('/runs', { agent: 'outer', input: 'Pay', key: 'm1', runId: 'm1' });
    await expect.poll(async () => (await ada.waiting()).length).toBe(rest.length + 1);

    expect(paid).toEqual([1]);
  });
});
