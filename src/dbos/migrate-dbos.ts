import { DBOS } from '@dbos-inc/dbos-sdk';
import { openPool } from '../postgres/connection/open-pool.js';
import { oneAtATime } from '../postgres/migrate.js';
import { type MigrationOptions, migratePostgres } from '../postgres/migrate-postgres.js';

/**
 * Creates or upgrades the tables of `dbosRunStore` and its workers, and those of the engine. Processes of the previous
 * version continue meanwhile, and waiting runs stay as they are. Several processes may call it at once.
 *
 * @throws UserError `tables-newer` if a later version of the package has migrated the tables.
 * @example await migrateDbos({ databaseUrl: 'postgres://owner@db/app', role: 'app' });
 */
export async function migrateDbos(options: MigrationOptions): Promise<void> {
  await migratePostgres(options);
  const { databaseUrl, role } = options;
  const pool = openPool(databaseUrl, 1);
  try {
    await oneAtATime(pool, () => DBOS.migrate(databaseUrl, role === undefined ? {} : { applicationRole: role }));
  } finally {
    await pool.end();
  }
}
