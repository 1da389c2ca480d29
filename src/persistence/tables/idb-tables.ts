import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { CountersignError } from '../../protocol/base/errors.js';
import { CorruptRow } from './corrupt-row.js';
import { laterTables } from './later-tables.js';
import { connectionLost, type Migration, openDatabase } from './open-database.js';
import type { Key, Place, TableName } from './place.js';
import { openReliably } from './reliable-opening.js';
import { storageError, storageUnavailable } from './storage-errors.js';
import type { Access, OpenTables, Tables } from './tables.js';

/** The options of {@link idbTables}. */
export interface IdbTablesOptions {
  readonly name: string;
  readonly migrations: readonly Migration[];
  readonly onProblem: (problem: CountersignError) => void;
  /** Returns the tables to use when the browser opens no database. */
  readonly instead: () => Tables;
  /** Default: that of the platform. */
  readonly clock?: Clock;
}

/** A transaction, typed as one that may write. IndexedDB itself refuses writes in the others. */
type Transaction = IDBPTransaction<unknown, TableName[], 'readwrite'>;

/** Returns tables in IndexedDB, or the `instead` tables if the browser opens no database. The first use opens them. */
export function idbTables({ name, migrations, onProblem, instead, clock = systemClock }: IdbTablesOptions): Tables {
  return laterTables(async (end) => {
    const onLost = (problem: CountersignError): void => {
      end(problem);
      onProblem(problem);
    };
    const open = (opening: 'first' | 'again'): Promise<IDBPDatabase> =>
      openReliably((onSign) => openDatabase(name, migrations, { onProblem, onLost, opening, onSign }), clock);
    try {
      return databaseTables(await open('first'), async () => {
        try {
          return await open('again');
        } catch {
          const problem = connectionLost();
          onLost(problem);
          throw problem;
        }
      });
    } catch (cause) {
      const tables = instead();
      onProblem(storageUnavailable(cause));
      return tables;
    }
  });
}

/** @param openAgain opens the database again. If it rejects, every later transaction rejects with the same error. */
function databaseTables(first: IDBPDatabase, openAgain: () => Promise<IDBPDatabase>): Tables {
  let db = first;
  let reopening: Promise<void> | undefined;
  const reopen = async (): Promise<void> => {
    try {
      db = await openAgain();
    } finally {
      reopening = undefined;
    }
  };
  const begin = async (names: readonly TableName[], access: Access): Promise<Transaction> => {
    const mode = access === 'read' ? 'readonly' : 'readwrite';
    const durability = access === 'write-through' ? 'strict' : 'relaxed';
    const transaction = (): Transaction => db.transaction([...names], mode as 'readwrite', { durability });
    try {
      return transaction();
    } catch (cause) {
      // WebKit closes the databases of background pages. The transaction has not started, so it can be started again.
      if (!isConnectionClosed(cause)) throw cause;
      reopening ??= reopen();
      await reopening;
      return transaction();
    }
  };
  return {
    transact: async (names, access, work) => {
      let tx: Transaction | undefined;
      try {
        tx = await begin(names, access);
        // Without a handler, the browser would report an unhandled rejection when the work fails first.
        tx.done.catch(() => undefined);
        const result = await work(storesOf(tx));
        await tx.done;
        return result;
      } catch (cause) {
        abort(tx);
        throw causeOf(cause, tx?.error);
      }
    },
    close: async () => {
      await reopening?.catch(() => {});
      db.close();
    },
  };
}

function isConnectionClosed(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'InvalidStateError';
}

function abort(tx: Transaction | undefined): void {
  try {
    tx?.abort();
  } catch {
    // The transaction has ended.
  }
}

/** Returns errors of this library unchanged. For others, the error of an aborted transaction takes precedence. */
function causeOf(cause: unknown, ended: DOMException | null | undefined): unknown {
  if (cause instanceof CorruptRow || CountersignError.isInstance(cause)) return cause;
  return storageError(ended ?? cause);
}

function storesOf(tx: Transaction): OpenTables {
  return {
    get: ([table, ...key]) => tx.objectStore(table).get(key),
    list: async (within, { from, limit } = {}) => {
      const range = keyRange(within, from);
      const store = tx.objectStore(within[0]);
      const [keys, rows] = await Promise.all([store.getAllKeys(range, limit), store.getAll(range, limit)]);
      return keys.map((key, index) => ({ key: key as Key, row: rows[index] }));
    },
    put: ([table, ...key], row) => tx.objectStore(table).put(row, key),
    remove: (within) => tx.objectStore(within[0]).delete(keyRange(within)),
  };
}

/**
 * Returns the range of all keys that begin with a key. IndexedDB orders arrays after numbers and strings: `[]` ends it.
 */
function keyRange([, ...key]: Place, from?: number): IDBKeyRange {
  return IDBKeyRange.bound(from === undefined ? key : [...key, from], [...key, []]);
}
