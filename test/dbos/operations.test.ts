import { createAgent, tool } from 'countersign/core';
import { runOperations } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRunWorker, type DbosRunStore, dbosRunStore, type RunWorker } from '../../src/dbos/index.js';
import { openPool } from '../../src/postgres/connection/open-pool.js';
import type { NewRun } from '../../src/remote/run-protocol/run-record.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string = await startPostgres();
if (typeof postgres === 'string') process.stdout.write(`  operations are skipped: ${postgres}\n`);
const databaseUrl = typeof postgres === 'string' ? '' : postgres.url;

/** Ends the wait of the tool that executes. */
let release: () => void = () => {};
let executions = 0;

const replies = (call: { readonly toolName: string; readonly input: { readonly path: string } }) =>
  Array.from(
    { length: 60 },
    () =>
      ({ prompt }: { readonly prompt: readonly { readonly role: string }[] }) =>
        prompt.at(-1)?.role === 'tool' ? { text: 'Done.' } : { calls: [call] },
  );
const inputSchema = z.object({ path: z.string() });
const agents = {
  asking: createAgent({
    model: scriptedModel(replies({ toolName: 'delete_file', input: { path: '.env' } })),
    tools: { delete_file: tool({ inputSchema, requiresApproval: true, execute: () => 'gone' }) },
  }),
  slow: createAgent({
    model: scriptedModel(replies({ toolName: 'copy_file', input: { path: '.env' } })),
    tools: {
      copy_file: tool({
        inputSchema,
        execute: async () => {
          executions += 1;
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          return 'copied';
        },
      }),
    },
  }),
};

const operator = { id: 'olga', name: 'Olga' };

describe.skipIf(typeof postgres === 'string')('operations on durable runs', () => {
  let store: DbosRunStore;
  let pool: Pool;
  let worker: RunWorker | undefined;
  let notified: string[] = [];

  const startWorker = async (): Promise<void> => {
    worker = await createRunWorker({
      ...{ agents, databaseUrl, workerId: 'w1', gracePeriod: 1000 },
      notify: ({ batchId }) => {
        notified.push(batchId);
      },
    });
  };
  const stopWorker = async (): Promise<void> => {
    await worker?.stop();
    worker = undefined;
  };
  const operations = () => runOperations({ store, operator });
  const stateOf = async (runId: string): Promise<string | undefined> => (await store.find(runId))?.state.type;
  const reach = async (runId: string, state: string): Promise<void> =>
    await expect.poll(() => stateOf(runId), { timeout: 20_000 }).toBe(state);

  beforeAll(async () => {
    await startWorker(); // creates the tables of the engine
    await stopWorker();
    store = await dbosRunStore({ databaseUrl });
    pool = openPool(databaseUrl, 2);
  }, 60_000);

  afterEach(async () => {
    await stopWorker();
    notified = [];
  }, 60_000);

  afterAll(async () => {
    await store?.close();
    await pool?.end();
    if (typeof postgres !== 'string') await postgres.stop();
  });

  it('C515 retry a stuck run, and a run whose activation is lost', { timeout: 60_000 }, async () => {
    for (const runId of ['stuck', 'lost']) await store.start(newRun(runId));
    await pool.query(
      `update countersign.runs set state = 'stuck', detail = '{"type":"stuck","why":"It broke."}' where run_id = 'stuck'`,
    );
    // An earlier version of the workers left it in a queue that nobody reads.
    await pool.query(
      "update dbos.workflow_status set application_version = '0', queue_name = 'old' where workflow_uuid like 'run:lost:%'",
    );

    const results = [await operations().retry('stuck'), await operations().retry('lost')];
    await startWorker();

    expect(results).toEqual(['done', 'done']);
    await reach('stuck', 'waiting');
    await reach('lost', 'waiting');
    // Now they wait for people, and no retry can change that.
    expect(await operations().retry('stuck')).toBe('skipped');
    expect(await operations().history('stuck')).toMatchObject([{ action: { type: 'retry' }, by: operator }]);
  });

  it('C515 do not retry a run that a live worker executes', { timeout: 60_000 }, async () => {
    await startWorker();
    await store.start({ ...newRun('executing'), agent: 'slow' });
    await expect.poll(() => executions, { timeout: 20_000 }).toBe(1);

    const result = await operations().retry('executing');
    release();
    await reach('executing', 'ended');

    expect(result).toBe('skipped');
    expect(executions).toBe(1);
    expect(await operations().history('executing')).toEqual([]);
  });

  it('C516 find runs and cancel them together', { timeout: 60_000 }, async () => {
    await startWorker();
    const runIds = Array.from({ length: 25 }, (_, index) => `bulk ${index}`);
    for (const [index, runId] of runIds.entries())
      await store.start({ ...newRun(runId), startedAt: 5000 + Math.floor(index / 3), input: `Clear folder ${index}` });
    for (const runId of runIds) await reach(runId, 'waiting');
    await pool.query("update countersign.runs set state = 'stuck' where run_id = 'bulk 7'");

    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await operations().list({ title: 'clear FOLDER', startedBefore: 6000, limit: 7, cursor });
      found.push(...page.runs.map(({ runId }) => runId));
      // A run that starts meanwhile does not move later pages.
      await store.start({ ...newRun(`later ${found.length}`), input: 'Clear folder again' });
      cursor = page.next;
      if (cursor === undefined) break;
    }
    const cancelled = await operations().cancel(found, 'The folders are needed.');
    for (const runId of runIds) await reach(runId, 'ended');
    const again = await operations().cancel(found, 'Twice.');

    expect([...found].sort()).toEqual([...runIds].sort());
    expect([...cancelled].sort()).toEqual([...runIds].sort());
    expect(again).toEqual([]);
    for (const runId of ['bulk 0', 'bulk 7']) {
      expect(await store.openBatches({ runId })).toEqual([]);
      expect(await operations().history(runId)).toMatchObject([
        { runId, action: { type: 'cancel', reason: 'The folders are needed.' }, by: operator, at: expect.any(Number) },
      ]);
    }
  });

  it('C517 notify of an open batch again, and of no other', { timeout: 60_000 }, async () => {
    await startWorker();
    await store.start(newRun('asked'));
    await expect.poll(() => notified.length, { timeout: 20_000 }).toBeGreaterThan(0);
    await reach('asked', 'waiting');
    const [open] = await store.openBatches({ runId: 'asked' });
    const batchId = open?.batch.batchId ?? '';
    await expect.poll(() => notified.filter((one) => one === batchId).length).toBe(1);

    expect(await operations().notifyAgain(batchId)).toBe('done');
    await expect.poll(() => notified.filter((one) => one === batchId).length, { timeout: 20_000 }).toBe(2);

    await store.stop('asked', 'Enough.');
    expect(await operations().notifyAgain(batchId)).toBe('skipped');
    expect(await operations().notifyAgain('unknown')).toBe('skipped');
    expect(await operations().history('asked')).toMatchObject([{ action: { type: 'notify', batchId }, by: operator }]);
  });

  it('C516 reject a damaged cursor', async () => {
    await expect(operations().list({ cursor: 'x' })).rejects.toMatchObject({ code: 'run-cursor' });
  });
});

const newRun = (runId: string): NewRun => ({
  ...{ runId, agent: 'asking', conversationId: runId, startedBy: { id: 'ada' } },
  ...{ startedAt: Date.now(), input: 'go', messages: [] },
});
