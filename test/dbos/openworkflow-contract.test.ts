import type { RunJournal } from 'countersign/core';
import { journalContract, type OpenJournal } from 'countersign/testing';
import { OpenWorkflow } from 'openworkflow';
import { BackendPostgres } from 'openworkflow/postgres';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrateTables } from '../../src/postgres/migrate.js';
import { RunTables } from '../../src/postgres/run-tables.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string =
  process.env.COUNTERSIGN_ALL === '1' ? await startPostgres() : 'it is part of npm run test:all';
if (typeof postgres === 'string') process.stdout.write(`  the contract over OpenWorkflow is skipped: ${postgres}\n`);

/** The step API that OpenWorkflow passes to a workflow. */
interface Steps {
  run<T>(config: { readonly name: string }, work: () => Promise<T>): Promise<T>;
}

/** The activations that the engine has yet to start, by run. */
const beginning = new Map<string, (steps: Steps) => void>();
let stores = 0;
let backend: BackendPostgres;
let engine: OpenWorkflow;
let pool: Pool;

beforeAll(async () => {
  if (typeof postgres === 'string') return;
  pool = new Pool({ connectionString: postgres.url });
  await migrateTables(pool);
  backend = await BackendPostgres.connect(postgres.url);
  // With a long lease, runs of earlier cases stay with their dead workers, so that a case only claims its own
  // run.
  const claim = backend.claimWorkflowRun.bind(backend);
  vi.spyOn(backend, 'claimWorkflowRun').mockImplementation((params) =>
    claim({ ...params, leaseDurationMs: 86_400_000 }),
  );
  // Dead workers must never extend a lease. This is not a mock, which would be restored after this file.
  backend.extendWorkflowRunLease = () => new Promise(() => {});
  engine = new OpenWorkflow({ backend });
  engine.implementWorkflow<string, void>({ name: 'contract' }, async ({ input, step }) => {
    beginning.get(input)?.(step);
    await new Promise(() => {});
  });
}, 60_000);

afterAll(async () => {
  if (typeof postgres === 'string') return;
  await backend.stop();
  await pool.end();
  await postgres.stop();
});

/** Marks a step as started. Returns the time of an earlier mark, in milliseconds since 1970. */
async function mark(runId: string, key: string): Promise<{ readonly since: number } | undefined> {
  const { rows } = await pool.query(
    'insert into countersign.marks values ($1, $2, $3) on conflict (run_id, key) do update set at = countersign.marks.at returning at, xmax = 0 as is_new',
    [runId, key, Date.now()],
  );
  return rows[0].is_new ? undefined : { since: Number(rows[0].at) };
}

/** Returns a journal on any engine with named steps. The engine needs nothing else. */
function journalOver(steps: Steps, runId: string): RunJournal {
  return {
    step: async (key, work, { once = false } = {}) => {
      // A string, because the engine stores `jsonb`, which rejects NUL and changes the order of members.
      const text = await steps.run({ name: key }, async () => {
        const since = once ? await mark(runId, key) : undefined;
        return JSON.stringify({ value: await work({ isRepeated: since !== undefined, ...since }) });
      });
      return JSON.parse(text).value;
    },
  };
}

function overOpenWorkflow(): OpenJournal {
  stores += 1;
  const store = stores;
  const tables = new RunTables(pool);
  const begun = new Set<string>();
  return async (run): Promise<RunJournal> => {
    const id = `${store}:${run}`;
    const steps = new Promise<Steps>((resolve) => beginning.set(id, resolve));
    if (begun.has(id)) {
      // The worker is dead. Ends its lease immediately.
      await pool.query('update openworkflow.workflow_runs set available_at = now() where input = $1', [
        JSON.stringify(id),
      ]);
    } else {
      const startedBy = { id: 'ada' };
      await tables.add({
        runId: id,
        agent: 'a',
        conversationId: 'c',
        startedBy,
        startedAt: 0,
        input: 'go',
        messages: [],
      });
      await engine.runWorkflow<string, void>({ name: 'contract' }, id);
    }
    begun.add(id);
    const worker = engine.newWorker();
    // A pending write of the earlier activation may still lock the row of the run, and the engine skips locked rows.
    while ((await worker.tick()) === 0);
    return journalOver(await steps, id);
  };
}

describe.skipIf(typeof postgres === 'string')('a run on OpenWorkflow whose activation ends at any write', () => {
  it.each(journalContract(overOpenWorkflow).map(({ name, check }) => [name, check] as const))(
    'reaches the same outcome: %s',
    { timeout: 600_000 },
    async (_, check) => {
      expect(await check()).toBeGreaterThanOrEqual(14);
    },
  );
});
