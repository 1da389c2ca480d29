import { ask, createPolicy } from 'countersign/core';
import type { Person, RunServerOptions } from 'countersign/server';
import { describe, expect, it } from 'vitest';
import type { OpenStore } from './describe-run-server.js';
import { filesAgent, startRunServer } from './run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const patience = { timeout: 15_000 } as const;
const minute = 60_000;
const day = 1440 * minute;

/** Two people with the same name, and a person who starts runs. */
const persons: Readonly<Record<string, Person>> = {
  'ada-1': { id: 'ada-1', name: 'Ada', roles: ['ops'] },
  'ada-2': { id: 'ada-2', name: 'Ada', roles: ['ops'] },
  eve: { id: 'eve', name: 'Eve' },
};
const identify: RunServerOptions['identify'] = (request) =>
  persons[request.headers.get('authorization')?.replace('Bearer ', '') ?? ''];

/** Tests of deadlines and of recorded people, for any store. */
export function describeDeadlines(name: string, openStore: OpenStore): void {
  const fourEyes = createPolicy({
    rules: [ask({ tool: 'delete_file' }, { approvals: 2, from: ['role:ops'], notRequester: true })],
  });

  /** Starts a run of Eve that waits for two approvals of the role ops. */
  async function waitingRun(options: Partial<RunServerOptions> = {}) {
    const { agent, ran } = filesAgent([deletion, 'Done.'], { policy: fourEyes, expiry: { after: 10 * minute } });
    const store = await openStore({ files: agent });
    const server = await startRunServer(agent, { identify, authorize: () => true, ...options, store });
    const [first, second, eve] = [server.as('ada-1'), server.as('ada-2'), server.as('eve')];
    const { runId } = (await eve.start('Clear it', 'r1')).body.run;
    await expect.poll(() => eve.state(runId), patience).toBe('waiting');
    const [batch] = await first.waiting();
    if (batch === undefined) throw new Error('Nothing waits.');
    const toolCallId = batch.requests.approvals[0]?.toolCallId ?? '';
    const extend = (by: typeof eve, expiresAt: unknown, id = toolCallId) =>
      by.post(`/batches/${batch.batchId}/extend`, { toolCallId: id, expiresAt });
    const deadline = async () => (await first.ask(`/batches/${batch.batchId}`)).body.expiresAt[toolCallId];
    const entries = async (): Promise<readonly Entry[]> => {
      const headers = { authorization: 'Bearer eve' };
      const lines = await (await fetch(`${server.url}/runs/${runId}/record`, { headers })).text();
      return lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    };
    return { server, ran, runId, batch, toolCallId, first, second, eve, extend, deadline, entries };
  }

  interface Entry {
    readonly decision?: unknown;
    readonly extensions?: unknown;
  }

  describe(name, { timeout: 60_000 }, () => {
    it('C309 accepts a new deadline within the bounds from people whose approval counts', async () => {
      const { first, eve, batch, extend, deadline, entries } = await waitingRun({ maxExtension: day });
      const before = await deadline();
      const now = Date.now();

      const wrong = [
        await extend(eve, now + minute),
        await extend(first, 0),
        await extend(first, -1),
        await extend(first, now - 1),
        await extend(first, 8.64e15),
        await extend(first, 9.3e18),
        await extend(first, 1e300),
        await extend(first, now + minute + 0.5),
        await extend(first, now + 2 * day),
        await extend(first, now + minute, 'nothing'),
        await extend(first, `${now + minute}`),
        await extend(first, null),
        await first.post('/batches/nothing/extend', { toolCallId: 'nothing', expiresAt: now + minute }),
      ];

      expect(wrong.map(({ status, body }) => [status, body.error.code])).toEqual([
        [403, 'not-counted'],
        ...Array.from({ length: 8 }, () => [422, 'wrong-deadline']),
        [409, 'unknown-answer'],
        [400, 'malformed-request'],
        [400, 'malformed-request'],
        [404, 'unknown-batch'],
      ]);
      expect(await deadline()).toBe(before);
      expect((await entries())[0]?.extensions).toBeUndefined();
      expect((await first.ask(`/batches/${batch.batchId}`)).body.extensions).toBeUndefined();
      expect((await extend(first, now + day - minute)).status).toBe(200);
    });

    it('C309 records the person who moved a deadline: at once, with the answers, and in the events', async () => {
      const { first, second, eve, runId, batch, toolCallId, extend, entries } = await waitingRun();
      const [early, late] = [Date.now() + 5 * minute, Date.now() + 7 * day];
      await extend(first, early);
      const { body } = await extend(second, late);
      const waiting = await entries();

      await first.answer(batch, true);
      const shown = (await second.ask(`/batches/${batch.batchId}`)).body;
      await second.answer(batch, true);
      await expect.poll(() => eve.state(runId), patience).toBe('ended');
      const over = await entries();
      const told = await eve.events(runId);

      const moves = [
        { by: { type: 'person', id: 'ada-1', name: 'Ada' }, expiresAt: early },
        { by: { type: 'person', id: 'ada-2', name: 'Ada' }, expiresAt: late },
      ];
      expect(body).toMatchObject({ expiresAt: { [toolCallId]: late }, extensions: moves });
      expect(waiting).toMatchObject([{ extensions: moves, expiresAt: late }]);
      expect(over).toMatchObject([{ extensions: moves, expiresAt: late }]);
      expect(shown.requests.approvals[0].approvedBy).toEqual([{ id: 'ada-1', name: 'Ada' }]);
      expect(told.flatMap(({ data }) => (data.type === 'extended' ? [data] : []))).toMatchObject(moves);
    });

    it('C309 distinguishes two people with the same name, in answers, events and records', async () => {
      const { first, second, eve, ran, runId, batch, entries } = await waitingRun();

      await first.answer(batch, true);
      const { body } = await second.answer(batch, true);
      const late = await first.answer(batch, false);
      await expect.poll(() => eve.state(runId), patience).toBe('ended');

      const people = [
        { id: 'ada-1', name: 'Ada' },
        { id: 'ada-2', name: 'Ada' },
      ];
      expect(body.batch.answers).toMatchObject([{ by: { type: 'people', people } }]);
      expect(late.body.receipts).toMatchObject([{ type: 'late', stands: { by: { type: 'people', people } } }]);
      const answer = (await eve.events(runId)).find(({ data }) => data.type === 'answer');
      expect(answer?.data.by).toEqual({ type: 'people', people });
      expect(await entries()).toMatchObject([{ decision: { verdict: 'approved', by: { type: 'people', people } } }]);
      expect(ran).toEqual(['.env']);
    });

    it('C309 records the id of the one who denied', async () => {
      const { second, eve, ran, runId, batch, entries } = await waitingRun();

      await second.answer(batch, false);
      await expect.poll(() => eve.state(runId), patience).toBe('ended');

      const by = { type: 'person', id: 'ada-2', name: 'Ada' };
      expect(await entries()).toMatchObject([{ decision: { verdict: 'denied', by } }]);
      expect(ran).toEqual([]);
    });

    it('C309 keeps the moved deadlines of a stopped run, and moves none of a run that is over', async () => {
      const { first, eve, runId, batch, extend, entries } = await waitingRun();
      await extend(first, Date.now() + day);
      await eve.post(`/runs/${runId}/stop`, { reason: 'Not needed.' });
      await expect.poll(() => eve.state(runId), patience).toBe('ended');

      const late = await extend(first, Date.now() + day);

      expect(late.body.error.code).toBe('batch-over');
      expect(await entries()).toMatchObject([{ batchId: batch.batchId, extensions: [{ by: { id: 'ada-1' } }] }]);
    });

    it('C309 does not move the deadline of an answered call, and records a limited number of moves', async () => {
      const two = { calls: ['a.txt', 'b.txt'].map((path) => ({ toolName: 'delete_file', input: { path } })) };
      const { agent } = filesAgent([two, 'Done.']);
      const server = await startRunServer(agent, { identify, store: await openStore({ files: agent }) });
      const ada = server.as('ada-1');
      await ada.start('Clear it', 'r1');
      await expect.poll(async () => (await ada.waiting()).length, patience).toBe(1);
      const [batch] = await ada.waiting();
      if (batch === undefined) throw new Error('Nothing waits.');
      const [one, other] = batch.requests.approvals.map(({ toolCallId }) => toolCallId);
      const extend = (toolCallId: string | undefined, after: number) =>
        ada.post(`/batches/${batch.batchId}/extend`, { toolCallId, expiresAt: Date.now() + minute + after });
      await ada.answer(batch, true);

      const answered = await extend(one, 0);
      for (let index = 0; index < 100; index++) expect((await extend(other, index)).status).toBe(200);
      const tooOften = await extend(other, 0);

      expect([answered.status, answered.body.error.code]).toEqual([409, 'batch-over']);
      expect([tooOften.status, tooOften.body.error.code]).toEqual([422, 'wrong-deadline']);
    });
  });
}
