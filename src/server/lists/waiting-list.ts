import { invokeCallback } from '../../protocol/base/invoke-callback.js';
import type { JSONObject } from '../../protocol/base/json.js';
import type { BatchRecord, ServedBatch } from '../../remote/run-protocol/batch-record.js';
import type { Person } from '../../remote/run-protocol/run-record.js';
import { type ListPosition, toCursor } from './list-cursor.js';

/** A query for open batches that may concern a person. A store answers it without calling `authorize`. */
export interface WaitingQuery {
  /** The person, whose tenant, id and roles are compared: see {@link concerns}. */
  readonly person: Person;
  readonly after?: ListPosition | undefined;
  readonly limit: number;
}

/**
 * An open batch with its position in the list. The id of the position must reveal nothing about the batch, because it
 * can reach a client who may not see the batch.
 */
export interface WaitingBatch {
  readonly record: BatchRecord;
  readonly position: ListPosition;
}

/** The dependencies of {@link listWaiting}. */
export interface WaitingSource {
  readonly store: { waiting(query: WaitingQuery): Promise<readonly WaitingBatch[]> };
  /** Returns `true` for a batch that the person may answer. It never rejects. */
  readonly mayAnswer: (batch: ServedBatch) => Promise<boolean>;
  readonly onProblem?: (error: unknown) => void;
  /** Returns the batch as it is sent to clients. */
  readonly view: (record: BatchRecord) => JSONObject;
}

/** The number of batches that are read from the store at once. */
const pageSize = 100;
/** The maximum number of batches that one request examines. A client continues with the cursor. */
const maxExamined = 2000;

/** A page of the batches that a person may answer. */
export interface WaitingPage {
  readonly batches: readonly JSONObject[];
  /** The number of batches from the cursor on, limited as `counted` says. */
  readonly count: number;
  /** `part`: the request reached its limit, and there may be more batches. */
  readonly counted: 'all' | 'part';
  /** The cursor of the next page. Absent on the last page. */
  readonly next?: string;
}

/**
 * Lists the batches that a person may answer, oldest first. The store filters by tenant, roles and starter, and
 * `authorize` decides about each remaining batch. It reads pages of the store until it has enough.
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

/** Returns the view of a batch. A record that cannot be read is reported, so that the others are still listed. */
function viewOrReport({ onProblem, view }: WaitingSource, { record }: WaitingBatch): JSONObject | undefined {
  try {
    return view(record);
  } catch (error) {
    invokeCallback(onProblem, error);
    return undefined;
  }
}
