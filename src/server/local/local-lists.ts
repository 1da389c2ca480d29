import type { BatchRecord, ServedBatch } from '../../remote/run-protocol/batch-record.js';
import { concerns } from '../lists/concerns.js';
import { type DecidedBatch, type DecidedQuery, decidedPosition, newestFirst } from '../lists/decided-list.js';
import { inListOrder, type ListPosition } from '../lists/list-cursor.js';
import { titleOfInput } from '../lists/to-listed-run.js';
import type { WaitingBatch, WaitingQuery } from '../lists/waiting-list.js';
import { isSamePerson, tenantOf } from '../request/person.js';
import type { RunQuery } from '../runs/run-store.js';
import { isTurnOf, type LocalRun } from './local-run.js';

/** Returns the runs that match a query, newest first. */
export function runsAmong(runs: Iterable<LocalRun>, query: RunQuery): readonly LocalRun[] {
  const { limit = 50, after } = query;
  return [...runs]
    .filter((known) => matchesQuery(known, query))
    .map((known) => ({ known, position: { at: -known.run.startedAt, id: known.run.runId } }))
    .filter(({ position }) => after === undefined || inListOrder({ at: -after.at, id: after.id }, position) < 0)
    .sort((a, b) => inListOrder(a.position, b.position))
    .slice(0, limit)
    .map(({ known }) => known);
}

function matchesQuery({ run, state }: LocalRun, query: RunQuery): boolean {
  const { startedBy, chat, agent, tenant, title, since = Number.NEGATIVE_INFINITY } = query;
  if (run.startedAt < since || run.startedAt >= (query.before ?? Number.POSITIVE_INFINITY)) return false;
  return (
    (startedBy === undefined || isSamePerson(run.startedBy, startedBy)) &&
    (query.state === undefined || state.type === query.state) &&
    (chat === undefined || isTurnOf(run, chat)) &&
    (agent === undefined || run.agent === agent) &&
    (tenant === undefined || tenantOf(run.startedBy) === tenant) &&
    (title === undefined || titleOfInput(run.input).toLowerCase().includes(title.toLowerCase()))
  );
}

/** Returns the open batches of a run, oldest first. */
export function openAmong(batches: ReadonlyMap<string, BatchRecord>, runId: string): readonly BatchRecord[] {
  return [...batches.values()].filter(({ batch, state }) => state === 'open' && batch.runId === runId);
}

/** Returns the open batches that may concern a person, oldest first. */
export function waitingAmong(
  batches: ReadonlyMap<string, BatchRecord>,
  { person, after, limit }: WaitingQuery,
): readonly WaitingBatch[] {
  return [...batches.values()]
    .map((record, number) => ({ record, position: positionOf(record.batch, number) }))
    .filter(({ record: { state, batch } }) => state === 'open' && concerns(batch, person))
    .filter(({ position }) => after === undefined || inListOrder(after, position) < 0)
    .sort((a, b) => inListOrder(a.position, b.position))
    .slice(0, limit);
}

/** Returns the batches with answers of a person, newest answer first. */
export function decidedAmong(
  batches: ReadonlyMap<string, BatchRecord>,
  { person, after, limit }: DecidedQuery,
): readonly DecidedBatch[] {
  return [...batches.values()]
    .flatMap((record, number) => {
      const position = decidedPosition(record, person, positionId(number));
      return position === undefined ? [] : [{ record, position }];
    })
    .filter(({ position }) => after === undefined || newestFirst(after, position) < 0)
    .sort((a, b) => newestFirst(a.position, b.position))
    .slice(0, limit);
}

/** Returns the position of a batch in lists. `number` is the index of the batch in the map of batches. */
function positionOf({ askedAt }: ServedBatch, number: number): ListPosition {
  return { at: Math.floor(askedAt), id: positionId(number) };
}

function positionId(number: number): string {
  return `${number}`.padStart(12, '0');
}
