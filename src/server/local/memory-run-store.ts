import type { RunStore } from '../runs/run-store.js';
import { LocalRunStore, type LocalRunStoreOptions } from './local-run-store.js';

/** Options of {@link memoryRunStore}. */
export type MemoryRunStoreOptions = Omit<LocalRunStoreOptions, 'storage'>;

/**
 * Executes runs in this process and stores them in memory, for development and tests. It has the same guarantees as a
 * store on a database, until the process ends.
 *
 * @example const handle = createRunServer({ agents, store: memoryRunStore({ agents }), identify, authorize });
 */
export function memoryRunStore(options: MemoryRunStoreOptions = {}): RunStore {
  return new LocalRunStore(options);
}
