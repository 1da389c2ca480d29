import type { Pool, PoolClient } from 'pg';
import { idleTransactionMs } from './connection/open-pool.js';
import { isQueryTimeout } from './connection/retry-while-unavailable.js';

/**
 * Begins a transaction with a limit for its idle time. The limit is part of the transaction, because a pooler in
 * transaction mode rejects it as a startup parameter and forgets it as a setting of the session.
 */
const begin = `begin; set local idle_in_transaction_session_timeout = ${idleTransactionMs}`;

/** Runs work in one transaction, and rolls it back when the work throws. */
export async function transact<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    broken = await rollBack(client, error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Rolls back. Returns an error if the connection cannot be used again, so that the pool has to discard it. */
async function rollBack(client: PoolClient, cause: unknown): Promise<Error | undefined> {
  // A connection that did not respond in time would not respond to the rollback either.
  if (isQueryTimeout(cause)) return cause;
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error as Error; // the driver rejects with errors only
  }
}
