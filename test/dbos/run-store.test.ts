import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunWorker, type DbosRunStore, dbosRunStore, type RunWorker } from '../../src/dbos/index.js';
import { filesAgent, startRunServer } from '../server/runs/run-server.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string = await startPostgres();
if (typeof postgres === 'string') process.stdout.write(`  runs on Postgres are skipped: ${postgres}\n`);

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const { agent, ran } = filesAgent([deletion, 'All of it is gone.', deletion, 'It was left.', deletion, 'Never said.']);

describe.skipIf(typeof postgres === 'string')('a store of runs on Postgres', () => {
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

  it('C266 parks a run that waits, wakes it with the answer, and tells each event once', async () => {
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
});
