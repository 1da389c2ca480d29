import { ask, type createAgent, createPolicy } from 'countersign/core';
import { type RunServerOptions, type RunStore, runLinks } from 'countersign/server';
import { describe, expect, it } from 'vitest';
import { filesAgent, startRunServer } from './run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };

type Agent = ReturnType<typeof createAgent>;

/** Opens an empty store whose runs are executed, and closes it after the test. */
export type OpenStore = (agents: Readonly<Record<string, Agent>>) => RunStore | Promise<RunStore>;

/** Deadlines may be checked only every three seconds. */
const polling = { timeout: 15_000 } as const;

/** Tests of the guarantees of a run server, for any store. */
export function describeRunServer(name: string, openStore: OpenStore): void {
  const serve = async (agent: Agent, options: Partial<RunServerOptions> = {}) =>
    await startRunServer(agent, { ...options, store: await openStore({ files: agent }) });

  describe(name, { timeout: 60_000 }, () => {
    it('C260 suspends a run that waits, and continues it with the answer of an authorized person', async () => {
      const { agent, ran } = filesAgent([deletion, 'Done.']);
      const server = await serve(agent);
      const [ada, bob, eve] = [server.as('ada'), server.as('bob'), server.as('eve')];

      expect((await ada.start('Clear it', 'r1')).status).toBe(201);
      await expect.poll(() => ada.state('r1'), polling).toBe('waiting');
      const [batch] = await bob.waiting();
      expect(await eve.waiting()).toEqual([]);
      expect(await eve.state('r1')).toBeUndefined();
      if (batch === undefined) throw new Error('Nothing waits.');
      const refused = await eve.answer(batch, true);
      const taken = await bob.answer(batch, true);
      const late = await ada.answer(batch, false);

      expect([refused.status, refused.body.error.code]).toEqual([404, 'unknown-batch']);
      expect([taken.status, taken.body.receipts[0].type]).toEqual([200, 'taken']);
      expect([late.status, late.body.receipts[0].stands.by.name]).toEqual([409, 'Bob']);
      await expect.poll(() => ada.state('r1'), polling).toBe('ended');
      expect(ran).toEqual(['.env']);
    });

    it('C261 sends each stored event once and in order, and text deltas as they arrive', async () => {
      const { agent } = filesAgent([deletion, 'All of it is gone.']);
      const server = await serve(agent);
      const ada = server.as('ada');
      await ada.start('Clear it', 'r1');
      await expect.poll(() => ada.state('r1'), polling).toBe('waiting');

      const live = ada.events('r1');
      const [batch] = await ada.waiting();
      if (batch !== undefined) await ada.answer(batch, true);
      const told = await live;
      const again = await ada.events('r1');
      const rest = await ada.events('r1', 5);

      const ids = told.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
      expect(ids).toEqual(ids.map((_, index) => index));
      expect(told.at(-1)?.event).toBe('end');
      expect(told.some(({ id, data }) => id === undefined && data.type === 'text-delta')).toBe(true);
      const kept = (list: typeof told) => list.filter(({ id }) => id !== undefined);
      expect(kept(again)).toEqual(kept(told));
      expect(kept(rest)).toEqual(kept(told).slice(6));
      expect(kept(again).some(({ data }) => data.type === 'text-delta' && data.delta === 'All of it is gone.')).toBe(
        true,
      );
      const end = kept(again).at(-1)?.data;
      expect([end.type, end.outcome]).toEqual(['run-end', 'completed']);
    });

    it('C262 counts approvals of several people, each once, and only of authorized ones', async () => {
      const policy = createPolicy({
        rules: [ask({ tool: 'delete_file' }, { approvals: 2, from: ['role:ops'], notRequester: true })],
      });
      const { agent, ran } = filesAgent([deletion, 'Done.'], { policy });
      const server = await serve(agent, { authorize: () => true });
      const [ada, bob, eve] = [server.as('ada'), server.as('bob'), server.as('eve')];
      await eve.start('Clear it', 'r1');
      await expect.poll(() => eve.state('r1'), polling).toBe('waiting');
      const [batch] = await bob.waiting();
      if (batch === undefined) throw new Error('Nothing waits.');

      const own = await eve.answer(batch, true);
      const first = await bob.answer(batch, true);
      const twice = await bob.answer(batch, true);
      const edit = await ada.answer(batch, { kind: 'tool-approved', overrideArgs: { path: 'a.txt' } });
      const stale = await bob.answer(batch, true);
      const [shown] = await bob.waiting();
      if (shown === undefined) throw new Error('Nothing waits any more.');
      const last = await bob.answer(shown, true);

      expect(own.body.error.code).toBe('not-counted');
      expect(first.body.receipts).toMatchObject([{ type: 'counted', missing: 1 }]);
      expect(first.body.batch.requests.approvals[0].approvedBy).toEqual([{ id: 'bob', name: 'Bob' }]);
      expect(first.body.batch.requests.approvals[0].approvalProgress).toEqual({
        viewer: 'approved',
        viewerId: 'bob',
        missing: [1],
        approvedAt: [expect.any(Number)],
      });
      expect(twice.body.receipts).toMatchObject([{ type: 'counted', missing: 1 }]);
      expect(edit.body.receipts).toMatchObject([{ type: 'counted', missing: 1 }]);
      expect(stale.body.error.code).toBe('other-digest');
      expect(shown.requests.approvals[0]).toMatchObject({
        input: { path: 'a.txt' },
        approvedBy: [{ id: 'ada', name: 'Ada' }],
        approvalProgress: { viewer: 'open', viewerId: 'bob', missing: [1] },
      });
      expect(last.body.receipts).toMatchObject([{ type: 'taken' }]);
      await expect.poll(() => eve.state('r1'), polling).toBe('ended');
      expect(ran).toEqual(['a.txt']);
    });

    it('C305 counts an approval again after edits have restored the input that it was for', async () => {
      const policy = createPolicy({ rules: [ask({ tool: 'delete_file' }, { approvals: 3, from: ['role:ops'] })] });
      const { agent, ran } = filesAgent([deletion, 'Done.'], { policy });
      const server = await serve(agent, {
        authorize: () => true,
        identify: (request) => {
          const id = request.headers.get('authorization')?.slice(7) ?? '';
          return { id, name: id, roles: ['ops'] };
        },
      });
      const [ada, bob, eve] = [server.as('ada'), server.as('bob'), server.as('eve')];
      await eve.start('Clear it', 'r1');
      await expect.poll(() => eve.state('r1'), polling).toBe('waiting');
      const shown = async () => {
        const [batch] = await ada.waiting();
        if (batch === undefined) throw new Error('Nothing waits.');
        return batch;
      };
      const original = await shown();
      const edit = (path: string) => ({ kind: 'tool-approved', overrideArgs: { path } });
      await ada.answer(original, true);
      const edited = await bob.answer(original, edit('a.txt'));
      const repeatedEdit = await bob.answer(original, edit('a.txt'));
      await eve.answer(await shown(), edit('.env'));

      const second = await ada.answer(await shown(), true);
      const repeated = await ada.answer(await shown(), true);
      const last = await bob.answer(await shown(), true);

      expect(edited.body.receipts).toMatchObject([{ type: 'counted', missing: 2 }]);
      expect(repeatedEdit.body.receipts).toEqual(edited.body.receipts);
      expect(second.body.receipts).toMatchObject([{ type: 'counted', missing: 1 }]);
      expect(repeated.body.receipts).toEqual(second.body.receipts);
      expect(last.body.receipts).toMatchObject([{ type: 'taken' }]);
      await expect.poll(() => eve.state('r1'), polling).toBe('ended');
      expect(ran).toEqual(['.env']);
    });

    it('C263 accepts one answer over a link, from an authorized person, and opening it does not use it up', async () => {
      let now = Date.now();
      const links = runLinks({ secret: 'a secret that is long enough to sign', lifetime: 1000, now: () => now });
      const { agent, ran } = filesAgent([deletion, 'Done.']);
      const server = await serve(agent, { links });
      const [ada, eve] = [server.as('ada'), server.as('eve')];
      await ada.start('Clear it', 'r1');
      await expect.poll(() => ada.state('r1'), polling).toBe('waiting');
      const [batch] = await ada.waiting();
      if (batch === undefined) throw new Error('Nothing waits.');
      const [token, old] = [await links.sign(batch.batchId), await links.sign(batch.batchId)];
      const [call] = batch.requests.approvals;
      const answers = { [call?.toolCallId ?? '']: { answer: true, digest: call?.digest } };

      const looked = [await ada.ask(`/links/${token}`), await ada.ask(`/links/${token}`)];
      const foreign = await eve.post(`/links/${token}/answers`, { answers });
      const forged = await ada.post(`/links/${token.slice(0, -2)}xx/answers`, { answers });
      const taken = await ada.post(`/links/${token}/answers`, { answers });
      const again = await ada.post(`/links/${token}/answers`, { answers });
      now += 2000;
      const late = await ada.ask(`/links/${old}`);

      expect(looked.map(({ body }) => body.batchId)).toEqual([batch.batchId, batch.batchId]);
      expect(foreign.body.error.code).toBe('unknown-batch');
      expect(forged.body.error.code).toBe('link-refused');
      expect(taken.body.receipts).toMatchObject([{ type: 'taken' }]);
      expect(again.body.error.code).toBe('link-refused');
      expect(late.body.error.code).toBe('link-refused');
      await expect.poll(() => ada.state('r1'), polling).toBe('ended');
      expect(ran).toEqual(['.env']);
    });

    it('C264 expires a batch at its deadline', async () => {
      const { agent, ran } = filesAgent([deletion, 'Nobody came.'], { expiry: { after: 60 } });
      const server = await serve(agent);
      const ada = server.as('ada');

      await ada.start('Clear it', 'r1');

      await expect.poll(() => ada.state('r1'), polling).toBe('ended');
      expect((await ada.events('r1')).some(({ data }) => data.end?.status === 'expired')).toBe(true);
      expect(ran).toEqual([]);
    });

    it('C264 extends a deadline, and ends a run that is stopped while it waits', async () => {
      const { agent, ran } = filesAgent([deletion], { expiry: { after: 600_000 } });
      const server = await serve(agent);
      const ada = server.as('ada');
      await ada.start('Clear it', 'r2');
      await expect.poll(() => ada.state('r2'), polling).toBe('waiting');
      const [batch] = await ada.waiting();
      if (batch === undefined) throw new Error('Nothing waits.');
      const toolCallId = batch.requests.approvals[0]?.toolCallId ?? '';
      const expiresAt = Date.now() + 6_000_000;

      const moved = await ada.post(`/batches/${batch.batchId}/extend`, { toolCallId, expiresAt });
      await ada.post(`/runs/${server.idOf('r2')}/stop`, { reason: 'Not needed.' });
      await expect.poll(() => ada.state('r2'), polling).toBe('ended');
      const log = await ada.events('r2');
      const late = await ada.answer(batch, true);

      expect(moved.body.expiresAt).toEqual({ [toolCallId]: expiresAt });
      expect(log.find(({ data }) => data.type === 'run-end')?.data).toMatchObject({ outcome: 'aborted' });
      expect(late.body.error.code).toBe('batch-over');
      expect(ran).toEqual([]);
    });

    it('C265 refuses requests that are malformed, forged, unauthorized or too large, and stores nothing of them', async () => {
      const { agent, ran } = filesAgent([deletion, 'Done.']);
      const server = await serve(agent);
      const ada = server.as('ada');
      await ada.start("Clear'; drop table runs; --", 'r1');
      await expect.poll(() => ada.state('r1'), polling).toBe('waiting');
      const [batch] = await ada.waiting();
      const [call] = batch?.requests.approvals ?? [];
      if (batch === undefined || call === undefined) throw new Error('Nothing waits.');
      const { toolCallId, digest } = call;
      const path = `/batches/${batch.batchId}/answers`;
      const approved = { kind: 'tool-approved', approvedBy: ['bob', 'carol'] };

      const codes = await Promise.all(
        [
          { answers: {} },
          { answers: { nothing: { answer: true, digest } } },
          { answers: { [toolCallId]: { answer: true } } },
          { answers: { [toolCallId]: { answer: true, digest: `sha-256:${'0'.repeat(64)}` } } },
          { answers: { [toolCallId]: { answer: { kind: 'tool-expired' }, digest } } },
          { answers: { [toolCallId]: { answer: 'yes', digest } } },
          { answers: { [toolCallId]: { answer: { ...approved, overrideArgs: { path: 7 } }, digest } } },
          { answers: 'all' },
          { answers: { [toolCallId]: { answer: true, digest, pad: 'x'.repeat(1_100_000) } } },
        ].map(async (body) => (await ada.post(path, body)).body.error.code),
      );
      const others = [
        await ada.post('/runs', { agent: 'none', input: '' }),
        await server.as('nobody').ask('/waiting'),
        await ada.ask(`/runs/${server.idOf('r1')}/nothing`),
        await ada.ask(path, { method: 'POST', body: 'answers=yes' }),
        await ada.ask('/waiting', { headers: { origin: 'https://evil.example' } }),
      ].map(({ body }) => body.error.code);

      expect(codes).toEqual([
        ...['answers-missing', 'unknown-answer', 'digest-missing', 'other-digest', 'wrong-answer', 'wrong-answer'],
        ...['invalid-answer', 'malformed-request', 'too-large'],
      ]);
      expect(others).toEqual([
        ...['unknown-agent', 'not-signed-in', 'unknown-address', 'not-json', 'origin-not-allowed'],
      ]);
      expect(ran).toEqual([]);
      expect(await ada.state('r1')).toBe('waiting');
    });
  });
}
