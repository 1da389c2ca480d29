import type { Entry, Place, TableName } from './place.js';

/** A range of entries: those whose key continues with `from` or a higher number, at most `limit` of them. */
export interface Window {
  readonly from?: number;
  readonly limit?: number;
}

/** Tables within a transaction. */
export interface OpenTables {
  get(place: Place): Promise<unknown>;
  /** Returns the entries whose keys begin with this one, in the order of their keys. */
  list(within: Place, window?: Window): Promise<readonly Entry[]>;
  put(place: Place, row: unknown): Promise<unknown>;
  /** Removes every entry whose key begins with this one. */
  remove(within: Place): Promise<unknown>;
}

/**
 * The access of a transaction. `write-through` resolves when the changes are on the disk. `write` resolves when the
 * browser has accepted them: they may be lost when the power fails.
 */
export type Access = 'read' | 'write' | 'write-through';

/** Tables that are read and written in atomic transactions. Transactions that write run one after the other. */
export interface Tables {
  /** Runs a transaction. The work may await only the tables: a transaction ends when it has no pending request. */
  transact<T>(names: readonly TableName[], access: Access, work: (open: OpenTables) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
