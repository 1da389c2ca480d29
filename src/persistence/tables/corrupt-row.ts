import { CountersignError } from '../../protocol/base/errors.js';
import type { Place } from './place.js';

/** Thrown for a damaged row. Callers see a {@link corruptRecord} error, once the row was quarantined. */
export class CorruptRow extends Error {
  readonly place: Place;
  readonly reason: string;
  /** The row; `undefined` if it was quarantined before. */
  readonly row: unknown;

  constructor(place: Place, reason: string, row?: unknown) {
    super(reason);
    this.place = place;
    this.reason = reason;
    this.row = row;
  }
}

/** Returns the error for a damaged row. */
export function corruptRecord({ place: [table, ...key], reason }: CorruptRow): CountersignError {
  return new CountersignError(
    'corrupt-record',
    `A record of '${table}' (${key.join(', ')}) is damaged: ${reason}. The work that needed it has stopped, because nothing runs without it. ` +
      "The record lies in the store 'quarantine' of the database; delete the conversation to be rid of it, or look at what else writes to this database.",
  );
}
