import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { CountersignError } from '../../protocol/base/errors.js';
import { derivedId } from '../../protocol/base/ids.js';
import { type TableName, tableNames } from './place.js';

/** A change to the database for a new version. It may await only the database. */
export type Migration = (
  db: IDBPDatabase,
  tx: IDBPTransaction<unknown, string[], 'versionchange'>,
) => void | Promise<void>;

/**
 * From nothing to version 1, from 1 to 2, and so on: the version of a database is how many of them it has been through.
 * One that was released is never changed.
 */
export const migrations: readonly Migration[] = [
  (db) => {
    for (const name of tableNames) if (!laterNames.includes(name)) db.createObjectStore(name);
  },
  (db) => {
    db.createObjectStore('grants');
  },
  // The lead of a conversation used to lie under an id that a run could have, too.
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
  // Messages, long strings and drafts of a conversation used to be in one row.
  (db) => {
    for (const name of ['chunks', 'texts', 'drafts', 'submitted']) db.createObjectStore(name);
  },
];

/** Tables that a later version has added. */
const laterNames: readonly TableName[] = ['grants', 'chunks', 'texts', 'drafts', 'submitted'];

/** The callbacks and options of a connection. */
export interface DatabaseEvents {
  readonly onProblem: (problem: CountersignError) => void;
  /**
   * It is closed for good, and why. A connection that the browser closes by itself is not reported: it may be opened
   * again.
   */
  readonly onLost: (problem: CountersignError) => void;
  /** `again`: a database that does not exist any more is not made anew. Default: `first`. */
  readonly opening?: 'first' | 'again';
  /** The browser works on it. */
  readonly onSign?: () => void;
}

/**
 * Opens the database and migrates it. Another tab with an older version is asked to close it.
 *
 * @throws errors of the browser: without IndexedDB, or for a version that is newer than this code.
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
        // Else what it had done by then would stay, under the new version's number.
        tx.abort();
      }
    },
    blocked: () => {
      onSign();
      onProblem(blockedByOthers());
    },
    // A tab with older code must not block newer code from its data.
    blocking: (_current, version, { target }) => {
      if (target instanceof IDBDatabase) target.close();
      onLost(version === null ? connectionLost() : outdated());
    },
  });
  const missing = tableNames.filter((table) => !db.objectStoreNames.contains(table));
  if (missing.length === 0) return db;
  db.close();
  throw new Error(`the database '${name}' is somebody else's: it has no ${missing.join(', ')}`);
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
    'Another tab has a newer version of this page and has brought the database up to date, so this tab keeps and runs nothing more. Reload it.',
  );
}

/** Why a storage answers no more once its database is gone. */
export function connectionLost(): CountersignError {
  return new CountersignError(
    'storage-lost',
    "The database was deleted, or closed by the browser and cannot be opened again, as when people clear a site's data, so this tab keeps and runs nothing more. Reload it.",
  );
}
