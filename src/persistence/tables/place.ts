/** The tables of a storage. Each name is an object store of the database. */
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
  'chunks',
  'texts',
  'drafts',
  'submitted',
] as const;

/** One of {@link tableNames}. */
export type TableName = (typeof tableNames)[number];

/**
 * A key of a row. Keys are ordered part by part: numbers before strings, a key before longer ones that begin with it.
 */
export type Key = readonly (string | number)[];

/** The place of a row: its table, then its key. */
export type Place = readonly [table: TableName, ...key: Key];

/** A row with its key. Not validated: the disk may hold anything. */
export interface Entry {
  readonly key: Key;
  readonly row: unknown;
}
