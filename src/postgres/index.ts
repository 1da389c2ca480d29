export { postgresRunStore } from './postgres-run-store.js';
