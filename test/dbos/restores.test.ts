import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgent, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRunWorker, type DbosRunStore, dbosRunStore, type RunWorker } from '../../src/dbos/index.js';
import { ActivationWriter } from '../../src/postgres/activation-writer.js';
import { openPool } from '../../src/postgres/connection/open-pool.js';
import { fenceRestored } from '../../src/postgres/index.js';
import { RunTables } from '../../src/postgres/run-tables.js';
import { WriteCoalescer } from '../../src/postgres/write-coalescer.js';
import { ownDatabase, startPostgres, type TestPostgres } from '../support/postgres.js';

const hasDump = spawnSync('pg_dump', ['--version']).status === 0 && spawnSync('pg_restore', ['--version']).status === 0;
const postgres: TestPostgres | string = hasDump ? await startPostgres() : 'pg_dump and pg_restore are not installed';
if (typeof postgres === 'string') process.stdout.write(`  restores are skipped: ${postgres}\n`);

describe.skipIf(typeof postgres === 'string')('a restored backup', () => {
  const databases: TestPostgres[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'countersign-backup-'));
  let worker: RunWorker | undefined;
  let store: DbosRunStore | undefined;

  const createDatabase = async (): Promise<string> => {
    const created = await ownDatabase((postgres as TestPostgres).url);
    databases.push(created);
    return created.url;
  };
  const open = async (databaseUrl: string, agents: ReturnType<typeof filesAgents>['agents'] | undefined) => {
    if (agents !== undefined) worker = await createRunWorker({ agents, databaseUrl, workerId: 'w1' });
    store = await dbosRunStore({ databaseUrl });
    return store;
  };
  const close = async (): Promise<void> => {
    await worker?.stop();
    await store?.close();
    [worker, store] = [undefined, undefined];
  };

  afterEach(close, 60_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    for (const database of databases) await database.stop();
    if (typeof postgres !== 'string') await postgres.stop();
  });

  /** Backs a database up, and returns a function that restores the backup into another one. */
  const backUp = (from: string): ((to: string) => void) => {
    const file = join(folder, 'backup');
    runTool('pg_dump', '--format=custom', `--file=${file}`, from);
    return (to) => runTool('pg_restore', '--exit-on-error', `--dbname=${to}`, file);
  };

  it('C489 asks about a call that was approved and executed after the backup, instead of executing it again', async () => {
    const { agents, ran } = filesAgents();
    const lost = await createDatabase();
    const restored = await createDatabase();
    const before = await open(lost, agents);
    await before.start(newRun('asked'));
    await expect.poll(() => stateOf(before, 'asked'), { timeout: 20_000 }).toBe('waiting');
    backUp(lost)(restored);
    await answerOpen(before, 'asked', { kind: 'tool-approved' });
    await expect.poll(() => stateOf(before, 'asked'), { timeout: 20_000 }).toBe('ended');
    expect(ran).toEqual(['.env']);
    await close();

    const { runs, backupAt } = await fenceRestored({ databaseUrl: restored });
    const after = await open(restored, agents);
    await answerOpen(after, 'asked', { kind: 'tool-approved' });
    await expect.poll(async () => (await openCalls(after, 'asked')).length, { timeout: 20_000 }).toBe(1);

    expect(runs).toBe(1);
    expect((await openCalls(after, 'asked'))[0]?.interrupted).toEqual({ since: backupAt });
    await answerOpen(after, 'asked', { kind: 'tool-return', returnValue: 'gone' });
    await expect.poll(() => stateOf(after, 'asked'), { timeout: 20_000 }).toBe('ended');
    expect(ran).toEqual(['.env']);
  }, 90_000);

  it('C490 asks about a call of a run that was only enqueued in the backup, and executed after it', async () => {
    const { agents, ran } = filesAgents({ requiresApproval: false });
    const lost = await createDatabase();
    const restored = await createDatabase();
    await open(lost, agents);
    await close();
    const before = await open(lost, undefined);
    await before.start(newRun('enqueued'));
    backUp(lost)(restored);
    await close();
    await open(lost, agents);
    await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(1);
    await close();

    await fenceRestored({ databaseUrl: restored });
    const after = await open(restored, agents);

    await expect.poll(() => stateOf(after, 'enqueued'), { timeout: 20_000 }).toBe('waiting');
    expect(ran).toEqual(['.env']);
    await answerOpen(after, 'enqueued', { kind: 'run-again' });
    await expect.poll(() => stateOf(after, 'enqueued'), { timeout: 20_000 }).toBe('ended');
    expect(ran).toEqual(['.env', '.env']);
  }, 90_000);

  it('C491 refuses writes of activations from before the restore, also of those that the backup does not know', async () => {
    const databaseUrl = await createDatabase();
    const opened = await open(databaseUrl, undefined);
    await opened.start(newRun('fenced'));
    const pool = openPool(databaseUrl, 2);
    const writes = new WriteCoalescer(pool);
    let staleCount = 0;
    const writerOf = (epoch: number) => {
      const onStale = (): void => {
        staleCount += 1;
      };
      return new ActivationWriter(writes, { runId: 'fenced', epoch, isSuspended: () => false, onStale }, []);
    };

    await fenceRestored({ databaseUrl });
    // The lost database had reached epoch 3, and the backup has 0. Here, three activations begin after the restore.
    const runs = new RunTables(pool);
    const { wakes = 0 } = (await runs.nextActivation('fenced')) ?? {};
    for (let count = 0; count < 3; count++) await runs.beginActivation({ runId: 'fenced', wakes });
    for (const epoch of [0, 1, 2, 3]) void writerOf(epoch).storeStep({ key: 'late', value: '1' });

    await expect.poll(() => staleCount).toBe(4);
    const { rows } = await pool.query('select key from countersign.steps');
    expect(rows).toEqual([]);
    await pool.end();
  });
});

const newRun = (runId: string) => ({
  ...{ runId, agent: 'files', conversationId: runId, startedBy: { id: 'ada' } },
  ...{ startedAt: Date.now(), input: 'go', messages: [] },
});

/** An agent that deletes a file once, and the list of deleted files. */
function filesAgents({ requiresApproval = true }: { readonly requiresApproval?: boolean } = {}) {
  const ran: string[] = [];
  const files = createAgent({
    model: scriptedModel(
      Array.from(
        { length: 20 },
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
        requiresApproval,
        execute: ({ path }) => {
          ran.push(path);
          return 'gone';
        },
      }),
    },
  });
  return { agents: { files }, ran };
}

async function stateOf(store: DbosRunStore, runId: string): Promise<string | undefined> {
  return (await store.find(runId))?.state.type;
}

async function openCalls(store: DbosRunStore, runId: string) {
  const [open] = await store.openBatches({ runId });
  return open?.batch.requests.calls ?? [];
}

type Answer = Parameters<DbosRunStore['answer']>[1][number]['answer'];

/** Answers the open batch of a run, once the run waits for it. */
async function answerOpen(store: DbosRunStore, runId: string, answer: Answer): Promise<void> {
  await expect.poll(() => stateOf(store, runId), { timeout: 20_000 }).toBe('waiting');
  const [open] = await store.openBatches({ runId });
  const calls = [...(open?.batch.requests.approvals ?? []), ...(open?.batch.requests.calls ?? [])];
  const by = { type: 'person', name: 'Ada' } as const;
  await store.answer(
    open?.batch.batchId ?? '',
    calls.map(({ toolCallId }) => ({ toolCallId, answer, by, at: Date.now() })),
  );
}

function runTool(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}
