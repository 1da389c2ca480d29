import type { JSONObject } from '../../protocol/base/json.js';
import type { AcceptedAnswer, BatchRecord, ServedBatch } from '../../remote/run-protocol/batch-record.js';
import type { Person } from '../../remote/run-protocol/run-record.js';
import { isSamePerson } from '../request/person.js';
import { inListOrder, type ListPosition, toCursor } from './list-cursor.js';

/** A query for the batches that a person has answered. */
export interface DecidedQuery {
  /** The person, whose id and tenant are compared. */
  readonly person: Person;
  readonly after?: ListPosition | undefined;
  readonly limit: number;
}

/** A batch with answers of a person. The time of its position is that of the person's last answer. */
export interface DecidedBatch {
  readonly record: BatchRecord;
  readonly position: ListPosition;
}

/** The dependencies of {@link listDecided}. */
export interface DecidedSource {
  readonly store: { decided(query: DecidedQuery): Promise<readonly DecidedBatch[]> };
  /** Returns `true` for a batch that the person may see. It never rejects. */
  readonly mayAnswer: (batch: ServedBatch) => Promise<boolean>;
  /** Returns the batch as it is sent to clients. */
  readonly view: (record: BatchRecord) => JSONObject;
  /** Returns an answer as it is sent to clients. */
  readonly answerView: (taken: AcceptedAnswer) => AcceptedAnswer;
}

/** A page of the batches that a person has answered. */
export interface DecidedPage {
  readonly decided: readonly { readonly batch: JSONObject; readonly answers: readonly AcceptedAnswer[] }[];
  /** The cursor of the next page. Absent on the last page. */
  readonly next?: string;
}

/** Returns the answers of a person to a batch, oldest first. */
export function answersOf({ answers }: BatchRecord, person: Person): readonly AcceptedAnswer[] {
  return answers.filter((taken) => taken.person !== undefined && isSamePerson(taken.person, person));
}

/** Returns the position of a batch in the list of a person, or `undefined` if they have not answered it. */
export function decidedPosition(record: BatchRecord, person: Person, id: string): ListPosition | undefined {
  const own = answersOf(record, person);
  return own.length === 0 ? undefined : { at: Math.floor(Math.max(...own.map(({ at }) => at))), id };
}

/** Sorts positions newest first. Those of the same millisecond are sorted by their ids. */
export function newestFirst(one: ListPosition, other: ListPosition): number {
  return inListOrder({ ...one, at: -one.at }, { ...other, at: -other.at });
}

/**
 * Lists the batches that a person has answered, newest answer first, with their own answers. `authorize` decides about
 * each batch, so a page may be short: a person who has lost the right to see a batch does not see it here either.
 */
export async function listDecided(
  { store, mayAnswer, view, answerView }: DecidedSource,
  person: Person,
  { limit, after }: { readonly limit: number; readonly after: ListPosition | undefined },
): Promise<DecidedPage> {
  // One more batch than requested shows if there is another page.
  const found = await store.decided({ person, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const allowed = await Promise.all(page.map(({ record }) => mayAnswer(record.batch)));
  const decided = page.flatMap(({ record }, index) => {
    const answers = allowed[index] === true ? answersOf(record, person).map(answerView) : [];
    return answers.length === 0 ? [] : [{ batch: view(record), answers }];
  });
  const last = found.length > limit ? page.at(-1)?.position : undefined;
  return { decided, ...(last && { next: toCursor(last) }) };
}
