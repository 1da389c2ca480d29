import { createAgent, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRunWorker, type DbosRunStore, dbosRunStore, type RunWorker } from '../../src/dbos/index.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string = await startPostgres();
if (typeof postgres === 'string') process.stdout.write(`  stops of runs on Postgres are skipped: ${postgres}\n`);
const databaseUrl = typeof postgres === 'string' ? '' : postgres.url;

const runCount = 120;

/** An agent that asks for two deletions in each response, and never comes to an end. */
const agent = createAgent({
  model: scriptedModel(
    Array.from({ length: 20 * runCount }, () => () => ({
      calls: ['a', 'b'].map((path) => ({ toolName: 'delete_file', input: { path } })),
    })),
  ),
  tools: {
    delete_file: tool({
      inputSchema: z.object({ path: z.string() }),
      requiresApproval: true,
      execute: () => 'gone',
    }),
  },
});

describe.skipIf(typeof postgres === 'string')('stops of runs that ask', () => {
  let store: DbosRunStore;
  let worker: RunWorker;
  let database: pg.Pool;

  beforeAll(async () => {
    worker = await createRunWorker({ agents: { files: agent }, databaseUrl, workerId: 'w1' });
    store = await dbosRunStore({ databaseUrl });
    database = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  }, 60_000);

  afterAll(async () => {
    await worker?.stop();
    await store?.close();
    await database?.end();
    if (typeof postgres !== 'string') await postgres.stop();
  });

  it('C479 end every run that is stopped at any moment, and close all of its batches', {
    timeout: 120_000,
  }, async () => {
    const random = randomNumbers(1);
    const runIds = Array.from({ length: runCount }, (_, index) => `stopped-${index}`);
    await Promise.all(
      runIds.map(async (runId) => {
        await store.start(newRun(runId));
        await reachMoment(store, runId, random);
        await store.stop(runId, 'Enough.');
      }),
    );

    await expect.poll(async () => await leftovers(database), { timeout: 30_000 }).toEqual({ unended: 0, open: 0 });
  });

  it('C487 end a waiting run whose stop was interrupted after it was stored', { timeout: 60_000 }, async () => {
    await store.start(newRun('interrupted stop'));
    const state = async () => (await store.find('interrupted stop'))?.state;
    await expect.poll(state, { timeout: 20_000 }).toMatchObject({ type: 'waiting' });

    await database.query(`update countersign.runs set stop_reason = '"Enough."' where run_id = 'interrupted stop'`);

    await expect.poll(state, { timeout: 20_000 }).toMatchObject({ type: 'ended', outcome: 'aborted' });
    expect(await leftovers(database)).toEqual({ unended: 0, open: 0 });
  });
});

const newRun = (runId: string) => ({
  ...{ runId, agent: 'files', conversationId: runId, startedBy: { id: 'ada' } },
  ...{ startedAt: Date.now(), input: 'go', messages: [] },
});

/** Waits for a random moment shortly before or after the run asks. Each query takes a round trip to the database. */
async function reachMoment(store: DbosRunStore, runId: string, random: () => number): Promise<void> {
  const stored = Math.floor(random() * 4);
  while ((await store.readLog(runId, undefined, 100)).length < stored) {
    if ((await store.find(runId))?.state.type !== 'running') break;
  }
  for (let looks = Math.floor(random() * 4); looks > 0; looks--) await store.find(runId);
}

/** Counts the runs that have not ended, and the open batches. */
async function leftovers(database: pg.Pool) {
  const { rows } = await database.query(
    `select (select count(*)::int from countersign.runs where state <> 'ended') unended,
     (select count(*)::int from countersign.batches where state = 'open') open`,
  );
  return rows[0];
}

/** Returns numbers from 0 to 1, the same for each seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
