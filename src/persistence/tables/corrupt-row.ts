import { CountersignError } from '../../protocol/base/errors.js';
import type { Key, TableName } from './tables.js';

/** A row that is not what its table holds. It becomes a {@link corruptRecord} once it is out of the way. */
export class CorruptRow extends Error {
  readonly table: TableName;
  readonly key: Key;
  readonly reason: string;
  /** `undefined`: it was put aside before. */
  readonly row: unknown;

  constructor(place: { table: TableName; key: Key }, reason: string, row?: unknown) {
    super(reason);
    this.table = place.table;
    this.key = place.key;
    this.reason = reason;
    this.row = row;
  }
}

/** What a read says of a row that could not be understood. */
export function corruptRecord({ table, key, reason }: CorruptRow): CountersignError {
  return new CountersignError(
    'corrupt-record',
    `A record of '${table}' (${key.join(', ')}) is damaged: ${reason}. Nothing runs on a guess, so what needed it has stopped. ` +
      "The record lies in the store 'quarantine' of the database; delete the conversation to be rid of it, or look at what else writes to this database.",
  );
}
