import { Pool } from 'pg';

/** The time limit of a connection attempt, in milliseconds. */
const connectionTimeoutMillis = 10_000;

/**
 * The time after which Postgres ends an idle transaction, in milliseconds. Without a limit, a process that is frozen in
 * a transaction would keep its locks and block all others.
 */
export const idleTransactionMs = 10_000;

/**
 * Opens a connection pool that survives restarts of the database. A broken connection fails only the query that used
 * it.
 */
export function openPool(connectionString: string, max: number): Pool {
  const idle = { idle_in_transaction_session_timeout: idleTransactionMs };
  const pool = new Pool({ connectionString, max, keepAlive: true, connectionTimeoutMillis, ...idle });
  pool.on('error', () => {});
  // A checked-out client also emits `error` when its connection breaks. Unhandled, that event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
