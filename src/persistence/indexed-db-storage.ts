import type { CountersignError } from '../protocol/base/errors.js';
import { randomId } from '../protocol/base/ids.js';
import { invokeCallback } from '../protocol/base/invoke-callback.js';
import { createStorage } from './create-storage.js';
import type { StorageEnvironment } from './memory-storage.js';
import { Records } from './records/records.js';
import type { RunStorage } from './run-storage.js';
import { idbTables } from './tables/idb-tables.js';
import { memoryTables } from './tables/memory-tables.js';
import { migrations } from './tables/open-database.js';

/** The options of {@link indexedDbStorage}. */
export interface IndexedDbStorageOptions extends StorageEnvironment {
  /** Of the database. Pages of one origin that say the same name share it. Default `countersign`. */
  readonly name?: string;
  /**
   * Encrypts a record's value, given as JSON text, for the database. `record` is the record's name, which may be bound
   * to it as additional data. Ids, serials, times and states stay readable. Without it, everybody who can read the
   * browser's profile can read everything.
   */
  readonly encrypt?: (text: string, record: string) => Promise<ArrayBuffer>;
  /**
   * The way back. What was written before there was an `encrypt` is read as it is. Default: what was encrypted is not
   * read, and stays.
   */
  readonly decrypt?: (data: ArrayBuffer, record: string) => Promise<string>;
}

/**
 * Persists runs and conversations in the browser's IndexedDB, for all tabs of an origin. It is opened at its first use.
 * Without IndexedDB, as in some private windows and on a server, it continues in memory and reports
 * `storage-unavailable` to `onProblem`.
 *
 * @example
 * const storage = indexedDbStorage({ onProblem: ({ code, message }) => console.warn(code, message) });
 * const epoch = await storage.lead('r1');
 * agent.run('Go', { runId: 'r1', journal: storage.journal('r1', { epoch }) });
 */
export function indexedDbStorage({
  name = 'countersign',
  now = Date.now,
  generateId = randomId,
  onProblem,
  encrypt,
  decrypt,
}: IndexedDbStorageOptions = {}): RunStorage {
  const tell = (problem: CountersignError): void => invokeCallback(onProblem, problem);
  const tables = idbTables({ name, migrations, onProblem: tell, instead: memoryTables });
  return createStorage(new Records(tables, { now, onProblem: tell, encrypt, decrypt }), { name, generateId });
}
