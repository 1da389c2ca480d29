import type { CountersignError } from '../protocol/base/errors.js';
import { randomId } from '../protocol/base/ids.js';
import { invokeCallback } from '../protocol/base/invoke-callback.js';
import { createStorage } from './create-storage.js';
import { Records } from './records/records.js';
import type { RunStorage } from './run-storage.js';
import { memoryTables } from './tables/memory-tables.js';

/** The options that all storages share. */
export interface StorageEnvironment {
  /** The time, in milliseconds since 1970. Default: the page's clock. */
  readonly now?: () => number;
  /** Makes ids for what is imported. Default: random ones. */
  readonly generateId?: () => string;
  /**
   * Called with problems that no operation reports: the page continues in memory, another tab blocks the database, a
   * damaged record was put aside, events could not be stored. Has `code` and `message`. Default: not reported.
   */
  readonly onProblem?: (problem: CountersignError) => void;
}

/** The options of {@link memoryStorage}. */
export type MemoryStorageOptions = StorageEnvironment;

/**
 * Keeps runs and conversations for as long as the page lives: for tests, and where nothing may be left behind. It keeps
 * the same promises as `indexedDbStorage`, but for the page's end.
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
  const tell = (problem: CountersignError): void => invokeCallback(onProblem, problem);
  return createStorage(new Records(memoryTables(), { now, onProblem: tell }), {
    name: `memory ${randomId()}`,
    generateId,
  });
}
