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
  /** The name of the database. All pages of an origin that use this name share it. Default: `countersign`. */
  readonly name?: string;
  /**
   * Encrypts the value of a record (JSON as a string). `record` is the name of the record, which can be used as
   * additional authenticated data. Ids, serials, times and states are not encrypted. Default: nothing is encrypted, and
   * everybody who can read the browser's profile can read everything.
   */
  readonly encrypt?: (text: string, record: string) => Promise<ArrayBuffer>;
  /**
   * Decrypts the value of a record. Records that were stored without `encrypt` are read without it. Default: encrypted
   * records cannot be read, and stay as they are.
   */
  readonly decrypt?: (data: ArrayBuffer, record: string) => Promise<string>;
}

/**
 * Persists runs and conversations in the browser's IndexedDB, for all tabs of an origin. The database is opened at the
 * first use. Without IndexedDB, as in some private windows and on a server, the storage uses memory and reports
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
  const report = (problem: CountersignError): void => invokeCallback(onProblem, problem);
  const tables = idbTables({ name, migrations, onProblem: report, instead: memoryTables });
  return createStorage(new Records(tables, { now, onProblem: report, encrypt, decrypt }), { name, generateId });
}
