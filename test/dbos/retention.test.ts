import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createAgent, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRunWorker, type DbosRunStore, dbosRunStore, pruneDbos, type RunWorker } from '../../src/dbos/index.js';
import { openPool } from '../../src/postgres/connection/open-pool.js';
import { prunePostgres } from '../../src/postgres/index.js';
import type { NewRun } from '../../src/remote/run-protocol/run-record.js';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string = await startPostgres();
if (typeof postgres === 'string') process.stdout.write(`  retention is skipped: ${postgres}\n`);
const databaseUrl = typeof postgres === 'string' ? '' : postgres.url;

/** An agent that deletes a file once, and says so. */
const agentOf = (expiry?: { readonly after: number; readonly onExpiry: 'deny' }) =>
  createAgent({
    ...(expiry && { expiry }),
    model: scriptedModel(
      Array.from(
        { length: 40 },
        () =>
          ({ prompt }) =>
            prompt.at(-1)?.role === 'tool'
              ? { text: 'Done.' }
              : { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] },
      ),
    ),
    tools: {
      delete_file: tool({
        inputSchema: z.object({ path: z.string() }),
        requiresApproval: true,
        execute: () => 'gone',
      }),
    },
  });
const agents = { files: agentOf({ after: 3000, onExpiry: 'deny' }), patient: agentOf() };

const day = 86_400_000;
/** A clock that is ahead, so that runs of this test are old. */
const inDays = (days: number) => ({ clock: { now: () => Date.now() + days * day, setTimeout: () => () => {} } });

describe.skipIf(typeof postgres === 'string')('retention', () => {
  let store: DbosRunStore;
  let worker: RunWorker;
  let pool: Pool;

  beforeAll(async () => {
    worker = await createRunWorker({ agents, databaseUrl, workerId: 'w1' });
    store = await dbosRunStore({ databaseUrl });
    pool = openPool(databaseUrl, 2);
  }, 60_000);

  afterAll(async () => {
    await worker?.stop();
    await store?.close();
    await pool?.end();
    if (typeof postgres !== 'string') await postgres.stop();
  });

  const count = async (sql: string): Promise<number> =>
    (await pool.query<{ count: number }>(`select count(*)::int as count from ${sql}`)).rows[0]?.count ?? 0;
  const workflowsOf = (runId: string): Promise<number> =>
    count(`dbos.workflow_status where workflow_uuid like 'run:${runId}:%'`);
  const isFinished = (runId: string): Promise<boolean> =>
    count(`dbos.workflow_status where workflow_uuid like 'run:${runId}:%' and status <> 'SUCCESS'`).then(
      (n) => n === 0,
    );

  it('C509 deletes ended runs with all of their rows and workflows, in bounded steps, and no open run', {
    timeout: 60_000,
  }, async () => {
    const ended = ['ended-1', 'ended-2', 'ended-3'];
    for (const runId of ended) await store.start(newRun(runId));
    await store.start({ ...newRun('open'), agent: 'patient' });
    for (const runId of ended) await answer(store, runId);
    await expect.poll(() => stateOf(store, 'open'), { timeout: 20_000 }).toBe('waiting');
    for (const runId of ended) await expect.poll(() => isFinished(runId), { timeout: 20_000 }).toBe(true);
    // The deadlines of the ended runs have passed, too.
    await expect
      .poll(() => count("dbos.workflow_status where workflow_uuid like 'expire:%' and status <> 'SUCCESS'"), {
        timeout: 20_000,
      })
      .toBe(0);
    await store.spend('expired token', Date.now() + day);
    await store.spend('valid token', Date.now() + 100 * day);
    // A stuck run can be retried, so it is not over.
    await pool.query(`insert into countersign.runs (run_id, agent, started_by, started_at, asked, state) values
      ('stuck', 'files', 'ada', 1, '{}', 'stuck')`);

    expect(await pruneDbos({ databaseUrl, olderThan: 10 * day, ...inDays(9) })).toMatchObject({
      runs: 0,
      workflows: 0,
    });
    const pruned = await pruneDbos({ databaseUrl, olderThan: 10 * day, chunkSize: 2, ...inDays(20) });

    expect(pruned).toMatchObject({ runs: 3, batches: 3, tokens: 1, workflows: 9 });
    expect(pruned.events).toBeGreaterThan(0);
    expect(pruned.steps).toBeGreaterThan(0);
    for (const table of ['runs', 'events', 'steps', 'marks', 'batches'])
      expect(await count(`countersign.${table} where run_id like 'ended%'`)).toBe(0);
    expect(await count('countersign.decisions')).toBe(0);
    expect(await store.isSpent('valid token')).toBe(true);
    for (const runId of ended) expect(await workflowsOf(runId)).toBe(0);
    expect(await workflowsOf('open')).toBe(1);
    expect(await count("countersign.runs where state = 'stuck'")).toBe(1);
    // The open run continues.
    await answer(store, 'open');
  });

  it('C510 keeps every turn of a chat until the last one has ended long ago', { timeout: 60_000 }, async () => {
    const turn = (index: number, at: number, state: string) =>
      pool.query(
        `insert into countersign.runs (run_id, agent, started_by, started_at, asked, executor, state, updated_at, chat, turn)
         values ($1, 'files', 'ada', $2, '{}', 'caller', $3, $2, 'c1', $4)`,
        [`turn ${index}`, at, state, index],
      );
    await turn(0, 1, 'ended');
    await turn(1, 2, 'stuck');
    await turn(2, Date.now() - 5 * day, 'ended');

    const kept = await prunePostgres({ databaseUrl, olderThan: 10 * day });
    await turn(3, 3, 'waiting');
    const keptWhileOpen = await prunePostgres({ databaseUrl, olderThan: 3 * day });
    await pool.query("update countersign.runs set state = 'ended' where run_id = 'turn 3'");
    const pruned = await prunePostgres({ databaseUrl, olderThan: 3 * day });

    expect([kept.runs, keptWhileOpen.runs, pruned.runs]).toEqual([0, 0, 4]);
  });

  it('C511 deletes nothing without a valid age', async () => {
    for (const olderThan of [Number.NaN, -1, undefined as unknown as number]) // an app without types
      await expect(prunePostgres({ databaseUrl, olderThan })).rejects.toMatchObject({ code: 'retention-age' });
    await expect(pruneDbos({ databaseUrl, olderThan: 1, chunkSize: 0 })).rejects.toMatchObject({
      code: 'retention-age',
    });
  });

  it('C511 is a command', { timeout: 300_000 }, async () => {
    await buildWhenStale();
    await store.start(newRun('by command'));
    await answer(store, 'by command');
    await expect.poll(() => isFinished('by command'), { timeout: 20_000 }).toBe(true);
    const command = fileURLToPath(new URL('../../examples/create.mjs', import.meta.url));
    const run = async (...args: readonly string[]) =>
      await promisify(execFile)(process.execPath, [command, 'prune', ...args], {
        env: { ...process.env, DATABASE_URL: databaseUrl },
      });

    await expect(run('--older-than', 'soon')).rejects.toMatchObject({ stderr: expect.stringContaining('30d') });
    await expect(run()).rejects.toMatchObject({ stderr: expect.stringContaining('30d') });
    expect((await run('--older-than', '30d')).stdout).toMatch(/^Deleted: 0 runs/);
    expect((await run('--older-than', '0m')).stdout).toMatch(/^Deleted: [1-9]\d* runs, .* workflows\.$/m);
    expect(await store.find('by command')).toBeUndefined();
  });
});

const newRun = (runId: string): NewRun => ({
  ...{ runId, agent: 'files', conversationId: runId, startedBy: { id: 'ada' } },
  ...{ startedAt: Date.now(), input: 'go', messages: [] },
});

async function stateOf(store: DbosRunStore, runId: string): Promise<string | undefined> {
  return (await store.find(runId))?.state.type;
}

/** Approves the call of a run, once it waits, and waits for the end of the run. */
async function answer(store: DbosRunStore, runId: string): Promise<void> {
  await expect.poll(() => stateOf(store, runId), { timeout: 20_000 }).toBe('waiting');
  const [open] = await store.openBatches({ runId });
  const by = { type: 'person', name: 'Ada' } as const;
  const answers = (open?.batch.requests.approvals ?? []).map(({ toolCallId }) => ({
    ...{ toolCallId, answer: { kind: 'tool-approved' } as const, by, at: Date.now() },
    person: { id: 'ada' },
  }));
  await store.answer(open?.batch.batchId ?? '', answers);
  await expect.poll(() => stateOf(store, runId), { timeout: 20_000 }).toBe('ended');
}
