import { EventEmitter, once } from 'node:events';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ActivationWriter } from '../../src/postgres/activation-writer.js';
import { BatchTables } from '../../src/postgres/batch-tables.js';
import { openPool } from '../../src/postgres/connection/open-pool.js';
import { migrateTables, versions } from '../../src/postgres/migrate.js';
import { runJournal } from '../../src/postgres/run-journal.js';
import { RunNotifier, sendNotification } from '../../src/postgres/run-notifier.js';
import { RunTables } from '../../src/postgres/run-tables.js';
import { transact } from '../../src/postgres/transact.js';
import { WriteCoalescer } from '../../src/postgres/write-coalescer.js';
import type { RunEvent } from '../../src/protocol/run-event.js';
import type { ListPosition } from '../../src/server/lists/list-cursor.js';
import { ownDatabase, startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string =
  process.env.COUNTERSIGN_ALL === '1' ? await startPostgres() : 'they are part of npm run test:all';
if (typeof postgres === 'string') process.stdout.write(`  tables on Postgres are skipped: ${postgres}\n`);
const databaseUrl = typeof postgres === 'string' ? '' : postgres.url;

let pool: Pool;
let runs: RunTables;

beforeAll(async () => {
  if (typeof postgres === 'string') return;
  pool = openPool(databaseUrl, 10);
  await Promise.all([migrateTables(pool), migrateTables(pool), migrateTables(pool)]);
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

/** Begins an activation of an existing run. Returns it with its writer. */
async function activate(runId: string, writes = new WriteCoalescer(pool)) {
  const started = await runs.beginActivation({ runId, wakes: 0 });
  if (started === undefined) throw new Error('The run cannot be activated.');
  const onStale = vi.fn();
  const activation = { runId, epoch: started.epoch, isSuspended: () => false, onStale };
  return { started, onStale, writer: new ActivationWriter(writes, activation, started.progress.events) };
}

/** Adds a run with a pending batch of two calls. */
async function addBatch(batchId: string, runId: string): Promise<void> {
  await addRun(runId);
  const { writer } = await activate(runId);
  const call = (toolCallId: string) => ({ toolCallId, toolName: 'act', title: 'Act', input: {} });
  await writer.storeBatch({
    ...{ batchId, runId, agentPath: ['files'], round: 1, onExpiry: 'deny', requester: { id: 'ada' } },
    ...{ askedAt: 1, about: {}, expiresAt: {} },
    requests: { approvals: [call('a'), call('b')], calls: [], metadata: {} },
  });
}

/** The number of migrations before those that only expand the tables. */
const firstExpanding = 6;

const by = { type: 'person', name: 'Ada' } as const;
const approval = (toolCallId: string) => ({ toolCallId, answer: { kind: 'tool-approved' } as const, by, at: 1 });

it('C488 migrations from the seventh on drop and rename nothing, and end no run', () => {
  const contracting =
    /\b(?:drop|rename|truncate|set not null|alter column \w+ (?:set data )?type)\b|'(?:stuck|ended)'/i;
  // Tables and columns that no released version reads any longer may be dropped: name them here.
  const allowed: readonly string[] = [];

  const found = versions.slice(firstExpanding).filter((sql) => contracting.test(sql) && !allowed.includes(sql));

  expect(found).toEqual([]);
});

describe.skipIf(typeof postgres === 'string')('tables on Postgres', () => {
  it('accept an answer again after it was retracted, behind the remaining answers', async () => {
    const batches = new BatchTables(pool);
    await addBatch('b1', 'r1');
    await batches.acceptAnswers('b1', [approval('a'), approval('b')]);

    await batches.retractAnswers('b1', ['a'], {
      ...approval('a'),
      issue: { path: [], message: 'Too long.' },
    });
    const accepted = await batches.acceptAnswers('b1', [approval('a')]);

    expect(accepted?.receipts).toEqual([{ type: 'taken', toolCallId: 'a' }]);
    expect((await batches.find('b1'))?.answers.map(({ toolCallId }) => toolCallId)).toEqual(['b', 'a']);
  });

  it('are not blocked by a process that is frozen in the middle of a transaction', { timeout: 90_000 }, async () => {
    await addRun('r-frozen');
    const frozen = openPool(databaseUrl, 1);
    const freeze = new EventEmitter();
    const held = transact(frozen, async (client) => {
      await client.query("update countersign.runs set state = 'stuck' where run_id = 'r-frozen'");
      freeze.emit('begin');
      await once(freeze, 'end');
    });
    await once(freeze, 'begin');

    await runs.requestStop('r-frozen', 'Enough.');

    expect(await runs.stopReasons(['r-frozen'])).toEqual(new Map([['r-frozen', 'Enough.']]));
    freeze.emit('end');
    await expect(held).rejects.toMatchObject({
      message: expect.stringMatching(/terminat|closed|not queryable/i),
    });
    await frozen.end();
  });

  it('accept exactly one of many answers that arrive at the same time from many processes', async () => {
    await addBatch('b4', 'r4');
    const pools = Array.from({ length: 4 }, () => openPool(databaseUrl, 5));

    const results = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const own = pools[index % pools.length] ?? pool;
        return await new BatchTables(own).acceptAnswers('b4', [{ ...approval('a'), person: { id: `p${index}` } }]);
      }),
    );

    await Promise.all(pools.map((own) => own.end()));
    const receipts = results.flatMap((accepted) => accepted?.receipts ?? []);
    expect(receipts.filter(({ type }) => type === 'taken')).toHaveLength(1);
    expect(receipts.filter(({ type }) => type === 'late')).toHaveLength(19);
  });

  it('C296 store concurrent writes of many activations, without those of a stale one and those that the database rejects', async () => {
    const ids = ['g1', 'g2', 'g3', 'g4'];
    for (const id of ids) await addRun(id);
    const writes = new WriteCoalescer(pool);
    const activations = await Promise.all(ids.map((id) => activate(id, writes)));
    await activate('g3');

    const keys = ['a', 'bad\u0000key', 'a', 'a'];
    const written = activations.map(({ writer }, index) => writer.storeStep({ key: keys[index] ?? '', value: '1' }));
    await expect(written[1]).rejects.toThrow(/invalid byte sequence/);
    await Promise.all([written[0], written[3]]);
    await expect.poll(() => activations[2]?.onStale).toHaveBeenCalledOnce();

    const stored = await Promise.all(ids.map(async (id) => [...(await activate(id)).started.progress.steps.keys()]));
    expect(stored).toEqual([['a'], [], [], ['a']]);
  });

  it('C296 store nothing of an activation after a rejected write, so that its log has no gap, except the state stuck', async () => {
    await addRun('gap');
    const { writer } = await activate('gap');
    const event = (key: string) =>
      ({ type: 'steered', key, runId: 'gap', agentPath: ['files'], v: 1, seq: 1, at: 1 }) as unknown as RunEvent; // only the key matters
    writer.emit(event('a'));
    await writer.storeStep({ key: 'one', value: '1' });
    writer.emit(event('b\u0000'));
    const written = [writer.storeStep({ key: 'two', value: '2' }), writer.storeStep({ key: 'three', value: '3' })];
    writer.emit(event('c'));

    await Promise.all(written.map((each) => expect(each).rejects.toThrow(/invalid byte sequence/)));
    await expect(writer.storeState({ type: 'ended', outcome: 'completed', at: 1 })).rejects.toThrow(
      /invalid byte sequence/,
    );
    await writer.storeFailure('It broke.');

    expect((await runs.find('gap'))?.state).toEqual({ type: 'stuck', why: 'It broke.' });
    const { progress } = (await activate('gap')).started;
    expect([...progress.steps.keys()]).toEqual(['one']);
    expect((await runs.readLog('gap', undefined, 10)).map(({ serial }) => serial)).toEqual([0]);
  });

  it('C296 prevent a stale activation from starting an effect', async () => {
    await addRun('stale');
    const { started, onStale, writer } = await activate('stale');
    await activate('stale');
    const work = vi.fn(async () => 1);

    void runJournal(writer, started.progress, Date.now).step('effect', work, { once: true });

    await expect.poll(() => onStale).toHaveBeenCalled();
    expect(work).not.toHaveBeenCalled();
  });

  it('report a step that started and was not stored, with its start time, and do not repeat a stored step', async () => {
    await addRun('repeated');
    const first = await activate('repeated');
    const journal = runJournal(first.writer, first.started.progress, () => 7);
    await journal.step('soon', async () => 'result', { soon: true });
    await expect(journal.step('effect', () => Promise.reject(new Error('cut')), { once: true })).rejects.toThrow('cut');
    const { started, writer } = await activate('repeated');
    const again = runJournal(writer, started.progress, () => 8);
    const work = vi.fn(async () => 'new');

    expect(await again.step('soon', work)).toBe('result');
    await again.step('effect', work, { once: true });

    expect(work.mock.calls).toEqual([[{ isRepeated: true, since: 7 }]]);
  });

  it('C311 list open batches of the same millisecond page by page, each once, and filter them in the database', async () => {
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

  it('keep their answers in a migration, and mark runs with another journal format as stuck', async () => {
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
      "insert into countersign.batches (batch_id, run_id, batch) values ('b', 'w', '{}'), ('c', 'e', '{}'), ('d', 'e', '{}')",
    );
    await old.query(
      `insert into countersign.answers values ('b', 0, 'x', '{"toolCallId":"x"}'), ('b', 1, 'y', '{"toolCallId":"y"}'),
       ('c', 0, 'x', '{"toolCallId":"x","person":{"id":"ada"},"at":5}'), ('d', 0, 'x', '{"note":"\\u0000","person":{"id":"ada"},"at":6}')`,
    );

    await migrateTables(old);

    const { rows } = await old.query('select run_id, state from countersign.runs order by run_id');
    expect(rows.map(({ run_id, state }) => [run_id, state])).toEqual([
      ['e', 'ended'],
      ['w', 'stuck'],
    ]);
    const batches = new BatchTables(old);
    expect((await batches.find('b'))?.answers).toEqual([{ toolCallId: 'x' }, { toolCallId: 'y' }]);
    const decided = await batches.decided({ person: { id: 'ada' }, limit: 10 });
    expect(decided.map(({ record, position }) => [record.answers.length, position.at])).toEqual([[1, 5]]);
    await old.end();
    await own.stop();
  });

  it('C487 close open batches of ended runs that an earlier version has left behind', async () => {
    await addBatch('left', 'r-left');
    await addBatch('asked', 'r-asked');
    await pool.query("update countersign.runs set state = 'ended' where run_id = 'r-left'");
    const batches = new BatchTables(pool);

    await batches.withdrawEnded();

    expect((await batches.find('left'))?.state).toBe('withdrawn');
    expect((await batches.find('asked'))?.state).toBe('open');
  });

  it('C488 leave open runs and their batches as they are in every migration from the seventh on', async () => {
    const own = await ownDatabase(databaseUrl);
    const old = openPool(own.url, 2);
    await old.query('create schema countersign');
    await old.query('create table countersign.migrations (version int primary key)');
    for (const [index, sql] of versions.slice(0, firstExpanding).entries()) {
      await old.query(sql);
      await old.query('insert into countersign.migrations values ($1)', [index + 1]);
    }
    await old.query(
      "insert into countersign.runs (run_id, agent, started_by, started_at, asked, state, batch_id) values ('w', 'a', 'ada', 1, '{}', 'waiting', 'b'), ('r', 'a', 'ada', 1, '{}', 'running', null)",
    );
    await old.query("insert into countersign.batches (batch_id, run_id, batch) values ('b', 'w', '{}')");
    const read = async () =>
      (
        await old.query(
          'select run_id, r.state, batch_id, b.state as batch from countersign.runs r left join countersign.batches b using (run_id, batch_id) order by run_id',
        )
      ).rows;
    const before = await read();

    await migrateTables(old);

    expect(await read()).toEqual(before);
    // What a process of the previous version writes is still accepted.
    await old.query(
      "insert into countersign.runs (run_id, agent, started_by, started_at, asked) values ('n', 'a', 'ada', 1, '{}')",
    );
    await old.end();
    await own.stop();
  });

  it('send text deltas of any script unbroken, and reject those of a stale activation', async () => {
    await addRun('r2');
    const notifier = new RunNotifier(databaseUrl, runs);
    await notifier.open();
    const stop = new AbortController();
    const news = notifier.listen('r2', stop.signal)[Symbol.asyncIterator]();
    const text = '界'.repeat(2000);
    const delta = (id: string) =>
      ({ type: 'text-delta', id, delta: text, runId: 'r2', agentPath: ['files'], v: 1, seq: 1, at: 1 }) as const;
    const { writer, onStale } = await activate('r2');
    const received: unknown[] = [];

    for (const id of ['a', 'b', 'c']) writer.emit(delta(id));
    for (let count = 0; count < 3; count++) received.push((await news.next()).value);
    await activate('r2');
    writer.emit(delta('d'));
    await expect.poll(() => onStale).toHaveBeenCalled();

    stop.abort();
    await notifier.close();
    expect(received).toEqual(['a', 'b', 'c'].map((id) => ({ type: 'event', event: delta(id) })));
  });

  it('send each notification once after Postgres was restarted', async ({ skip }) => {
    if (typeof postgres === 'string' || postgres.restart === undefined)
      return skip('this Postgres belongs to another process');
    await addRun('r3');
    const notifier = new RunNotifier(databaseUrl, runs);
    await notifier.open();
    const stop = new AbortController();
    const received: unknown[] = [];
    const subscription = (async () => {
      for await (const one of notifier.listen('r3', stop.signal)) received.push(one);
    })();

    postgres.restart();
    const send = (batchId: string): Promise<void> => sendNotification(pool, { type: 'batch', runId: 'r3', batchId });
    await expect
      .poll(
        async () => {
          await send('again').catch(() => {});
          return received.length;
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    received.length = 0;
    await send('last');
    await expect.poll(() => received).toContainEqual({ type: 'batch', runId: 'r3', batchId: 'last' });
    await send('end');
    await expect.poll(() => received).toContainEqual({ type: 'batch', runId: 'r3', batchId: 'end' });

    stop.abort();
    await subscription;
    await notifier.close();
    const last = received.filter((one) => (one as { readonly batchId: string }).batchId === 'last');
    expect(last).toHaveLength(1);
  });
});
