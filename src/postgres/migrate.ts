import { DatabaseError, escapeIdentifier, type Pool } from 'pg';
import { UserError } from '../protocol/base/errors.js';
import { openPool } from './connection/open-pool.js';
import { transact } from './transact.js';

/**
 * The migrations of the tables, in order. A released migration is never changed; append a new one instead. Strings of
 * models and people are JSON in `text` columns, since the JSON types of Postgres reject NUL.
 *
 * From the seventh on, a migration only expands the tables: processes of the previous version work on while it runs and
 * afterwards, and open runs continue. It adds tables, indexes, and columns that are nullable or have a default. It
 * changes no state of a run. A later release may drop what no released version reads any longer.
 */
export const versions: readonly string[] = [
  `create table countersign.runs (
     run_id text primary key, agent text not null, started_by text not null, started_at bigint not null, asked text not null,
     state text not null default 'running', detail text not null default '{}', batch_id text, epoch int not null default 0,
     stop_reason text, events int not null default 0);
   create index on countersign.runs (started_by, started_at desc);
   create index on countersign.runs (state, batch_id);
   create table countersign.batches (
     batch_id text primary key, run_id text not null references countersign.runs on delete cascade, place bigserial,
     batch text not null, state text not null default 'open', deadline bigint);
   create index on countersign.batches (state, place);
   create index on countersign.batches (run_id);
   create table countersign.answers (
     batch_id text not null references countersign.batches on delete cascade, place int not null, tool_call_id text not null,
     answer text not null, primary key (batch_id, place));
   create table countersign.marks (
     run_id text not null references countersign.runs on delete cascade, key text not null, at bigint not null,
     primary key (run_id, key));
   create table countersign.events (
     run_id text not null references countersign.runs on delete cascade, serial int not null, key text not null,
     event text not null, primary key (run_id, serial), unique (run_id, key));
   create table countersign.spent (token text primary key, expires_at bigint not null);`,
  // Before, the engine stored the steps. Open runs cannot be continued, because their steps are unknown here.
  `create table countersign.steps (
     run_id text not null references countersign.runs on delete cascade, key text not null, value text not null,
     primary key (run_id, key));
   alter table countersign.runs add column wakes int not null default 0, drop column events;
   alter table countersign.batches add column answers text not null default '[]';
   update countersign.batches b set answers = (
     select '[' || coalesce(string_agg(answer, ',' order by place), '') || ']' from countersign.answers a where a.batch_id = b.batch_id);
   drop table countersign.answers;
   update countersign.runs set state = 'stuck', detail = '{"type":"stuck","why":"A version of Countersign that kept steps in another way began it. Start it again from its messages."}'
   where state in ('running', 'waiting');`,
  // Lists of batches are filtered by tenant, starter and audience, and paginated by a time and an id. Open batches of
  // earlier versions get the time of their run.
  `alter table countersign.batches add column tenant text not null default '', add column requester text not null default '',
     add column audience text[], add column asked_at bigint not null default 0,
     add column list_id text collate "C" not null default gen_random_uuid();
   update countersign.batches b set requester = r.started_by, asked_at = r.started_at from countersign.runs r where r.run_id = b.run_id;
   create index on countersign.batches (tenant, asked_at, list_id) where state = 'open';
   create index on countersign.batches (deadline) where state = 'open';
   drop index countersign.batches_state_place_idx;
   create index on countersign.runs (started_by, started_at desc, run_id collate "C");
   create index on countersign.runs (started_by) where state in ('running', 'waiting');
   drop index countersign.runs_started_by_started_at_idx;`,
  // The format of step keys and batch ids changed, so an open run of an earlier version would not find its own steps.
  `update countersign.batches set state = 'withdrawn', deadline = null where state = 'open';
   update countersign.runs set state = 'stuck', detail = '{"type":"stuck","why":"A version of Countersign with other keys began it. Start it again from its messages."}'
   where state in ('running', 'waiting');`,
  // Chats became runs: the process that starts one executes it, and each turn of a chat has one run.
  `alter table countersign.runs add column executor text not null default 'worker', add column updated_at bigint not null default 0,
     add column chat text collate "C", add column turn int;
   create unique index on countersign.runs (chat, turn);`,
  // The answers of each person, newest first. JSON with a NUL or an unpaired surrogate cannot be read by Postgres, so
  // earlier answers of such a batch are not listed.
  `create table countersign.decisions (
     batch_id text not null references countersign.batches on delete cascade, tenant text not null, person text not null,
     at bigint not null, primary key (batch_id, person));
   create index on countersign.decisions (tenant, person, at desc);
   with readable as materialized (
     select batch_id, tenant, answers::json answers from countersign.batches
     where answers <> '[]' and strpos(answers, '\\u0000') = 0 and strpos(answers, '\\ud') = 0)
   insert into countersign.decisions
     select batch_id, tenant, answer->'person'->>'id', max(floor((answer->>'at')::numeric)::bigint)
     from readable, json_array_elements(answers) answer where answer->'person'->>'id' is not null group by 1, 2, 3;`,
  // Activations that no worker with the agent of the run has claimed, stops that were interrupted, and runs that were
  // open when a backup was restored.
  `alter table countersign.runs add column unclaimed_at bigint, add column restored_at bigint;
   create index on countersign.runs (unclaimed_at) where unclaimed_at is not null;
   create index on countersign.runs (run_id) where state = 'waiting' and stop_reason is not null;`,
  // Ended runs by age, all runs by age, and expired tokens of links.
  `create index on countersign.runs (updated_at) where state not in ('running', 'waiting');
   create index on countersign.runs (started_at desc, run_id collate "C");
   create index on countersign.spent (expires_at);`,
  // The time at which people have to be notified of a batch. It is null once they were, and if no worker notifies.
  `alter table countersign.batches add column notify_at bigint, add column notify_attempts int not null default 0;
   create index on countersign.batches (notify_at) where notify_at is not null and state = 'open';`,
  // Tenants and titles for searches, which older runs do not have, and the actions of operators.
  `alter table countersign.runs add column tenant text, add column title text;
   create index on countersign.runs (tenant, started_at desc, run_id collate "C") where tenant is not null;
   create table countersign.operations (
     run_id text not null references countersign.runs on delete cascade, place bigserial, operation text not null,
     primary key (run_id, place));`,
];

/** The interval between attempts to get the lock, in milliseconds. */
const lockRetryMs = 50;

/**
 * Runs work that only one process may do at a time, such as a migration. It polls for the lock instead of waiting in a
 * query: the engine creates indexes concurrently, which waits for all running queries.
 */
export async function oneAtATime<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ free: boolean }>(
        "select pg_try_advisory_lock(hashtext('countersign:migrations')) as free",
      );
      if (rows[0]?.free === true) break;
      await new Promise((resolve) => setTimeout(resolve, lockRetryMs));
    }
    return await work();
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('countersign:migrations'))").catch(() => {});
    client.release();
  }
}

/**
 * `auto`: a process that starts migrates older tables. `check`: it only checks them, so its role needs no right to
 * create or alter tables.
 */
export type MigrationMode = 'auto' | 'check';

/**
 * Checks the tables before a process uses them, and migrates older ones unless `mode` is `check`.
 *
 * @throws UserError `tables-newer` if a later version of the package has migrated the tables, because this one could
 * misread their rows; `tables-older` if they have to be migrated first.
 */
export async function prepareTables(pool: Pool, mode: MigrationMode = 'auto'): Promise<void> {
  const done = await readVersions(pool);
  assertKnownVersions(done);
  if (versions.every((_, index) => done.has(index + 1))) return;
  if (mode === 'check') throw tablesOlder(done);
  try {
    await migrateTables(pool);
  } catch (error) {
    throw error instanceof DatabaseError && error.code === insufficientPrivilege ? tablesOlder(done, error) : error;
  }
}

/** Opens a pool on a database whose tables are current. The same errors as {@link prepareTables}. */
export async function openPreparedPool(databaseUrl: string, size: number, mode?: MigrationMode): Promise<Pool> {
  const pool = openPool(databaseUrl, size);
  try {
    await prepareTables(pool, mode);
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** The error code of Postgres for a role that may not create or alter tables. */
const insufficientPrivilege = '42501';

/**
 * Migrates the tables to the current version. Several processes may call it at once: one migrates, the others wait.
 *
 * @throws UserError `tables-newer` if a later version of the package has migrated the tables.
 */
export async function migrateTables(pool: Pool): Promise<void> {
  await oneAtATime(pool, async () => {
    await pool.query('create schema if not exists countersign');
    await pool.query('create table if not exists countersign.migrations (version int primary key)');
    const done = await readVersions(pool);
    assertKnownVersions(done);
    for (const [index, sql] of versions.entries()) {
      if (done.has(index + 1)) continue;
      await transact(pool, async (client) => {
        await client.query(sql);
        await client.query('insert into countersign.migrations values ($1)', [index + 1]);
      });
    }
  });
}

/** Grants a role what stores and workers need: it may read and write rows, and neither create nor alter tables. */
export async function grantTables(pool: Pool, role: string): Promise<void> {
  const to = escapeIdentifier(role);
  await pool.query(`grant usage on schema countersign to ${to}`);
  await pool.query(`grant select, insert, update, delete on all tables in schema countersign to ${to}`);
  await pool.query(`grant usage, select on all sequences in schema countersign to ${to}`);
}

async function readVersions(pool: Pool): Promise<ReadonlySet<number>> {
  const { rows: found } = await pool.query<{ exists: boolean }>(
    "select to_regclass('countersign.migrations') is not null as exists",
  );
  if (found[0]?.exists !== true) return new Set();
  const { rows } = await pool.query<{ version: number }>('select version from countersign.migrations');
  return new Set(rows.map(({ version }) => version));
}

function assertKnownVersions(done: ReadonlySet<number>): void {
  const newest = Math.max(0, ...done);
  if (newest <= versions.length) return;
  throw new UserError(
    'tables-newer',
    `The tables in the schema 'countersign' have version ${newest}, and this version of the package knows ${versions.length}. The process did not start, because it could misread or damage newer rows. Install the version of the package that migrated the tables, or a later one.`,
  );
}

function tablesOlder(done: ReadonlySet<number>, cause?: unknown): UserError {
  const newest = Math.max(0, ...done);
  return new UserError(
    'tables-older',
    `The tables in the schema 'countersign' have version ${newest}, and this version of the package needs ${versions.length}. The process did not start, because it may not migrate them. Run \`npx countersign migrate\` with a role that may create tables.`,
    { cause },
  );
}
