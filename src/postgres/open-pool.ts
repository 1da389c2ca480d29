import { Pool } from 'pg';

/** How long a connection may take to come about, in milliseconds. */
const connectionTimeoutMillis = 10_000;

/**
 * How long a connection may stand still in the middle of a transaction, in milliseconds. What it has locked nobody else gets by: a process that is frozen
 * there would hold up all others for as long as it is.
 */
export const stillMs = 10_000;

/** Connections to a database that may go away and come back: whoever was asking hears of it, and nobody else has to. */
export function openPool(connectionString: string, max: number): Pool {
  const idle = { idle_in_transaction_session_timeout: stillMs };
  const pool = new Pool({ connectionString, max, keepAlive: true, connectionTimeoutMillis, ...idle });
  pool.on('error', () => {});
  // One that breaks in somebody's hands tells it of itself, too, and would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
