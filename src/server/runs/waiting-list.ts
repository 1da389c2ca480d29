import type { Person } from '../../agent/run-server/run-record.js';
import { callApp } from '../../protocol/base/call-app.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { batchView } from './batch-view.js';
import { tenantOf } from './concerns.js';
import { toCursor } from './list-cursor.js';
import type { RunServerOptions } from './run-server-options.js';
import type { ListPosition, WaitingBatch } from './run-store.js';

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
  options: RunServerOptions,
  person: Person,
  { limit, after }: { readonly limit: number; readonly after: ListPosition | undefined },
): Promise<WaitingPage> {
  const batches: JSONObject[] = [];
  let [count, examined, position] = [0, 0, after];
  let next: ListPosition | undefined;
  for (;;) {
    const page = await options.store.waiting({ person, after: position, limit: pageSize });
    const allowed = await Promise.all(page.map((one) => isAllowed(options, person, one)));
    for (const [index, one] of page.entries()) {
      position = one.position;
      if (allowed[index] !== true) continue;
      const view = viewOf(options, one);
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

async function isAllowed({ authorize }: RunServerOptions, person: Person, { record }: WaitingBatch): Promise<boolean> {
  const { batch } = record;
  return tenantOf(batch.requester) === tenantOf(person) && (await authorize(person, batch)) === true;
}

/** One record that cannot be read is reported, and does not hide the others. */
function viewOf({ onProblem }: RunServerOptions, { record }: WaitingBatch): JSONObject | undefined {
  try {
    return batchView(record);
  } catch (error) {
    callApp(onProblem, error);
    return undefined;
  }
}
