import type { RunStore } from '../runs/run-store.js';
import { LocalRunStore, type LocalRunStoreOptions } from './local-run-store.js';

/** Options of {@link memoryRunStore}. */
export type MemoryRunStoreOptions = Omit<LocalRunStoreOptions, 'storage'>;

/**
 * Runs agents in this process and keeps all of it in memory: for development and tests. It keeps the same promises as a store on a database,
 * until the process ends.
 *
 * @example const handle = createRunServer({ agents, store: memoryRunStore({ agents }), identify, authorize });
 */
export function memoryRunStore(options: MemoryRunStoreOptions = {}): RunStore {
  return new LocalRunStore(options);
}
