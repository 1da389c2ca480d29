import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BatchTables } from '../../src/postgres/batch-tables.js';
import { openPool } from '../../src/postgres/connection/open-pool.js';
import { migrateTables } from '../../src/postgres/migrate.js';
import { NoticeTables } from '../../src/postgres/notice-tables.js';
import { OperationTables } from '../../src/postgres/operations/operation-tables.js';
import { pruneRuns } from '../../src/postgres/retention/prune-runs.js';
import { RunTables } from '../../src/postgres/run-tables.js';
import { explainedPool, type ScannedTables } from '../support/explained-pool.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string =
  process.env.COUNTERSIGN_ALL === '1' ? await startPostgres() : 'they are part of npm run test:all';
if (typeof postgres === 'string') process.stdout.write(`  queries on large tables are skipped: ${postgres}\n`);

const endedCount = 200_000;
const openCount = 2000;
/** The end of the last of the ended runs. One ends each second. */
const lastEnd = endedCount * 1000;

describe.skipIf(typeof postgres === 'string')('queries on tables with many ended runs', () => {
  let pool: Pool;
  let scans: ScannedTables[];
  let runs: RunTables;
  let batches: BatchTables;
  let explained: Pool;

  beforeAll(async () => {
    pool = openPool((postgres as TestPostgres).url, 4);
    await migrateTables(pool);
    await fillTables(pool);
    scans = [];
    explained = explainedPool(pool, scans);
    runs = new RunTables(explained);
    batches = new BatchTables(explained);
  }, 300_000);

  afterAll(async () => {
    await pool?.end();
    if (typeof postgres !== 'string') await postgres.stop();
  });

  it('C508 read no table from the first to the last row', { timeout: 300_000 }, async () => {
    const ada = { id: 'p1', tenant: 'acme', roles: ['ops'] };
    const after = { at: 1000, id: 'x' };

    await batches.waiting({ person: ada, limit: 100 });
    await batches.waiting({ person: ada, after, limit: 100 });
    await batches.decided({ person: ada, limit: 50 });
    await batches.decided({ person: ada, after, limit: 50 });
    await batches.find('batch 7');
    await batches.open('run 7');
    // A sweep.
    await runs.answeredWaiting();
    await runs.stoppedWaiting();
    await batches.overdue(lastEnd);
    await batches.withdrawEnded();
    const own = await explained.connect();
    await runs.claim(['files'], own);
    own.release();
    const notices = new NoticeTables(explained);
    const [notice] = await notices.claim({ now: lastEnd, until: 2 * lastEnd, limit: 20 });
    await notices.claim({ now: lastEnd, until: lastEnd, limit: 1, batchId: 'open batch 8' });
    if (notice !== undefined) await notices.settle(notice, null);
    // The events and the state of a run.
    await runs.readLog('run 7', undefined, 500);
    await runs.readLog('run 7', 1, 500);
    await runs.find('run 7');
    await runs.read('run 7');
    await runs.stopReasons(['run 7', 'run 8']);
    await runs.beginActivation({ runId: 'open 7', wakes: 0 });
    await runs.beginActivation({ runId: 'open 7', wakes: 0 });
    // Lists of runs.
    await runs.list({ limit: 50 });
    await runs.list({ limit: 50, after });
    await runs.list({ startedBy: { id: 'p1' }, limit: 50 });
    await runs.list({ chat: 'chat 7', limit: 50 });
    await runs.list({ state: 'waiting', limit: 50 });
    await runs.list({ state: 'stuck', limit: 50 });
    await runs.list({ agent: 'files', title: 'clear', since: 1000, limit: 50 });
    await runs.list({ tenant: 'tenant 7', before: lastEnd, limit: 50 });
    await new OperationTables(explained).ofRun('run 7');

    expect(scans.filter(({ tables }) => tables.length > 0)).toEqual([]);
    expect(scans.length).toBeGreaterThan(25);
  });

  it('C508 prune old runs without reading a table from the first to the last row', { timeout: 300_000 }, async () => {
    scans.length = 0;

    const pruned = await pruneRuns(explained, { before: 2000 * 1000, chunkSize: 500 });

    expect(pruned).toMatchObject({ runs: 1999, batches: 1999, events: 1999 * 3, steps: 1999, tokens: 1999 });
    expect(scans.filter(({ tables }) => tables.length > 0)).toEqual([]);
  });
});

/** Adds runs that have ended, each with a batch, an answer, three events, a step and a mark, and some that wait. */
async function fillTables(pool: Pool): Promise<void> {
  const run = `'{"runId":"x","agent":"files","conversationId":"c","startedBy":{"id":"p1"},"input":"go","messages":[]}'`;
  const numbers = `generate_series(1, ${endedCount}) n`;
  for (const sql of [
    `insert into countersign.runs (run_id, agent, started_by, started_at, asked, state, detail, updated_at, chat, turn, tenant, title)
     select 'run ' || n, 'files', 'p' || n % 100, n * 1000 - 500, ${run}, 'ended', '{"type":"ended","outcome":"completed","at":1}', n * 1000,
       case when n % 2 = 0 then 'chat ' || n end, case when n % 2 = 0 then 0 end, 'tenant ' || n % 50, 'Clear folder ' || n from ${numbers}`,
    `insert into countersign.runs (run_id, agent, started_by, started_at, asked, state, detail, updated_at, batch_id)
     select 'open ' || n, 'files', 'p' || n % 100, n, ${run}, case when n % 2 = 0 then 'waiting' else 'running' end,
       '{"type":"waiting","since":1,"batchId":"x"}', n, case when n % 2 = 0 then 'open batch ' || n end from generate_series(1, ${openCount}) n`,
    `insert into countersign.batches (batch_id, run_id, batch, state, tenant, requester, asked_at, notify_at)
     select 'batch ' || n, 'run ' || n, '{}', 'answered', 'acme', 'p' || n % 100, n * 1000, n from ${numbers}`,
    `insert into countersign.batches (batch_id, run_id, batch, tenant, requester, asked_at, deadline, notify_at)
     select 'open batch ' || n, 'open ' || n, '{}', 'acme', 'p' || n % 100, n, ${lastEnd} + n, n from generate_series(2, ${openCount}, 2) n`,
    `insert into countersign.decisions select 'batch ' || n, 'acme', 'p' || n % 100, n * 1000 from ${numbers}`,
    `insert into countersign.events select 'run ' || n, serial, 'key ' || serial, '{}' from ${numbers}, generate_series(0, 2) serial`,
    `insert into countersign.steps select 'run ' || n, 'key', '{}' from ${numbers}`,
    `insert into countersign.marks select 'run ' || n, 'key', n from ${numbers}`,
    `insert into countersign.operations (run_id, operation) select 'run ' || n, '{}' from ${numbers}`,
    `insert into countersign.spent select 'token ' || n, n * 1000 from ${numbers}`,
    'analyze',
  ])
    await pool.query(sql);
}
