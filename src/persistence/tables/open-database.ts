import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { CountersignError } from '../../protocol/base/errors.js';
import { derivedId } from '../../protocol/base/ids.js';
import { type TableName, tableNames } from './place.js';

/** Upgrades the database by one version. It may await only requests to the database: the transaction ends otherwise. */
export type Migration = (
  db: IDBPDatabase,
  tx: IDBPTransaction<unknown, string[], 'versionchange'>,
) => void | Promise<void>;

/**
 * The migrations to version 1, 2, and so on. The version of a database is the number of migrations that it has been
 * through. A migration that was released must not be changed.
 */
export const migrations: readonly Migration[] = [
  (db) => {
    for (const name of tableNames) if (!addedTables.includes(name)) db.createObjectStore(name);
  },
  (db) => {
    db.createObjectStore('grants');
  },
  // Before, the lead of a conversation was stored under an id that a run could have, too.
  async (_db, tx) => {
    const runs = tx.objectStore('runs');
    const before = 'conversation:';
    for (const key of await runs.getAllKeys()) {
      const [runId] = Array.isArray(key) ? key : [];
      if (typeof runId !== 'string' || !runId.startsWith(before)) continue;
      await runs.put?.(await runs.get(key), [derivedId('', 'conversation', runId.slice(before.length))]);
      await runs.delete?.(key);
    }
  },
  // Before, messages, long strings and drafts of a conversation were in one row.
  (db) => {
    for (const name of ['chunks', 'texts', 'drafts', 'submitted']) db.createObjectStore(name);
  },
];

/** The tables that were added after version 1. */
const addedTables: readonly TableName[] = ['grants', 'chunks', 'texts', 'drafts', 'submitted'];

/** The callbacks and options of a connection. */
export interface DatabaseEvents {
  readonly onProblem: (problem: CountersignError) => void;
  /**
   * Called when the connection was closed for good, with the reason. Not called when the browser closes a connection by
   * itself: it may be opened again.
   */
  readonly onLost: (problem: CountersignError) => void;
  /** `again`: the database was open before, so if it does not exist any more it is not created. Default: `first`. */
  readonly opening?: 'first' | 'again';
  /** Called when the browser shows that it is working: it upgrades the database, or waits for another tab. */
  readonly onSign?: () => void;
}

/**
 * Opens the database and migrates it. Tabs with an older version are asked to close it.
 *
 * @throws the errors of the browser: without IndexedDB, or when the database has a newer version than this code.
 */
export async function openDatabase(
  name: string,
  steps: readonly Migration[],
  { onProblem, onLost, opening, onSign = () => {} }: DatabaseEvents,
): Promise<IDBPDatabase> {
  const db = await openDB(name, steps.length, {
    upgrade: async (...[open, from, , tx]) => {
      onSign();
      tx.done.catch(() => undefined);
      try {
        if (from === 0 && opening === 'again') throw connectionLost();
        for (const migrate of steps.slice(from)) await migrate(open, tx);
      } catch {
        // Without this, the finished part of the migration would be committed under the new version.
        tx.abort();
      }
    },
    blocked: () => {
      onSign();
      onProblem(blockedByOthers());
    },
    // Another tab wants to upgrade or delete the database, and must not be blocked.
    blocking: (_current, version, { target }) => {
      if (target instanceof IDBDatabase) target.close();
      onLost(version === null ? connectionLost() : outdated());
    },
  });
  const missing = tableNames.filter((table) => !db.objectStoreNames.contains(table));
  if (missing.length === 0) return db;
  db.close();
  throw new Error(`the database '${name}' belongs to other code: it has no ${missing.join(', ')}`);
}

function blockedByOthers(): CountersignError {
  return new CountersignError(
    'storage-blocked',
    'Another tab holds an older version of the database, so this one waits. It continues when that tab is closed or reloaded. Tell the user.',
  );
}

function outdated(): CountersignError {
  return new CountersignError(
    'storage-outdated',
    'Another tab has a newer version of this page and has brought the database up to date, so this tab stores and executes nothing more. Reload it.',
  );
}

/** Returns the error for a storage whose database was deleted or cannot be opened again. */
export function connectionLost(): CountersignError {
  return new CountersignError(
    'storage-lost',
    "The database was deleted, or closed by the browser and cannot be opened again, as when people clear a site's data, so this tab stores and executes nothing more. Reload it.",
  );
}
