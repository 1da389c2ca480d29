export { type FencedRuns, type FenceOptions, fenceRestored } from './fence-restored.js';
export { type MigrationOptions, migratePostgres } from './migrate-postgres.js';
export { postgresRunStore } from './postgres-run-store.js';
export { type PruneOptions, prunePostgres } from './retention/prune-postgres.js';
export type { PrunedRuns } from './retention/prune-runs.js';
