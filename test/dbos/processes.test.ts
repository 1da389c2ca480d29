import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DBOSClient } from '@dbos-inc/dbos-sdk';
import { createAgent } from 'countersign/core';
import { type DbosRunStore, dbosRunStore } from 'countersign/dbos';
import { scriptedModel } from 'countersign/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engine, workflowOf } from '../../src/dbos/engine.js';
import { BatchTables } from '../../src/postgres/batch-tables.js';
import { RunTables } from '../../src/postgres/run-tables.js';
import { type BatchView, startRunServer } from '../server/runs/run-server.js';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { root } from '../setup/source-files.js';
import { ownDatabase, startPostgres, type TestPostgres } from '../support/postgres.js';

const isWhole = process.env.COUNTERSIGN_ALL === '1';
const postgres: TestPostgres | string = isWhole ? await startPostgres() : 'they are part of npm run test:all';
if (typeof postgres === 'string') process.stdout.write(`  processes that are killed are skipped: ${postgres}\n`);
const databaseUrl = typeof postgres === 'string' ? '' : postgres.url;

/** An agent of which only the name is used. The workers execute their own. */
const agent = createAgent({ model: scriptedModel([]) });

let store: DbosRunStore;
let folder: string;
let effects: string;
let count = 0;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  if (typeof postgres === 'string') return;
  await buildWhenStale();
  store = await dbosRunStore({ databaseUrl });
}, 120_000);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-effects-'));
  effects = join(folder, 'effects');
});

afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

afterAll(async () => {
  await store?.close();
  if (typeof postgres !== 'string') await postgres.stop();
});

/** Starts a worker process, and waits until it is ready. */
async function work(env: Readonly<Record<string, string>> = {}): Promise<{
  readonly worker: ChildProcess;
  readonly says: (line: string) => Promise<void>;
}> {
  count += 1;
  const all = { ...process.env, DATABASE_URL: databaseUrl, WORKER_ID: `w${count}`, EFFECTS: effects, ...env };
  const worker = spawn(process.execPath, [join(root, 'test/dbos/worker-process.mjs')], {
    env: all,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  workers.push(worker);
  const lines: string[] = [];
  createInterface(worker.stdout).on('line', (line) => lines.push(line));
  const waitForLine = async (line: string): Promise<void> => {
    await expect.poll(() => lines, { timeout: 30_000 }).toContain(line);
  };
  await waitForLine('ready');
  return { worker, says: waitForLine };
}

async function kill(worker: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGKILL');
  await gone;
}

const done = (): readonly string[] =>
  existsSync(effects) ? readFileSync(effects, 'utf8').split('\n').filter(Boolean) : [];

/** A client of the server with one run. */
async function somebody(runId: string) {
  const server = await startRunServer(agent, { store });
  const ada = server.as('ada');
  const becomes = async (state: string): Promise<void> => {
    await expect.poll(() => ada.state(runId), { timeout: 30_000 }).toBe(state);
  };
  const waiting = async (): Promise<BatchView> => {
    await becomes('waiting');
    const [batch] = (await ada.ask(`/runs/${server.idOf(runId)}`)).body.batches;
    return batch;
  };
  return { ada, becomes, waiting, id: () => server.idOf(runId), start: () => ada.start('Clear it', runId) };
}

describe.skipIf(typeof postgres === 'string')('a worker', () => {
  it('C267 is killed while a batch is pending: another worker continues with the answer', {
    timeout: 90_000,
  }, async () => {
    const { worker } = await work();
    const { ada, becomes, waiting, start } = await somebody('killed-waiting');
    await start();
    const batch = await waiting();
    await kill(worker);

    const { status } = await ada.answer(batch, true);
    await work();

    await becomes('ended');
    expect(status).toBe(200);
    expect(done()).toEqual(['.env']);
  });

  it.each([
    ['before', { kind: 'run-again' }, []],
    ['after', { kind: 'tool-return', returnValue: 'gone' }, ['.env']],
  ])(
    'C267 is killed in a tool, %s its effect: people are asked for the result',
    { timeout: 90_000 },
    async (hold, answer, left) => {
      const { worker, says } = await work({ HOLD: hold });
      const { ada, becomes, waiting, start } = await somebody(`killed-${hold}`);
      await start();
      await ada.answer(await waiting(), true);
      await says(`standing ${hold}`);
      await kill(worker);
      expect(done()).toEqual(left);

      await work();
      await expect.poll(async () => (await waiting()).requests.calls.length, { timeout: 30_000 }).toBe(1);
      const asked = await waiting();
      await ada.answer(asked, answer);

      await becomes('ended');
      expect(asked.requests.calls[0]).toMatchObject({ interrupted: { since: expect.any(Number) } });
      expect(done()).toEqual(['.env']);
    },
  );

  it('C267 dies between the answer and the wake: the sweep wakes the run', { timeout: 90_000 }, async () => {
    await work();
    const { becomes, waiting, start } = await somebody('unwoken');
    await start();
    const { batchId, requests } = await waiting();
    const toolCallId = requests.approvals[0]?.toolCallId ?? '';
    const pool = new pg.Pool({ connectionString: databaseUrl });

    const by = { type: 'person', name: 'Ada' } as const;
    await new BatchTables(pool).acceptAnswers(batchId, [
      { toolCallId, answer: { kind: 'tool-approved' }, by, at: Date.now() },
    ]);

    await becomes('ended');
    await pool.end();
    expect(done()).toEqual(['.env']);
  });

  it('C267 restarts after a deadline: the call has expired', { timeout: 90_000 }, async () => {
    const { worker } = await work({ EXPIRY: '1500' });
    const { ada, becomes, waiting, start } = await somebody('expired');
    await start();
    const startedAt = Date.now();
    await waiting();
    await kill(worker);
    await expect.poll(() => Date.now() - startedAt, { timeout: 30_000 }).toBeGreaterThan(2000);

    await work({ EXPIRY: '1500' });

    await becomes('ended');
    expect((await ada.events('expired')).some(({ data }) => data.end?.status === 'expired')).toBe(true);
    expect(done()).toEqual([]);
  });

  it('C267 is replaced by one whose policy denies the approved call: the run ends without another request', {
    timeout: 90_000,
  }, async () => {
    const { worker } = await work();
    const { ada, becomes, waiting, start } = await somebody('forbidden');
    await start();
    const batch = await waiting();
    await kill(worker);
    await ada.answer(batch, true);

    await work({ DENY: '1' });

    await becomes('ended');
    const ends = (await ada.events('forbidden')).filter(({ data }) => data.type === 'tool-end');
    expect(ends.map(({ data }) => data.end.status)).toEqual(['denied']);
    expect(done()).toEqual([]);
  });

  it('C267 is replaced by one without the tool: the call fails, and the run continues', {
    timeout: 90_000,
  }, async () => {
    const { worker } = await work();
    const { ada, becomes, waiting, start } = await somebody('without');
    await start();
    const batch = await waiting();
    await kill(worker);
    await ada.answer(batch, true);

    await work({ TOOL: 'another' });

    await becomes('ended');
    const told = await ada.events('without');
    expect(told.filter(({ data }) => data.type === 'tool-end').map(({ data }) => data.end.status)).not.toContain(
      'returned',
    );
    expect(told.find(({ data }) => data.type === 'run-end')?.data.outcome).toBe('completed');
    expect(done()).toEqual([]);
  });

  it('C267 is killed in the middle of a response: the request is repeated, and its text is sent once', {
    timeout: 90_000,
  }, async () => {
    const { worker } = await work({ PACE: '400' });
    const { ada, becomes, waiting, id, start } = await somebody('in-response');
    await start();
    const batch = await waiting();
    const gone = new AbortController();
    const heard = (async () => {
      for await (const news of store.listen(id(), gone.signal))
        if (news.type === 'event' && news.event.type === 'text-delta') return;
    })();
    await ada.answer(batch, true);
    await heard;
    await kill(worker);
    gone.abort();

    await work();

    await becomes('ended');
    const texts = (await ada.events('in-response')).filter(({ data }) => data.type === 'text-delta');
    expect(texts.map(({ data }) => data.delta)).toEqual(['It is done, word by word.']);
    expect(done()).toEqual(['.env']);
  });

  it('C267 continues after a restart of Postgres', { timeout: 90_000 }, async ({ skip }) => {
    if (typeof postgres === 'string' || postgres.restart === undefined)
      return skip('this Postgres belongs to another process');
    await work();
    const { ada, becomes, waiting, start } = await somebody('restarted');
    await start();
    const batch = await waiting();

    postgres.restart();
    await expect.poll(async () => (await ada.answer(batch, true)).status, { timeout: 30_000 }).toBe(200);

    await becomes('ended');
    expect(done()).toEqual(['.env']);
  });

  it('C267 keeps executing a tool during a restart of Postgres', { timeout: 90_000 }, async ({ skip }) => {
    if (typeof postgres === 'string' || postgres.restart === undefined)
      return skip('this Postgres belongs to another process');
    const { says } = await work({ HOLD: 'before' });
    const { ada, becomes, waiting, start } = await somebody('restarted-at-work');
    await start();
    await ada.answer(await waiting(), true);
    await says('standing before');

    postgres.restart();
    writeFileSync(`${effects}.go`, '');

    await becomes('ended');
    const ends = (await ada.events('restarted-at-work')).filter(({ data }) => data.type === 'tool-end');
    expect(ends.map(({ data }) => data.end.status)).toEqual(['returned']);
    expect(done()).toEqual(['.env']);
  });

  it('C267 is frozen: another worker resumes its runs, and its own later writes are refused', {
    timeout: 120_000,
  }, async () => {
    const { worker, says } = await work({ HOLD: 'after' });
    const { ada, becomes, waiting, start } = await somebody('frozen');
    await start();
    await ada.answer(await waiting(), true);
    await says('standing after');
    worker.kill('SIGSTOP');

    await work();
    await expect.poll(async () => (await waiting()).requests.calls.length, { timeout: 60_000 }).toBe(1);
    worker.kill('SIGCONT');
    writeFileSync(`${effects}.go`, '');
    await ada.answer(await waiting(), { kind: 'tool-return', returnValue: 'It is gone, they say.' });

    await becomes('ended');
    const ends = (await ada.events('frozen')).filter(({ data }) => data.type === 'tool-end');
    expect(ends.map(({ data }) => data.end.value)).toEqual(['It is gone, they say.']);
    expect(done()).toEqual(['.env']);
  });

  it('C267 starts a run whose server died before it enqueued the workflow', { timeout: 90_000 }, async () => {
    await work();
    const { becomes } = await somebody('unbegun');
    const pool = new pg.Pool({ connectionString: databaseUrl });

    const run = { runId: 'unbegun', agent: 'files', conversationId: 'unbegun', input: 'Clear it', messages: [] };
    await new RunTables(pool).add({ ...run, startedBy: { id: 'ada' }, startedAt: Date.now() });

    await becomes('waiting');
    await pool.end();
  });

  it('C267 is the first worker of a database: it executes the runs that were started before', {
    timeout: 90_000,
  }, async () => {
    const fresh = await ownDatabase(databaseUrl);
    const early = await dbosRunStore({ databaseUrl: fresh.url });
    const server = await startRunServer(agent, { store: early });
    const ada = server.as('ada');

    expect((await ada.start('Clear it', 'early')).status).toBe(201);
    const { worker } = await work({ DATABASE_URL: fresh.url });

    await expect.poll(() => ada.state('early'), { timeout: 30_000 }).toBe('waiting');
    await kill(worker);
    await early.close();
    await fresh.stop();
  });

  it.each(['resumeWorkflow', 'rewindWorkflow'] as const)(
    'C267 has a run whose workflow an operator cancels: the run is stuck, and continues after %s',
    {
      timeout: 90_000,
    },
    async (goOn) => {
      const { says } = await work({ HOLD: 'before' });
      const { ada, becomes, waiting, id, start } = await somebody(`cancelled-${goOn}`);
      await start();
      await ada.answer(await waiting(), true);
      await says('standing before');
      const client = await DBOSClient.create({ systemDatabaseUrl: databaseUrl, applicationName: engine.application });

      const workflow = workflowOf({ runId: id(), wakes: 1 });
      await client.cancelWorkflow(workflow);
      await becomes('stuck');
      // The tool still finishes, but its result is refused.
      writeFileSync(`${effects}.go`, '');
      await expect.poll(done).toEqual(['.env']);
      await client[goOn](workflow, { queueName: engine.queue });
      await expect.poll(async () => (await waiting()).requests.calls.length, { timeout: 30_000 }).toBe(1);
      await ada.answer(await waiting(), { kind: 'tool-return', returnValue: 'It is gone, they say.' });

      await becomes('ended');
      await client.destroy();
      const ends = (await ada.events(`cancelled-${goOn}`)).filter(({ data }) => data.type === 'tool-end');
      expect(ends.map(({ data }) => data.end.value)).toEqual(['It is gone, they say.']);
      expect(done()).toEqual(['.env']);
    },
  );

  it('C267 is stopped: it suspends its runs, and another worker resumes them', { timeout: 90_000 }, async () => {
    const { worker, says } = await work({ HOLD: 'after' });
    const { ada, becomes, waiting, start } = await somebody('left');
    await start();
    await ada.answer(await waiting(), true);
    await says('standing after');
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill('SIGTERM');
    await gone;

    await work();
    await expect.poll(async () => (await waiting()).requests.calls.length, { timeout: 30_000 }).toBe(1);
    await ada.answer(await waiting(), { kind: 'tool-return', returnValue: 'gone' });

    await becomes('ended');
    expect(done()).toEqual(['.env']);
  });
});
