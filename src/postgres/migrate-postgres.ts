import { openPool } from './connection/open-pool.js';
import { grantTables, migrateTables } from './migrate.js';

/** Options of {@link migratePostgres}. */
export interface MigrationOptions {
  /** The database, with a role that may create tables: `postgres://owner@host/database`. */
  readonly databaseUrl: string;
  /** The role of the app, which gets the right to read and write rows. Default: no rights are granted. */
  readonly role?: string | undefined;
}

/**
 * Creates or upgrades the tables of `postgresRunStore`. Processes of the previous version continue meanwhile, and
 * waiting runs stay as they are. Several processes may call it at once.
 *
 * @throws UserError `tables-newer` if a later version of the package has migrated the tables.
 * @example await migratePostgres({ databaseUrl: 'postgres://owner@db/app', role: 'app' });
 */
export async function migratePostgres({ databaseUrl, role }: MigrationOptions): Promise<void> {
  const pool = openPool(databaseUrl, 2);
  try {
    await migrateTables(pool);
    if (role !== undefined) await grantTables(pool, role);
  } finally {
    await pool.end();
  }
}
