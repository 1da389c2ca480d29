import { DBOSClient } from '@dbos-inc/dbos-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine, workflowOf } from '../../src/dbos/engine.js';
import { createRunWorker, type DbosRunStore, dbosRunStore, type RunWorker } from '../../src/dbos/index.js';
import { wakeIfAnswered } from '../../src/dbos/wake-run.js';
import { ActivationWriter } from '../../src/postgres/activation-writer.js';
import { BatchTables } from '../../src/postgres/batch-tables.js';
import { DatabaseClock } from '../../src/postgres/connection/database-clock.js';
import { openPool } from '../../src/postgres/connection/open-pool.js';
import { RunTables } from '../../src/postgres/run-tables.js';
import { WriteCoalescer } from '../../src/postgres/write-coalescer.js';
import { filesAgent, startRunServer } from '../server/runs/run-server.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string = await startPostgres();
if (typeof postgres === 'string') process.stdout.write(`  runs on Postgres are skipped: ${postgres}\n`);

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const { agent, ran } = filesAgent([deletion, 'All of it is gone.', deletion, 'It was left.', deletion, 'Never said.']);

describe.skipIf(typeof postgres === 'string')('a run store on Postgres', () => {
  let store: DbosRunStore;
  let worker: RunWorker;

  beforeAll(async () => {
    const databaseUrl = (postgres as TestPostgres).url;
    worker = await createRunWorker({
      agents: { files: agent },
      databaseUrl,
      workerId: 'w1',
    });
    store = await dbosRunStore({ databaseUrl });
  }, 60_000);

  afterAll(async () => {
    await worker?.stop();
    await store?.close();
    await (postgres as TestPostgres).stop?.();
  });

  it('C266 suspends a run that waits, wakes it with the answer, and sends each event once', async () => {
    const server = await startRunServer(agent, { store });
    const [ada, bob] = [server.as('ada'), server.as('bob')];

    expect((await ada.start('Clear \u0000 it', 'r1')).status).toBe(201);
    await expect.poll(() => ada.state('r1')).toBe('waiting');
    const live = ada.events('r1');
    const [batch] = await bob.waiting();
    if (batch === undefined) throw new Error('Nothing waits.');
    const [one, two] = await Promise.all([bob.answer(batch, true), ada.answer(batch, false)]);
    const told = await live;

    expect([one.status, two.status].sort()).toEqual([200, 409]);
    await expect.poll(() => ada.state('r1')).toBe('ended');
    const isYes = one.status === 200;
    expect(ran).toEqual(isYes ? ['.env'] : []);
    const ids = told.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
    expect(ids).toEqual(ids.map((_, index) => index));
    expect(told.at(-1)?.event).toBe('end');
    expect(told.some(({ id, data }) => id === undefined && data.type === 'text-delta')).toBe(true);
  });

  it.each(['before it', 'after it'])(
    'C297 wakes a run once when its last answer arrives just before or after it is stored as waiting: %s',
    async (when) => {
      const runId = `about to wait, ${when}`;
      const run = { runId, agent: 'files', conversationId: 'c', input: 'go', messages: [] };
      const { pool, context } = await outsideWorker((postgres as TestPostgres).url);
      const startedBy = { id: 'ada' };
      await context.runs.add({ ...run, startedBy, startedAt: Number.MAX_SAFE_INTEGER });
      const { epoch = 0 } = (await context.runs.beginActivation({ runId, wakes: 0 })) ?? {};
      const activation = { runId, epoch, isSuspended: () => false, onStale: () => {} };
      const writer = new ActivationWriter(new WriteCoalescer(pool), activation, []);
      const batchId = `batch of ${runId}`;
      await writer.storeBatch({
        ...{ batchId, runId, agentPath: ['files'], round: 1, onExpiry: 'deny', requester: startedBy },
        ...{ askedAt: 1, about: {}, expiresAt: {} },
        requests: {
          approvals: [{ toolCallId: 'x', toolName: 'act', title: 'Act', input: {} }],
          calls: [],
          metadata: {},
        },
      });
      const wait = (): Promise<void> => writer.storeState({ type: 'waiting', since: 1, batchId });
      const by = { type: 'person', name: 'Ada' } as const;
      const answer = () => store.answer(batchId, [{ toolCallId: 'x', answer: { kind: 'tool-approved' }, by, at: 1 }]);

      if (when === 'before it') {
        await answer();
        await wait();
        await wakeIfAnswered(context, batchId);
      } else {
        await wait();
        await Promise.all([answer(), wakeIfAnswered(context, batchId)]);
      }

      const { rows } = await pool.query('select wakes from countersign.runs where run_id = $1', [runId]);
      expect(rows).toEqual([{ wakes: 1 }]);
      expect(await context.client.getWorkflow(workflowOf({ runId, wakes: 1 }))).toBeDefined();
      await context.client.destroy();
      await pool.end();
    },
  );
});

/** The connections of a process other than the worker, so that a test can execute an activation step by step. */
async function outsideWorker(url: string) {
  const pool = openPool(url, 4);
  const client = await DBOSClient.create({ systemDatabaseUrl: url, applicationName: engine.application });
  const clock = await DatabaseClock.start(pool);
  return { pool, context: { pool, clock, client, batches: new BatchTables(pool), runs: new RunTables(pool) } };
}
