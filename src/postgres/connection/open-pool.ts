import { type Client, Pool, type PoolClient } from 'pg';
import { endWithin } from './end-within.js';

/** The time limit of a connection attempt, in milliseconds. */
const connectionTimeoutMillis = 10_000;

/**
 * The time limit of a query in a service, in milliseconds. The driver enforces it, because a connection whose packets
 * vanish would never respond, and hold a request or a worker for good.
 */
const serviceTimeoutMs = 30_000;

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

/** Options of {@link openServicePool}. */
export interface ServicePoolOptions {
  readonly url: string;
  /** The maximum number of connections. */
  readonly max: number;
  /** `pooled`: a pooler in transaction mode, which loses the state of a session. */
  readonly address: 'direct' | 'pooled';
  /** In milliseconds. Default: 30 seconds. */
  readonly queryTimeoutMs?: number;
}

/** Opens a pool for the queries of a service. */
export function openServicePool({ url, max, address, queryTimeoutMs = serviceTimeoutMs }: ServicePoolOptions): Pool {
  const pool = openGuardedPool({ connectionString: url, max, query_timeout: queryTimeoutMs });
  if (address === 'pooled') pool.on('connect', stripStatementNames);
  return pool;
}

/** A pool of direct connections. */
export interface EnginePool {
  readonly pool: Pool;
  /** Ends all connections at once, also those that execute a query. New ones can be opened. */
  readonly sever: () => void;
}

/** Opens a pool of direct connections for the engine, which does not limit its queries and transactions itself. */
export function openEnginePool(url: string, max: number): EnginePool {
  const pool = openServicePool({ url, max, address: 'direct' });
  const clients = new Set<PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    // A startup parameter would be rejected by poolers in session mode.
    void client.query(`set idle_in_transaction_session_timeout = ${idleTransactionMs}`).catch(() => {});
  });
  pool.on('remove', (client) => clients.delete(client));
  return {
    pool,
    sever: () => {
      for (const client of clients) void client.end().catch(() => {});
    },
  };
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
