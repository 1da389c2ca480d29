/** What a storage is made of. Each name is an object store of the database. */
export const tableNames = [
  'runs',
  'steps',
  'marks',
  'events',
  'event-keys',
  'batches',
  'answers',
  'conversations',
  'contents',
  'members',
  'quarantine',
  'grants',
] as const;

/** One of {@link tableNames}. */
export type TableName = (typeof tableNames)[number];

/** Compared part by part; numbers come before texts, and a key before those that begin with it. */
export type Key = readonly (string | number)[];

/** A row, under its key. Nobody has looked at it: a disk may hold anything. */
export interface Entry {
  readonly key: Key;
  readonly row: unknown;
}

/** Which of the entries are read: those whose next part of the key is `from` or higher, and how many at most. */
export interface Window {
  readonly from?: number;
  readonly limit?: number;
}

/** A table within a transaction. */
export interface Table {
  get(key: Key): Promise<unknown>;
  /** The entries whose keys begin with this one, in the order of their keys. */
  list(within: Key, window?: Window): Promise<readonly Entry[]>;
  put(key: Key, row: unknown): Promise<void>;
  /** Every entry whose key begins with this one. */
  remove(within: Key): Promise<void>;
}

/** `write-through` is done when it is on the disk, `write` when the browser has taken it: a loss of power may undo it. */
export type Access = 'read' | 'write' | 'write-through';

/** Tables that are read and written in transactions: all of one or nothing, and those that write one after the other. */
export interface Tables {
  /** The work may await nothing but the tables that it is given: a transaction ends when it asks for nothing more. */
  transact<T>(
    names: readonly TableName[],
    access: Access,
    work: (table: (name: TableName) => Table) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}
