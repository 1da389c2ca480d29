import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { UserError } from '../../protocol/base/errors.js';
import { definedProps } from '../../protocol/base/record.js';
import type { ListedRun, Person } from '../../remote/run-protocol/run-record.js';
import { type ListPosition, maxListed, readCursor, toCursor } from '../lists/list-cursor.js';
import { toPublicPerson } from '../request/person.js';
import type { OperatorAction, RunOperation, RunQuery, RunStore } from '../runs/run-store.js';

/** Options of {@link runOperations}. */
export interface RunOperationsOptions {
  readonly store: RunStore;
  /** The person who acts. It is recorded with each run, and not checked: check their rights first. */
  readonly operator: Person;
  /** The clock; for tests. Default: the system clock. */
  readonly clock?: Clock;
}

/** A search for runs of all people. Every given condition has to hold. */
export interface RunSearch extends Pick<RunQuery, 'state' | 'agent' | 'startedBy' | 'tenant' | 'title'> {
  /** Only runs that were started before this time, in milliseconds since 1970. */
  readonly startedBefore?: number | undefined;
  /** Only runs that were started at this time or later, in milliseconds since 1970. */
  readonly startedSince?: number | undefined;
  /** The maximum number of runs, up to 200. Default: 50. */
  readonly limit?: number | undefined;
  /** `next` of the previous page. */
  readonly cursor?: string | undefined;
}

/** A page of runs, newest first. */
export interface RunPage {
  readonly runs: readonly ListedRun[];
  /** The cursor of the next page. Absent on the last page. */
  readonly next?: string;
}

/** Actions of one operator on runs. Each action that has an effect is recorded with its run. */
export interface RunOperations {
  /** Lists runs, newest first. Runs that start meanwhile do not move later pages. */
  readonly list: (search?: RunSearch) => Promise<RunPage>;
  /**
   * Continues a run that is stuck, or that no process executes, for example because its worker or its workflow is lost.
   * Returns `skipped` for a run that is over, executes or waits for people.
   */
  readonly retry: (runId: string) => Promise<'done' | 'skipped'>;
  /** Stops runs, and ends stuck ones. Returns the ids of those that were open. */
  readonly cancel: (runIds: readonly string[], reason?: string) => Promise<readonly string[]>;
  /** Lets a worker call `notify` for a batch again. Returns `skipped` if the batch is no longer open. */
  readonly notifyAgain: (batchId: string) => Promise<'done' | 'skipped'>;
  /** Returns the recorded actions of all operators on a run, oldest first. */
  readonly history: (runId: string) => Promise<readonly RunOperation[]>;
}

/** The number of runs that are cancelled at once. */
const cancelledAtOnce = 10;

/**
 * Returns functions with which an operator finds and repairs runs of all people, for an admin page or a script. They do
 * not check rights. Call them only for people whom your app has authorized.
 *
 * @example
 * const operations = runOperations({ store, operator: { id: 'ada' } });
 * for (const { runId } of (await operations.list({ state: 'stuck' })).runs) await operations.retry(runId);
 */
export function runOperations({ store, operator, clock = systemClock }: RunOperationsOptions): RunOperations {
  const by = toPublicPerson(operator);
  const operate = (runId: string, action: OperatorAction): Promise<'done' | 'skipped'> =>
    store.operate({ runId, action, by, at: clock.now() });
  return {
    list: (search = {}) => listRuns(store, search),
    retry: (runId) => operate(runId, { type: 'retry' }),
    cancel: async (runIds, reason = '') => {
      const cancelled: string[] = [];
      for (let from = 0; from < runIds.length; from += cancelledAtOnce) {
        const some = runIds.slice(from, from + cancelledAtOnce);
        const results = await Promise.all(some.map((runId) => operate(runId, { type: 'cancel', reason })));
        cancelled.push(...some.filter((_, index) => results[index] === 'done'));
      }
      return cancelled;
    },
    notifyAgain: async (batchId) => {
      const runId = (await store.findBatch(batchId))?.batch.runId;
      return runId === undefined ? 'skipped' : await operate(runId, { type: 'notify', batchId });
    },
    history: (runId) => store.operations(runId),
  };
}

async function listRuns(store: Pick<RunStore, 'list'>, search: RunSearch): Promise<RunPage> {
  const { startedBefore: before, startedSince: since, limit: wanted = 50, cursor, ...filter } = search;
  const limit = Math.min(Math.max(1, Math.floor(wanted) || 1), maxListed);
  const after = cursor === undefined ? undefined : positionOfCursor(cursor);
  const found = await store.list({ ...filter, ...definedProps({ before, since, after }), limit: limit + 1 });
  const runs = found.slice(0, limit);
  const last = found.length > limit ? runs.at(-1) : undefined;
  return { runs, ...(last && { next: toCursor({ at: last.startedAt, id: last.runId }) }) };
}

function positionOfCursor(cursor: string): ListPosition {
  try {
    const position = readCursor(new URLSearchParams({ cursor }));
    if (position !== undefined) return position;
  } catch {
    // Reported below.
  }
  throw new UserError(
    'run-cursor',
    'The cursor of a list of runs is damaged. Nothing was listed. Pass `next` of the previous page unchanged.',
  );
}
