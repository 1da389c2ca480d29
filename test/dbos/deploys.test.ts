import { type Agent, createAgent, tool } from 'countersign/core';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createRunWorker,
  type DbosRunStore,
  dbosRunStore,
  migrateDbos,
  type RunWorker,
  type RunWorkerOptions,
} from '../../src/dbos/index.js';
import { postgresRunStore } from '../../src/postgres/index.js';
import { versions } from '../../src/postgres/migrate.js';
import { ownDatabase, startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string = await startPostgres();
if (typeof postgres === 'string') process.stdout.write(`  deploys are skipped: ${postgres}\n`);

afterAll(async () => {
  if (typeof postgres !== 'string') await postgres.stop();
});

describe.skipIf(typeof postgres === 'string')('a deploy', () => {
  let own: TestPostgres;
  let databaseUrl: string;
  let database: pg.Pool;
  let worker: RunWorker | undefined;
  let store: DbosRunStore | undefined;

  beforeEach(async () => {
    own = await ownDatabase((postgres as TestPostgres).url);
    databaseUrl = own.url;
    database = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  });

  afterEach(async () => {
    await worker?.stop();
    await store?.close();
    [worker, store] = [undefined, undefined];
    await database.end();
    await own.stop();
  }, 60_000);

  const startWorker = async (options: Partial<RunWorkerOptions> & Pick<RunWorkerOptions, 'agents'>) => {
    worker = await createRunWorker({ databaseUrl, workerId: 'w1', ...options });
    return worker;
  };
  const stateOf = async (runId: string) => (await store?.find(runId))?.state.type;
  const row = async (runId: string) => {
    const { rows } = await database.query('select * from countersign.runs where run_id = $1', [runId]);
    return rows[0];
  };

  it('C480 lets a running tool finish, begins no other step, and leaves the run to the next worker', async () => {
    const { agents, done, begun, release } = slowAgents();
    const old = await startWorker({ agents });
    store = await dbosRunStore({ databaseUrl });
    await store.start(newRun('drained'));
    await expect.poll(() => begun()).toBe(1);

    const stopped = old.stop();
    await store.start(newRun('started while it drains'));
    release();
    await stopped;

    expect(done()).toBe(1);
    expect((await row('drained')).state).toBe('running');
    expect((await row('started while it drains')).epoch).toBe(0);
    await startWorker({ agents, workerId: 'w2' });
    await expect.poll(() => stateOf('drained'), { timeout: 20_000 }).toBe('ended');
    await expect.poll(() => stateOf('started while it drains'), { timeout: 20_000 }).toBe('ended');
    // Each of the two runs has called the tool twice.
    expect(done()).toBe(4);
    expect((await row('drained')).epoch).toBe(2);
  }, 60_000);

  it('C481 cuts off a tool that takes longer than the grace period, and people are asked about it', async () => {
    const { agents, begun } = slowAgents();
    const old = await startWorker({ agents, gracePeriod: 20 });
    store = await dbosRunStore({ databaseUrl });
    await store.start(newRun('cut off'));
    await expect.poll(() => begun()).toBe(1);

    await old.stop();

    await startWorker({ agents, workerId: 'w2' });
    await expect.poll(() => stateOf('cut off'), { timeout: 20_000 }).toBe('waiting');
    const [asked] = await store.openBatches({ runId: 'cut off' });
    expect(asked?.batch.requests.calls[0]?.interrupted).toBeDefined();
  }, 60_000);

  it('C482 leaves a run of an agent that a worker does not have to a worker that has it, and reports it once', async () => {
    const problems: unknown[] = [];
    const old = await startWorker({ agents: {}, onProblem: (error) => problems.push(error) });
    store = await dbosRunStore({ databaseUrl });
    for (const runId of ['u1', 'u2', 'u3']) await store.start(newRun(runId));

    await expect.poll(async () => (await row('u1')).unclaimed_at).not.toBeNull();
    await expect.poll(async () => (await row('u3')).unclaimed_at).not.toBeNull();
    await store.stop('u3', 'Nobody has this agent.');
    await expect.poll(() => stateOf('u3'), { timeout: 20_000 }).toBe('ended');

    // The sweep that has ended the stopped run left the others alone.
    expect([await row('u1'), await row('u2')]).toMatchObject(Array(2).fill({ state: 'running', wakes: 0, epoch: 1 }));
    expect(problems).toMatchObject([{ code: 'unknown-agent' }]);
    await old.stop();
    const { agents, release } = slowAgents();
    release();
    await startWorker({ agents, workerId: 'w2' });
    await expect.poll(() => stateOf('u1'), { timeout: 20_000 }).toBe('ended');
    await expect.poll(() => stateOf('u2'), { timeout: 20_000 }).toBe('ended');
  }, 60_000);

  it('C483 fails at the start if another running worker has the id', async () => {
    await migrateDbos({ databaseUrl });
    const other = await database.connect();
    await other.query("select pg_advisory_lock(hashtextextended('countersign:worker:w1', 0))");

    await expect(startWorker({ agents: {} })).rejects.toMatchObject({ code: 'worker-id-taken' });

    other.release(true);
    await startWorker({ agents: {} });
  }, 60_000);

  it('C484 refuses to start over tables that a later version has migrated, in workers and in stores', async () => {
    await migrateDbos({ databaseUrl });
    await database.query('insert into countersign.migrations values ($1)', [versions.length + 1]);
    const starts = [
      () => startWorker({ agents: {} }),
      () => dbosRunStore({ databaseUrl }),
      () => postgresRunStore({ databaseUrl }),
      () => migrateDbos({ databaseUrl }),
    ];

    for (const start of starts) await expect(start()).rejects.toMatchObject({ code: 'tables-newer' });
  });

  it('C485 needs no right to create tables after the migration command, and says so before it', async () => {
    const role = `app_${process.pid}_${Math.random().toString(36).slice(2)}`;
    await database.query(`create role ${role} login`);
    const url = new URL(databaseUrl);
    url.username = role;
    const app = { databaseUrl: url.href, migrations: 'check' } as const;
    await expect(dbosRunStore(app)).rejects.toMatchObject({ code: 'tables-older' });
    await expect(startWorker({ agents: {}, databaseUrl: url.href })).rejects.toMatchObject({ code: 'tables-older' });

    await migrateDbos({ databaseUrl, role });
    const { agents, release } = slowAgents();
    release();
    await startWorker({ agents, ...app });
    store = await dbosRunStore(app);
    await store.start(newRun('no rights'));

    await expect.poll(() => stateOf('no rights'), { timeout: 20_000 }).toBe('ended');
    await worker?.stop();
    await store.close();
    [worker, store] = [undefined, undefined];
    await database.query(`drop owned by ${role}`);
    await database.query(`drop role ${role}`);
  }, 60_000);
});

const newRun = (runId: string) => ({
  ...{ runId, agent: 'files', conversationId: runId, startedBy: { id: 'ada' } },
  ...{ startedAt: Date.now(), input: 'go', messages: [] },
});

/** An agent that calls a tool twice, one after the other. The tool waits until it is released. */
function slowAgents() {
  let release = (): void => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  let [begun, done] = [0, 0];
  const turn: ScriptedTurn = ({ prompt }) =>
    prompt.filter(({ role }) => role === 'tool').length < 2
      ? { calls: [{ toolName: 'copy', input: {} }] }
      : { text: 'Done.' };
  const files: Agent = createAgent({
    model: scriptedModel(Array.from({ length: 100 }, () => turn)),
    tools: {
      copy: tool({
        inputSchema: z.object({}),
        execute: async () => {
          begun += 1;
          await isReleased;
          done += 1;
          return 'copied';
        },
      }),
    },
  });
  return { agents: { files }, release, begun: () => begun, done: () => done };
}
