import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BatchTables } from '../../src/postgres/batch-tables.js';
import { GroupWriter } from '../../src/postgres/group-writer.js';
import { LifeWriter } from '../../src/postgres/life-writer.js';
import { migrate, versions } from '../../src/postgres/migrate.js';
import { openPool } from '../../src/postgres/open-pool.js';
import { RunBell, ring as ringBell } from '../../src/postgres/run-bell.js';
import { runJournal } from '../../src/postgres/run-journal.js';
import { RunTables } from '../../src/postgres/run-tables.js';
import type { RunEvent } from '../../src/protocol/run-event.js';
import type { ListPosition } from '../../src/server/lists/list-cursor.js';
import { ownDatabase, startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string =
  process.env.COUNTERSIGN_ALL === '1' ? await startPostgres() : 'they are a part of npm run test:all';
if (typeof postgres === 'string') process.stdout.write(`  tables on Postgres are skipped: ${postgres}\n`);
const databaseUrl = typeof postgres === 'string' ? '' : postgres.url;

let pool: Pool;
let runs: RunTables;

beforeAll(async () => {
  if (typeof postgres === 'string') return;
  pool = openPool(databaseUrl, 10);
  await Promise.all([migrate(pool), migrate(pool), migrate(pool)]);
  runs = new RunTables(pool);
}, 60_000);

afterAll(async () => {
  if (typeof postgres === 'string') return;
  await pool.end();
  await postgres.stop();
});

const addRun = (runId: string): Promise<boolean> =>
  runs.add({
    ...{ runId, agent: 'files', conversationId: 'c', startedBy: { id: 'ada' } },
    ...{ startedAt: Date.now(), input: 'go', messages: [] },
  });

/** A life of a run that was added, and who writes for it. */
async function beginLife(runId: string, group = new GroupWriter(pool)) {
  const begun = await runs.beginLife({ runId, wakes: 0 });
  if (begun === undefined) throw new Error('Nobody began it.');
  const onStale = vi.fn();
  const life = { runId, epoch: begun.epoch, isLeft: () => false, onStale };
  return { begun, onStale, writer: new LifeWriter(group, life, begun.kept.events) };
}

/** A run that asks. */
async function addBatch(batchId: string, runId: string): Promise<void> {
  await addRun(runId);
  const { writer } = await beginLife(runId);
  const call = (toolCallId: string) => ({ toolCallId, toolName: 'act', title: 'Act', input: {} });
  await writer.ask({
    ...{ batchId, runId, agentPath: ['files'], round: 1, onExpiry: 'deny', requester: { id: 'ada' } },
    ...{ askedAt: 1, about: {}, expiresAt: {} },
    requests: { approvals: [call('a'), call('b')], calls: [], metadata: {} },
  });
}

const by = { type: 'person', name: 'Ada' } as const;
const yes = (toolCallId: string) => ({ toolCallId, answer: { kind: 'tool-approved' } as const, by, at: 1 });

describe.skipIf(typeof postgres === 'string')('tables on Postgres', () => {
  it('take answers again that were taken back, behind those that stay', async () => {
    const batches = new BatchTables(pool);
    await addBatch('b1', 'r1');
    await batches.take('b1', [yes('a'), yes('b')]);

    await batches.takeBack('b1', ['a']);
    const taking = await batches.take('b1', [yes('a')]);

    expect(taking?.receipts).toEqual([{ type: 'taken', toolCallId: 'a' }]);
    expect((await batches.find('b1'))?.answers.map(({ toolCallId }) => toolCallId)).toEqual(['b', 'a']);
  });

  it('are given free by a process that is frozen in the middle of a write', { timeout: 90_000 }, async () => {
    await addRun('r-frozen');
    const frozen = openPool(databaseUrl, 1);
    const held = await frozen.connect();
    held.on('error', () => {});
    await held.query('begin');
    await held.query("update countersign.runs set state = 'stuck' where run_id = 'r-frozen'");

    await runs.askToStop('r-frozen', 'Enough.');

    expect(await runs.stopReasons(['r-frozen'])).toEqual(new Map([['r-frozen', 'Enough.']]));
    await expect(held.query('commit')).rejects.toMatchObject({
      message: expect.stringMatching(/terminat|closed|not queryable/i),
    });
    held.release(true);
    await frozen.end();
  });

  it('take one of many answers that come at the same instant from many processes', async () => {
    await addBatch('b4', 'r4');
    const pools = Array.from({ length: 4 }, () => openPool(databaseUrl, 5));

    const takings = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const own = pools[index % pools.length] ?? pool;
        return await new BatchTables(own).take('b4', [{ ...yes('a'), person: { id: `p${index}` } }]);
      }),
    );

    await Promise.all(pools.map((own) => own.end()));
    const receipts = takings.flatMap((taking) => taking?.receipts ?? []);
    expect(receipts.filter(({ type }) => type === 'taken')).toHaveLength(1);
    expect(receipts.filter(({ type }) => type === 'late')).toHaveLength(19);
  });

  it('C296 keep what many lives write at once, but nothing of a stale one, and not what the database refuses', async () => {
    const ids = ['g1', 'g2', 'g3', 'g4'];
    for (const id of ids) await addRun(id);
    const group = new GroupWriter(pool);
    const lives = await Promise.all(ids.map((id) => beginLife(id, group)));
    await beginLife('g3');

    const keys = ['a', 'bad\u0000key', 'a', 'a'];
    const written = lives.map(({ writer }, index) => writer.keep({ key: keys[index] ?? '', value: '1' }));
    await expect(written[1]).rejects.toThrow(/invalid byte sequence/);
    await Promise.all([written[0], written[3]]);
    await expect.poll(() => lives[2]?.onStale).toHaveBeenCalledOnce();

    const kept = await Promise.all(ids.map(async (id) => [...(await beginLife(id)).begun.kept.steps.keys()]));
    expect(kept).toEqual([['a'], [], [], ['a']]);
  });

  it('C296 keep nothing of a life behind what was refused, so that its log has no gap, but that it is stuck', async () => {
    await addRun('gap');
    const { writer } = await beginLife('gap');
    const event = (key: string) =>
      ({ type: 'steered', key, runId: 'gap', agentPath: ['files'], v: 1, seq: 1, at: 1 }) as unknown as RunEvent; // any will do
    writer.tell(event('a'));
    await writer.keep({ key: 'one', value: '1' });
    writer.tell(event('b\u0000'));
    const written = [writer.keep({ key: 'two', value: '2' }), writer.keep({ key: 'three', value: '3' })];
    writer.tell(event('c'));

    await Promise.all(written.map((each) => expect(each).rejects.toThrow(/invalid byte sequence/)));
    await expect(writer.end({ type: 'ended', outcome: 'completed', at: 1 })).rejects.toThrow(/invalid byte sequence/);
    await writer.breakOff('It broke.');

    expect((await runs.find('gap'))?.state).toEqual({ type: 'stuck', why: 'It broke.' });
    const { kept } = (await beginLife('gap')).begun;
    expect([...kept.steps.keys()]).toEqual(['one']);
    expect((await runs.readLog('gap', undefined, 10)).map(({ serial }) => serial)).toEqual([0]);
  });

  it('C296 let no stale life begin an effect', async () => {
    await addRun('stale');
    const { begun, onStale, writer } = await beginLife('stale');
    await beginLife('stale');
    const work = vi.fn(async () => 1);

    void runJournal(writer, begun.kept, Date.now).step('effect', work, { once: true });

    await expect.poll(() => onStale).toHaveBeenCalled();
    expect(work).not.toHaveBeenCalled();
  });

  it('say what was begun and not kept, since when, and do what was kept not again', async () => {
    await addRun('repeated');
    const first = await beginLife('repeated');
    const journal = runJournal(first.writer, first.begun.kept, () => 7);
    await journal.step('soon', async () => 'given', { soon: true });
    await expect(journal.step('effect', () => Promise.reject(new Error('cut')), { once: true })).rejects.toThrow('cut');
    const { begun, writer } = await beginLife('repeated');
    const again = runJournal(writer, begun.kept, () => 8);
    const work = vi.fn(async () => 'anew');

    expect(await again.step('soon', work)).toBe('given');
    await again.step('effect', work, { once: true });

    expect(work.mock.calls).toEqual([[{ isRepeated: true, since: 7 }]]);
  });

  it('C311 list open questions of the same millisecond page by page, each once, and narrow them in the database', async () => {
    const ids = Array.from({ length: 7 }, (_, index) => `same${index}`);
    for (const id of ids) await addBatch(id, `run of ${id}`);
    const batches = new BatchTables(pool);
    const found: string[] = [];
    for (let after: ListPosition | undefined; ; ) {
      const page = await batches.waiting({ person: { id: 'somebody' }, after, limit: 2 });
      if (page.length === 0) break;
      found.push(...page.map(({ record }) => record.batch.batchId));
      after = page.at(-1)?.position;
    }
    await pool.query(
      `insert into countersign.batches (batch_id, run_id, batch, tenant, requester, asked_at, audience)
       select 'many' || n, 'run of same0', '{}', 'acme', 'eve', n, case when n % 1000 = 0 then array['role:ops'] else array['role:none'] end
       from generate_series(1, 20000) n`,
    );
    await pool.query('analyze countersign.batches');
    const ops = { id: 'ada', tenant: 'acme', roles: ['ops'] };

    const rest = ids.filter((id) => found.includes(id));
    const own = await batches.waiting({ person: ops, limit: 100 });
    const others = await batches.waiting({ person: { ...ops, tenant: 'bolt' }, limit: 100 });
    const { rows } = await pool.query(
      "explain select 1 from countersign.batches where state = 'open' and tenant = 'acme' and (asked_at, list_id) > (5, '') order by asked_at, list_id limit 100",
    );
    await pool.query("delete from countersign.batches where batch_id like 'many%'");

    expect(new Set(found).size).toBe(found.length);
    expect(rest).toEqual(ids);
    expect([own.length, others.length]).toEqual([20, 0]);
    expect(JSON.stringify(rows)).toContain('batches_tenant_asked_at_list_id_idx');
  });

  it('are brought up to date with what lies in them: answers stay, and runs of another scheme are stuck', async () => {
    const own = await ownDatabase(databaseUrl);
    const old = openPool(own.url, 2);
    await old.query('create schema countersign');
    await old.query(versions[0] ?? '');
    await old.query('create table countersign.migrations (version int primary key)');
    await old.query('insert into countersign.migrations values (1)');
    await old.query(
      "insert into countersign.runs (run_id, agent, started_by, started_at, asked, state) values ('w', 'a', 'ada', 1, '{}', 'waiting'), ('e', 'a', 'ada', 1, '{}', 'ended')",
    );
    await old.query(
      "insert into countersign.batches (batch_id, run_id, batch) values ('b', 'w', '{}'), ('c', 'e', '{}')",
    );
    await old.query(
      "insert into countersign.answers values ('b', 0, 'x', '{\"toolCallId\":\"x\"}'), ('b', 1, 'y', '{\"toolCallId\":\"y\"}')",
    );

    await migrate(old);

    const { rows } = await old.query('select run_id, state from countersign.runs order by run_id');
    expect(rows.map(({ run_id, state }) => [run_id, state])).toEqual([
      ['e', 'ended'],
      ['w', 'stuck'],
    ]);
    const batches = new BatchTables(old);
    expect((await batches.find('b'))?.answers).toEqual([{ toolCallId: 'x' }, { toolCallId: 'y' }]);
    expect((await batches.find('c'))?.answers).toEqual([]);
    await old.end();
    await own.stop();
  });

  it('tell parts of texts of any script whole, and refuse those of a life that is over', async () => {
    await addRun('r2');
    const bell = new RunBell(databaseUrl, runs);
    await bell.open();
    const gone = new AbortController();
    const news = bell.listen('r2', gone.signal)[Symbol.asyncIterator]();
    const text = '界'.repeat(2000);
    const delta = (id: string) =>
      ({ type: 'text-delta', id, delta: text, runId: 'r2', agentPath: ['files'], v: 1, seq: 1, at: 1 }) as const;
    const { writer, onStale } = await beginLife('r2');
    const told: unknown[] = [];

    for (const id of ['a', 'b', 'c']) writer.tell(delta(id));
    for (let count = 0; count < 3; count++) told.push((await news.next()).value);
    await beginLife('r2');
    writer.tell(delta('d'));
    await expect.poll(() => onStale).toHaveBeenCalled();

    gone.abort();
    await bell.close();
    expect(told).toEqual(['a', 'b', 'c'].map((id) => ({ type: 'event', event: delta(id) })));
  });

  it('are heard of again once Postgres is back, each time once', async ({ skip }) => {
    if (typeof postgres === 'string' || postgres.restart === undefined) return skip('this Postgres is somebody else’s');
    await addRun('r3');
    const bell = new RunBell(databaseUrl, runs);
    await bell.open();
    const gone = new AbortController();
    const told: unknown[] = [];
    const heard = (async () => {
      for await (const one of bell.listen('r3', gone.signal)) told.push(one);
    })();

    postgres.restart();
    const ring = (batchId: string): Promise<void> => ringBell(pool, { type: 'batch', runId: 'r3', batchId });
    await expect
      .poll(
        async () => {
          await ring('again').catch(() => {});
          return told.length;
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    told.length = 0;
    await ring('last');
    await expect.poll(() => told).toContainEqual({ type: 'batch', runId: 'r3', batchId: 'last' });
    await ring('end');
    await expect.poll(() => told).toContainEqual({ type: 'batch', runId: 'r3', batchId: 'end' });

    gone.abort();
    await heard;
    await bell.close();
    const last = told.filter((one) => (one as { readonly batchId: string }).batchId === 'last');
    expect(last).toHaveLength(1);
  });
});
