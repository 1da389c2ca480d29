import type { Entry, Place, TableName } from './place.js';

/** Which of the entries are read: those whose next part of the key is `from` or higher, and how many at most. */
export interface Window {
  readonly from?: number;
  readonly limit?: number;
}

/** Tables within a transaction. */
export interface OpenTables {
  get(place: Place): Promise<unknown>;
  /** The entries whose keys begin with this one, in the order of their keys. */
  list(within: Place, window?: Window): Promise<readonly Entry[]>;
  put(place: Place, row: unknown): Promise<unknown>;
  /** Every entry whose key begins with this one. */
  remove(within: Place): Promise<unknown>;
}

/**
 * `write-through` is done when it is on the disk, `write` when the browser has taken it: a loss of power may undo it.
 */
export type Access = 'read' | 'write' | 'write-through';

/**
 * Tables that are read and written in transactions: all of one or nothing, and those that write one after the other.
 */
export interface Tables {
  /** The work may await nothing but the tables that it is given: a transaction ends when it asks for nothing more. */
  transact<T>(names: readonly TableName[], access: Access, work: (open: OpenTables) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
