import type { RunJournal } from 'countersign/persistence';
import { journalContract } from 'countersign/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActivationWriter } from '../../src/postgres/activation-writer.js';
import { openPool } from '../../src/postgres/connection/open-pool.js';
import { migrateTables } from '../../src/postgres/migrate.js';
import { runJournal } from '../../src/postgres/run-journal.js';
import { RunTables } from '../../src/postgres/run-tables.js';
import { WriteCoalescer } from '../../src/postgres/write-coalescer.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const isWhole = process.env.COUNTERSIGN_ALL === '1';
const postgres: TestPostgres | string = isWhole ? await startPostgres() : 'it is part of npm run test:all';
if (typeof postgres === 'string')
  process.stdout.write(`  the contract of journals on Postgres is skipped: ${postgres}\n`);

let stores = 0;

describe.skipIf(typeof postgres === 'string')('a journal on Postgres', () => {
  let pool: Pool;
  let runs: RunTables;
  let group: WriteCoalescer;

  beforeAll(async () => {
    pool = openPool((postgres as TestPostgres).url, 10);
    await migrateTables(pool);
    runs = new RunTables(pool);
    group = new WriteCoalescer(pool);
  }, 60_000);

  afterAll(async () => {
    await pool.end();
    await (postgres as TestPostgres).stop();
  });

  /** Opens the journal of a run for its next activation. */
  async function open(store: number, run: string): Promise<RunJournal> {
    const runId = `${store}:${run}`;
    const about = { agent: 'a', conversationId: 'c', input: null, messages: [], startedBy: { id: 'x' }, startedAt: 0 };
    await runs.add({ runId, ...about });
    const started = await runs.beginActivation({ runId, wakes: 0 });
    if (started === undefined) throw new Error('The run cannot be activated.');
    const { epoch, progress } = started;
    const activation = { runId, epoch, isSuspended: () => false, onStale: () => {} };
    return runJournal(new ActivationWriter(group, activation, progress.events), progress, Date.now);
  }

  const cases = journalContract(() => {
    stores += 1;
    const store = stores;
    return async (runId) => await open(store, runId);
  });

  it.each(cases)('C267 $name', { timeout: 900_000 }, async ({ name, check }) => {
    const moments = await check();

    process.stdout.write(`  Postgres, ${name}: ended at ${moments} moments\n`);
    expect(moments).toBeGreaterThan(10);
  });
});
