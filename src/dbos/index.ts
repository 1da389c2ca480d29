export type { MigrationOptions } from '../postgres/migrate-postgres.js';
export { type DbosRunStore, type DbosRunStoreOptions, dbosRunStore } from './dbos-run-store.js';
export { migrateDbos } from './migrate-dbos.js';
export { type PrunedDbosRuns, pruneDbos } from './prune-dbos.js';
export { createRunWorker, type RunWorker, type RunWorkerOptions } from './run-worker.js';
