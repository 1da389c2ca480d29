import type { BatchRecord, ServedBatch } from '../../agent/run-server/batch-record.js';
import type { Person } from '../../agent/run-server/run-record.js';
import { callApp } from '../../protocol/base/call-app.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { type ListPosition, toCursor } from './list-cursor.js';

/** The open questions that may concern a person, as far as a store can tell without `authorize`. */
export interface WaitingQuery {
  /** Their tenant, id and roles count: see {@link concerns}. */
  readonly person: Person;
  readonly after?: ListPosition | undefined;
  readonly limit: number;
}

/** An open question, and its position in the list. The id of the position reveals nothing: people read it who may not see the question. */
export interface WaitingBatch {
  readonly record: BatchRecord;
  readonly position: ListPosition;
}

/** What a list of questions is made from. */
export interface WaitingSource {
  readonly store: { waiting(query: WaitingQuery): Promise<readonly WaitingBatch[]> };
  /** Returns `true` for a question that the person may answer. It never rejects. */
  readonly mayAnswer: (batch: ServedBatch) => Promise<boolean>;
  readonly onProblem?: (error: unknown) => void;
  /** The question as it is sent. */
  readonly view: (record: BatchRecord) => JSONObject;
}

/** How many questions are read from the store at once. */
const pageSize = 100;
/** How many questions one request examines at most; a client continues with the cursor. */
const maxExamined = 2000;

/** A page of the questions that a person may answer. */
export interface WaitingPage {
  readonly batches: readonly JSONObject[];
  /** How many there are from the cursor on, as far as `counted` says. */
  readonly count: number;
  /** `part`: there may be more, which one request does not examine. */
  readonly counted: 'all' | 'part';
  /** Where the next page begins. Absent at the end. */
  readonly next?: string;
}

/**
 * Lists the questions that a person may answer, oldest first. The store narrows them by tenant, roles and starter, `authorize` decides on each of the rest, and
 * pages are read until enough are found.
 */
export async function listWaiting(
  source: WaitingSource,
  person: Person,
  { limit, after }: { readonly limit: number; readonly after: ListPosition | undefined },
): Promise<WaitingPage> {
  const batches: JSONObject[] = [];
  let [count, examined, position] = [0, 0, after];
  let next: ListPosition | undefined;
  for (;;) {
    const page = await source.store.waiting({ person, after: position, limit: pageSize });
    const allowed = await Promise.all(page.map(({ record }) => source.mayAnswer(record.batch)));
    for (const [index, one] of page.entries()) {
      position = one.position;
      if (allowed[index] !== true) continue;
      const view = viewOrReport(source, one);
      if (view === undefined) continue;
      count += 1;
      if (batches.length < limit) batches.push(view);
      if (batches.length === limit && count === limit) next = one.position;
    }
    examined += page.length;
    if (page.length < pageSize) {
      const isWhole = count <= limit;
      return { batches, count, counted: 'all', ...(isWhole || next === undefined ? {} : { next: toCursor(next) }) };
    }
    if (examined >= maxExamined) break;
  }
  const continuation = next ?? position;
  return { batches, count, counted: 'part', ...(continuation && { next: toCursor(continuation) }) };
}

/** One record that cannot be read is reported, and does not hide the others. */
function viewOrReport({ onProblem, view }: WaitingSource, { record }: WaitingBatch): JSONObject | undefined {
  try {
    return view(record);
  } catch (error) {
    callApp(onProblem, error);
    return undefined;
  }
}
