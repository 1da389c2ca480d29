import { Pool } from 'pg';

/** How long a connection may take to come about, in milliseconds. */
const connectionTimeoutMillis = 10_000;

/** Connections to a database that may go away and come back: whoever was asking hears of it, and nobody else has to. */
export function openPool(connectionString: string, max: number): Pool {
  const pool = new Pool({ connectionString, max, keepAlive: true, connectionTimeoutMillis });
  pool.on('error', () => {});
  // One that breaks in somebody's hands tells it of itself, too, and would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
