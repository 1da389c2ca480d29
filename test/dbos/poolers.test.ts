import { createRunWorker, dbosRunStore } from 'countersign/dbos';
import { postgresRunStore } from 'countersign/postgres';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { filesAgent, startRunServer } from '../server/runs/run-server.js';
import { startPgbouncer, type TestPgbouncer } from '../support/pgbouncer.js';
import { ownDatabase, startPostgres, type TestPostgres } from '../support/postgres.js';

const postgres: TestPostgres | string =
  process.env.COUNTERSIGN_ALL === '1' ? await startPostgres() : 'they are part of npm run test:all';
const [transactions, sessions]: readonly (TestPgbouncer | string)[] =
  typeof postgres === 'string'
    ? [postgres, postgres]
    : [await startPgbouncer(postgres.url, 'transaction'), await startPgbouncer(postgres.url, 'session')];
if (typeof transactions !== 'object') process.stdout.write(`  poolers are skipped: ${transactions}\n`);

afterAll(async () => {
  for (const pooler of [transactions, sessions]) if (typeof pooler === 'object') pooler.stop();
  if (typeof postgres === 'object') await postgres.stop();
});

/** Creates a database, and returns its addresses: of Postgres, and through poolers. */
async function openAddresses() {
  if (typeof postgres !== 'object' || typeof transactions !== 'object' || typeof sessions !== 'object')
    throw new Error('No pooler is running.');
  const { url, stop } = await ownDatabase(postgres.url);
  onTestFinished(stop);
  return { direct: url, pooled: transactions.urlOf(url), inSessions: sessions.urlOf(url) };
}

/** Counts the open connections to a database. */
async function countConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  return rows[0].count;
}

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const count = 30;

describe.skipIf(typeof transactions !== 'object')('behind a pooler in transaction mode', { timeout: 120_000 }, () => {
  it.each(['Postgres itself', 'a pooler in session mode'])(
    'C518 every run completes when connections with a session use %s',
    async (target) => {
      const { direct, pooled: databaseUrl, inSessions } = await openAddresses();
      const directUrl = target === 'Postgres itself' ? direct : inSessions;
      const { agent, ran } = filesAgent([
        ...Array.from({ length: count }, () => deletion),
        ...Array(count).fill('Done.'),
      ]);
      const worker = await createRunWorker({ agents: { files: agent }, databaseUrl, directUrl, workerId: 'w1' });
      const store = await dbosRunStore({ databaseUrl, directUrl });
      const ada = (await startRunServer(agent, { store })).as('ada');
      const ids = Array.from({ length: count }, (_, index) => `r${index}`);

      await Promise.all(ids.map((id) => ada.start('Clear it', id)));
      const waiting = async (): Promise<number> => (await ada.waiting()).length;
      await expect.poll(waiting, { timeout: 30_000 }).toBe(count);
      for (const batch of await ada.waiting()) await ada.answer(batch, true);

      const states = async (): Promise<readonly unknown[]> => await Promise.all(ids.map((id) => ada.state(id)));
      await expect.poll(states, { timeout: 30_000 }).toEqual(ids.map(() => 'ended'));
      expect(ran).toHaveLength(count);
      await worker.stop();
      await store.close();
    },
  );

  it('C519 workers and stores do not start without an address for connections with a session, and leave nothing open', async () => {
    const { direct, pooled: databaseUrl } = await openAddresses();
    const { agent } = filesAgent([]);
    const open = {
      worker: () => createRunWorker({ agents: { files: agent }, databaseUrl, workerId: 'w1' }),
      store: () => dbosRunStore({ databaseUrl }),
      chats: () => postgresRunStore({ databaseUrl }),
      pooledTwice: () => dbosRunStore({ databaseUrl, directUrl: databaseUrl }),
    };

    for (const one of Object.values(open))
      await expect(one()).rejects.toMatchObject({ code: 'direct-url', message: expect.stringContaining('directUrl') });

    const before = await countConnections(direct);
    expect(before).toBeLessThanOrEqual(4); // those of the pooler
  });

  it('C519 an address of another database is refused', async () => {
    const [{ direct: databaseUrl }, { direct: directUrl }] = [await openAddresses(), await openAddresses()];

    await expect(dbosRunStore({ databaseUrl, directUrl })).rejects.toMatchObject({ code: 'direct-url' });
  });
});
