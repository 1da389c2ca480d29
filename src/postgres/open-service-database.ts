import type { Pool } from 'pg';
import { checkSession, type DatabaseAddresses } from './connection/check-session.js';
import { DatabaseClock } from './connection/database-clock.js';
import { closePool, openServicePool } from './connection/open-pool.js';
import { type MigrationMode, openPreparedPool } from './migrate.js';

/** Options of {@link openServiceDatabase}. */
export interface ServiceDatabaseOptions extends DatabaseAddresses {
  /** The maximum number of connections for queries. */
  readonly poolSize: number;
  readonly migrations: MigrationMode | undefined;
}

/** A database whose tables are current. */
export interface ServiceDatabase {
  /** For queries, which need no session. */
  readonly pool: Pool;
  /** For connections whose session has state. */
  readonly directUrl: string;
  readonly clock: DatabaseClock;
  readonly close: () => Promise<void>;
}

/**
 * Opens the database of a service.
 *
 * @throws UserError `direct-url`, and the errors of {@link openPreparedPool}. Nothing stays open then.
 */
export async function openServiceDatabase({
  poolSize,
  migrations,
  ...urls
}: ServiceDatabaseOptions): Promise<ServiceDatabase> {
  const directUrl = urls.directUrl ?? urls.databaseUrl;
  await checkSession(urls);
  // A migration holds a lock of its session, and may take longer than the queries of a service.
  await closePool(await openPreparedPool(directUrl, 2, migrations));
  const address = urls.directUrl === undefined ? 'direct' : 'pooled';
  const pool = openServicePool({ url: urls.databaseUrl, max: poolSize, address });
  try {
    const clock = await DatabaseClock.start(pool);
    const close = async (): Promise<void> => {
      clock.stop();
      await closePool(pool);
    };
    return { pool, directUrl, clock, close };
  } catch (error) {
    await closePool(pool);
    throw error;
  }
}
