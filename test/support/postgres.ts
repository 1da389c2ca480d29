import pg from 'pg';
// biome-ignore lint/correctness/useImportExtensions: an unbuilt script of this repository
import { startPostgres as startOwn } from '../../scripts/postgres.mjs';

/** A Postgres server with a separate database for one test file. */
export interface TestPostgres {
  readonly url: string;
  /** Restarts the server, as an upgrade does. Absent for a server that the tests do not own. */
  readonly restart?: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Returns the Postgres of `DATABASE_URL`, or starts an installed server in a temporary folder. With
 * `COUNTERSIGN_ALL=1` it may install Debian's package. Returns the reason as a string when no server is
 * available.
 */
export async function startPostgres(): Promise<TestPostgres | string> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined) return await ownDatabase(given);
  return await startOwn({ install: process.env.COUNTERSIGN_ALL === '1' });
}

/** Creates an empty database on the server of another. */
export async function ownDatabase(given: string): Promise<TestPostgres> {
  const name = `countersign_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const admin = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: given });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await admin(`create database ${name}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { url: url.href, stop: () => admin(`drop database ${name} with (force)`) };
}
