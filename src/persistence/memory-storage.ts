import type { CountersignError } from '../protocol/base/errors.js';
import { randomId } from '../protocol/base/ids.js';
import { invokeCallback } from '../protocol/base/invoke-callback.js';
import { createStorage } from './create-storage.js';
import { Records } from './records/records.js';
import type { RunStorage } from './run-storage.js';
import { memoryTables } from './tables/memory-tables.js';

/** The options that all storages share. */
export interface StorageEnvironment {
  /** Returns the time, in milliseconds since 1970. Default: the page's clock. */
  readonly now?: () => number;
  /** Makes ids for imported conversations and runs. Default: random ids. */
  readonly generateId?: () => string;
  /**
   * Called with problems that do not reject an operation: the page uses memory, another tab blocks the database, a
   * damaged record was quarantined, events could not be stored. Default: they are not reported.
   */
  readonly onProblem?: (problem: CountersignError) => void;
}

/** The options of {@link memoryStorage}. */
export type MemoryStorageOptions = StorageEnvironment;

/**
 * Stores runs and conversations in memory until the page is closed: for tests, and for pages that must not leave data
 * behind. Apart from that, it has the same guarantees as `indexedDbStorage`.
 *
 * @example
 * const storage = memoryStorage();
 * agent.run('Go', { runId: 'r1', journal: storage.journal('r1') });
 */
export function memoryStorage({
  now = Date.now,
  generateId = randomId,
  onProblem,
}: MemoryStorageOptions = {}): RunStorage {
  const report = (problem: CountersignError): void => invokeCallback(onProblem, problem);
  return createStorage(new Records(memoryTables(), { now, onProblem: report }), {
    name: `memory ${randomId()}`,
    generateId,
  });
}
