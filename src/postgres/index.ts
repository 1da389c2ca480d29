export { type MigrationOptions, migratePostgres } from './migrate-postgres.js';
export { postgresRunStore } from './postgres-run-store.js';
