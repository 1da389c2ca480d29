export { type FencedRuns, type FenceOptions, fenceRestored } from './fence-restored.js';
export { type MigrationOptions, migratePostgres } from './migrate-postgres.js';
export { postgresRunStore } from './postgres-run-store.js';
