import { type Client, Pool, type PoolClient } from 'pg';
import { endWithin } from './end-within.js';

/** The time limit of a connection attempt, in milliseconds. */
const connectionTimeoutMillis = 10_000;

/**
 * The time limit of a query in a service, in milliseconds. The driver enforces it, because a connection whose packets
 * vanish would never respond, and hold a request or a worker for good.
 */
const queryTimeoutMs = 30_000;

/**
 * The time after which Postgres ends an idle transaction, in milliseconds. Without a limit, a process that is frozen in
 * a transaction would keep its locks and block all others.
 */
export const idleTransactionMs = 10_000;

/**
 * Opens a connection pool for commands, whose queries may take long. It survives restarts of the database: a broken
 * connection fails only the query that used it.
 */
export function openPool(connectionString: string, max: number): Pool {
  return openGuardedPool({ connectionString, max });
}

/** Opens a pool for a service that may be behind a pooler in transaction mode, which loses the state of a session. */
export function openServicePool(connectionString: string, max: number, address: 'direct' | 'pooled'): Pool {
  const pool = openGuardedPool({ connectionString, max, query_timeout: queryTimeoutMs });
  if (address === 'pooled') pool.on('connect', stripStatementNames);
  return pool;
}

/** Opens a pool of direct connections for the engine, which does not limit its queries and transactions itself. */
export function openEnginePool(connectionString: string, max: number): Pool {
  const pool = openServicePool(connectionString, max, 'direct');
  // A startup parameter would be rejected by poolers in session mode.
  const limit = `set idle_in_transaction_session_timeout = ${idleTransactionMs}`;
  pool.on('connect', (client) => void client.query(limit).catch(() => {}));
  return pool;
}

/** Closes a pool, within a time limit: connections whose packets vanish never confirm their end. */
export async function closePool(pool: Pool): Promise<void> {
  await endWithin(pool.end());
}

function openGuardedPool(options: ConstructorParameters<typeof Pool>[0]): Pool {
  const pool = new Pool({ ...options, keepAlive: true, connectionTimeoutMillis });
  pool.on('error', () => {});
  // A checked-out client also emits `error` when its connection breaks. Unhandled, that event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Sends named statements without their names. A named statement is part of a session: behind a pooler in transaction
 * mode, the next query may be sent to a server connection that does not know it.
 */
function stripStatementNames(client: Client | PoolClient): void {
  client.query = new Proxy(client.query, {
    apply: (query, self, [statement, ...rest]: readonly unknown[]) => {
      const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement;
      return Reflect.apply(query, self, [isNamed ? { ...statement, name: undefined } : statement, ...rest]);
    },
  });
}
