import { ask, createPolicy } from 'countersign/core';
import { memoryRunStore } from 'countersign/server';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/protocol/base/clock.js';
import type { AcceptedAnswer, BatchRecord } from '../../../src/remote/run-protocol/batch-record.js';
import { acceptAnswers } from '../../../src/server/runs/accept-answers.js';
import { dueAnswers, moveDeadline } from '../../../src/server/runs/batch-deadlines.js';
import { filesAgent, startRunServer } from './run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const minute = 60_000;

/**
 * Starts a run of Eve that waits. `late()` moves the time past its deadline without a timer, as if no worker was alive.
 */
async function waitingRun(options: Parameters<typeof filesAgent>[1] = {}) {
  const { agent, ran } = filesAgent([deletion, 'Done.'], { expiry: { after: minute }, ...options });
  let passed = 0;
  const clock = { ...systemClock, now: () => Date.now() + passed, setTimeout: () => () => {} };
  const store = memoryRunStore({ agents: { files: agent }, clock });
  const server = await startRunServer(agent, { store, clock, authorize: () => true });
  const [ada, bob, eve] = [server.as('ada'), server.as('bob'), server.as('eve')];
  await eve.start('Clear it', 'r1');
  await expect.poll(() => eve.state('r1')).toBe('waiting');
  const [batch] = await ada.waiting();
  if (batch === undefined) throw new Error('Nothing waits.');
  const passDeadline = (): void => {
    passed = 2 * minute;
  };
  return { server, ran, ada, bob, eve, batch, late: passDeadline };
}

describe('late answers', () => {
  it('C309 accepts no approval after the deadline, even if no worker has expired the call yet', async () => {
    const { ada, eve, batch, ran, late } = await waitingRun();
    late();

    const { status, body } = await ada.answer(batch, true);
    await expect.poll(() => eve.state('r1')).toBe('ended');

    expect(status).toBe(409);
    expect(body.receipts).toMatchObject([{ type: 'late', stands: { by: { type: 'expiry' } } }]);
    expect(ran).toEqual([]);
  });

  it('C309 does not count a second approval after the deadline', async () => {
    const policy = createPolicy({ rules: [ask({ tool: 'delete_file' }, { approvals: 2 })] });
    const { ada, bob, eve, batch, ran, late } = await waitingRun({ policy });
    await ada.answer(batch, true);
    late();

    const second = await bob.answer(batch, true);
    const repeated = await ada.answer(batch, true);
    await expect.poll(() => eve.state('r1')).toBe('ended');

    expect([second.status, repeated.status]).toEqual([409, 409]);
    expect(ran).toEqual([]);
  });

  it('reports the denial that counts to a person who repeats an approval', async () => {
    const policy = createPolicy({ rules: [ask({ tool: 'delete_file' }, { approvals: 2 })] });
    const { ada, bob, batch } = await waitingRun({ policy });
    await ada.answer(batch, true);
    await bob.answer(batch, false);

    const { status, body } = await ada.answer(batch, true);

    expect(status).toBe(409);
    expect(body.receipts).toMatchObject([{ type: 'late', stands: { by: { id: 'bob' } } }]);
  });

  it('C309 does not expire a call whose deadline was moved after a worker read it', async () => {
    const { server, batch } = await waitingRun();
    const record = (await server.store.findBatch(batch.batchId)) as BatchRecord;
    const [toolCallId = ''] = Object.keys(record.batch.expiresAt);
    const now = Date.now();
    const due: readonly AcceptedAnswer[] = dueAnswers(record, now + 2 * minute);
    const by = { type: 'person', id: 'ada', name: 'Ada' } as const;
    const moved = moveDeadline(record, { toolCallId, expiresAt: now + 9 * minute, by, at: now });
    if (moved === undefined) throw new Error('It was not moved.');

    const taken = acceptAnswers(moved, due);

    expect(due).toHaveLength(1);
    expect(taken).toMatchObject({ record: { state: 'open' }, added: [], receipts: [] });
  });
});
