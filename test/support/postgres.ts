import pg from 'pg';
// biome-ignore lint/correctness/useImportExtensions: a script of the repository, which runs as it is
import { startPostgres as startOwn } from '../../scripts/postgres.mjs';

/** A Postgres with a database of its own for a test file. */
export interface TestPostgres {
  readonly url: string;
  /** Stops the server and starts it again, as an upgrade does; absent where it is somebody else's. */
  readonly restart?: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Gives a Postgres: that of `DATABASE_URL`, else one of an installed server, in a temporary folder; in the long run,
 * and where it may, it installs Debian's. A text: why there is none.
 */
export async function startPostgres(): Promise<TestPostgres | string> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined) return await ownDatabase(given);
  return await startOwn({ install: process.env.COUNTERSIGN_ALL === '1' });
}

/** Makes an empty database beside another. */
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
