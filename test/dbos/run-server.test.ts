import { createRunWorker, dbosRunStore } from 'countersign/dbos';
import { afterAll, describe, onTestFinished } from 'vitest';
import { describeAttacks } from '../server/runs/describe-attacks.js';
import { describeDeadlines } from '../server/runs/describe-deadlines.js';
import { describeLists } from '../server/runs/describe-lists.js';
import { describeRights } from '../server/runs/describe-rights.js';
import { describeRunServer, type OpenStore } from '../server/runs/describe-run-server.js';
import { ownDatabase, startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string =
  process.env.COUNTERSIGN_ALL === '1' ? await startPostgres() : 'they are part of npm run test:all';
if (typeof postgres === 'string') process.stdout.write(`  run servers on Postgres are skipped: ${postgres}\n`);
const server = typeof postgres === 'string' ? undefined : postgres;

afterAll(async () => {
  await server?.stop();
});

/** Opens a store with a new database and worker, and closes them after the test. */
const openStore: OpenStore = async (agents) => {
  const { url: databaseUrl, stop } = await ownDatabase(server?.url ?? '');
  const worker = await createRunWorker({ agents, databaseUrl, workerId: 'w1' });
  const store = await dbosRunStore({ databaseUrl });
  onTestFinished(async () => {
    await worker.stop();
    await store.close();
    await stop();
  });
  return store;
};

describe.skipIf(server === undefined)('on Postgres', () => {
  describeRunServer('a run server whose runs are executed by a worker', openStore);
  describeAttacks('a run server whose runs are executed by a worker', openStore);
  describeDeadlines('deadlines of runs that are executed by a worker', openStore);
  describeLists('a run server whose runs are executed by a worker', openStore);
  describeRights('a run server whose runs are executed by a worker', openStore);
});
