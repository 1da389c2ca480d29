import { DBOS } from '@dbos-inc/dbos-sdk';
import type { RunJournal } from 'countersign/persistence';
import { journalContract } from 'countersign/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dbosJournal, type JournaledLife } from '../../src/dbos/dbos-journal.js';
import { migrate } from '../../src/postgres/migrate.js';
import { RunTables } from '../../src/postgres/run-tables.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const isWhole = process.env.COUNTERSIGN_ALL === '1';
const postgres: TestPostgres | string = isWhole ? await startPostgres() : 'it is a part of npm run test:all';
if (typeof postgres === 'string')
  process.stdout.write(`  the contract of journals over DBOS is skipped: ${postgres}\n`);

type Step = () => void;

/** The steps that the lives of a run ask for, which its workflow makes: the engine knows steps only within one. */
class StepQueue {
  readonly #waiting: Step[] = [];
  #wake: () => void = () => {};

  push(step: Step): void {
    this.#waiting.push(step);
    this.#wake();
  }

  async next(): Promise<Step> {
    while (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#waiting.shift() as Step; // one is there
  }
}

const lives = new Map<string, StepQueue>();
const queue = 'contract';
let stores = 0;

describe.skipIf(typeof postgres === 'string')('a journal over DBOS', () => {
  let pool: pg.Pool;
  let runs: RunTables;

  /** Each life of a run is one of its workflow, which begins from its start. */
  const host = DBOS.registerWorkflow(
    async (workflowId: string) => {
      const own = lives.get(workflowId);
      while (own !== undefined) (await own.next())();
    },
    { name: 'journal-host' },
  );

  beforeAll(async () => {
    const { url } = postgres as TestPostgres;
    pool = new pg.Pool({ connectionString: url });
    await migrate(pool);
    runs = new RunTables(pool);
    const config = { name: 'contract', systemDatabaseUrl: url, executorID: 'contract', applicationVersion: '1' };
    DBOS.setConfig({ ...config, logLevel: 'error' });
    await DBOS.launch();
    await DBOS.registerQueue(queue, { minPollingIntervalMs: 20 });
  }, 60_000);

  afterAll(async () => {
    await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: 1 });
    await pool.end();
    await (postgres as TestPostgres).stop();
  });

  /** Opens the journal of a run for another life of it. */
  async function open(store: number, runId: string): Promise<RunJournal> {
    const id = `${store}:${runId}`;
    const isFirst = !lives.has(id);
    const steps = new StepQueue();
    lives.set(id, steps);
    if (isFirst) {
      const about = {
        agent: 'a',
        conversationId: 'c',
        input: null,
        messages: [],
        startedBy: { id: 'x' },
        startedAt: 0,
      };
      await runs.add({ runId: id, ...about });
      await DBOS.startWorkflow(host, { workflowID: id })(id);
    } else {
      await DBOS.cancelWorkflow(id);
      await DBOS.resumeWorkflow(id, { queueName: queue });
    }
    const life: JournaledLife = {
      runId: id,
      parked: new Promise(() => {}),
      isLeft: () => false,
      onParked: () => {},
    };
    const journal = dbosJournal(runs, () => life, Date.now);
    return {
      step: async (...step) =>
        await new Promise((resolve, reject) => {
          steps.push(() => {
            journal.step(...step).then(resolve as (value: unknown) => void, reject);
          });
        }),
    };
  }

  const cases = journalContract(() => {
    stores += 1;
    const store = stores;
    return async (runId) => await open(store, runId);
  });

  it.each(cases)('C267 $name', { timeout: 900_000 }, async ({ name, check }) => {
    const moments = await check();

    process.stdout.write(`  DBOS, ${name}: ended at ${moments} moments\n`);
    expect(moments).toBeGreaterThan(10);
  });
});
