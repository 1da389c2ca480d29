export { type DbosRunStore, type DbosRunStoreOptions, dbosRunStore } from './dbos-run-store.js';
export { createRunWorker, type RunWorker, type RunWorkerOptions } from './run-worker.js';
