import { ownMember } from '../../protocol/base/record.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { toolExpired } from '../../protocol/make-answer.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { AcceptedAnswer, BatchRecord, MovedDeadline } from '../../remote/run-protocol/batch-record.js';
import type { Person } from '../../remote/run-protocol/run-record.js';
import { Refusal } from '../request/refusal.js';
import { canApprove, decidedByPeople, effectiveAnswer } from './effective-answer.js';
import type { RunStore } from './run-store.js';

/** Returns the first deadline of the open calls, in milliseconds since 1970, or `undefined` if no open call has one. */
export function nextDeadline(record: BatchRecord): number | undefined {
  const times = openDeadlines(record).map(([, time]) => time);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Returns expiry answers for the open calls whose deadline has passed. */
export function dueAnswers(record: BatchRecord, now: number): readonly AcceptedAnswer[] {
  return openDeadlines(record).flatMap(([toolCallId, time]) =>
    time > now ? [] : [{ toolCallId, answer: toolExpired(), by: { type: 'expiry' as const }, at: now }],
  );
}

function openDeadlines(record: BatchRecord): readonly (readonly [toolCallId: string, time: number])[] {
  return Object.entries(record.batch.expiresAt).filter(([id]) => effectiveAnswer(record, id) === undefined);
}

/** The default of `maxExtension`: 30 days, in milliseconds. */
const defaultMaxExtension = 30 * 86_400_000;
/** The maximum number of extensions that one batch records. */
const maxMoves = 100;

/** The person who moves a deadline, and the limit. */
interface MoveContext {
  readonly person: Person;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The latest deadline, in milliseconds from now. */
  readonly maxExtension: number | undefined;
}

/**
 * Validates a new deadline of a call. Only people whose approval counts may set one, since it decides how long the
 * others can answer.
 *
 * @throws Refusal `unknown-answer`, `not-counted`, `wrong-deadline`.
 */
export function checkMove(
  { batch }: BatchRecord,
  { toolCallId, expiresAt }: Pick<MovedDeadline, 'toolCallId' | 'expiresAt'>,
  { person, now, maxExtension = defaultMaxExtension }: MoveContext,
): MovedDeadline {
  const found = deferredCalls(batch.requests).find(({ call }) => call.toolCallId === toolCallId);
  if (found === undefined) throw new Refusal('unknown-answer');
  if (!canApprove(found.call, person, batch.requester)) throw new Refusal('not-counted', toolCallId);
  if (!Number.isSafeInteger(expiresAt))
    throw new Refusal('wrong-deadline', 'The new deadline is not a whole number of milliseconds.');
  if (expiresAt <= now) throw new Refusal('wrong-deadline', 'The new deadline is not in the future.');
  if (expiresAt > now + maxExtension) throw new Refusal('wrong-deadline', 'The new deadline is too far in the future.');
  if ((batch.extensions?.length ?? 0) >= maxMoves)
    throw new Refusal('wrong-deadline', 'The deadlines of this batch were moved too often.');
  return { toolCallId, expiresAt, by: decidedByPeople([person]), at: now };
}

/**
 * Moves the deadline of a call and records who moved it. The caller has to hold a lock on the batch.
 *
 * @returns the changed record; `undefined` if the call is no longer open or its deadline has passed.
 */
export function moveDeadline(record: BatchRecord, moved: MovedDeadline): BatchRecord | undefined {
  const { batch, state } = record;
  const { toolCallId, expiresAt, at } = moved;
  if (state !== 'open' || effectiveAnswer(record, toolCallId) !== undefined) return undefined;
  if ((ownMember(batch.expiresAt, toolCallId) ?? Number.POSITIVE_INFINITY) <= at) return undefined;
  const extensions = [...(batch.extensions ?? []), moved];
  return { ...record, batch: { ...batch, extensions, expiresAt: { ...batch.expiresAt, [toolCallId]: expiresAt } } };
}

/**
 * Returns the moved deadlines of a run that are missing in its log, as events. Only an activation emits events, so
 * moves while the run waits, or before it is stopped, are not in the log.
 *
 * @param logged the events of the run so far.
 */
export async function unreportedMoves(
  store: Pick<RunStore, 'findBatch'>,
  runId: string,
  logged: readonly RunEvent[],
): Promise<readonly RunEvent[]> {
  const batchIds = new Set(logged.flatMap((event) => ('batchId' in event ? [event.batchId] : [])));
  const known = new Set(
    logged.map((event) => (event.type === 'extended' ? moveKey(event.batchId, event.toolCallId, event.movedAt) : '')),
  );
  const events: RunEvent[] = [];
  for (const batchId of batchIds) {
    const batch = (await store.findBatch(batchId))?.batch;
    if (batch === undefined || batch.runId !== runId) continue;
    const { agentPath, extensions = [] } = batch;
    for (const { toolCallId, expiresAt, by, at } of extensions) {
      if (known.has(moveKey(batchId, toolCallId, at))) continue;
      const seq = logged.length + events.length;
      events.push({ v: 1, seq, at, runId, agentPath, type: 'extended', batchId, toolCallId, expiresAt, by });
    }
  }
  return events;
}

function moveKey(batchId: string, toolCallId: string, at: number | undefined): string {
  return JSON.stringify([batchId, toolCallId, at]);
}
