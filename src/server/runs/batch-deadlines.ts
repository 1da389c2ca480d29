import type { BatchRecord, MovedDeadline, TakenAnswer } from '../../agent/run-server/batch-record.js';
import type { Person } from '../../agent/run-server/run-record.js';
import { ownMember } from '../../protocol/base/record.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { toolExpired } from '../../protocol/make-answer.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { Refusal } from '../request/refusal.js';
import type { RunStore } from './run-store.js';
import { canApprove, decidedByPeople, standingAnswer } from './standing-answer.js';

/** When the first of its open calls expires, in milliseconds since 1970. `undefined`: none does. */
export function nextDeadline(record: BatchRecord): number | undefined {
  const times = openDeadlines(record).map(([, time]) => time);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The answers of calls that nobody has answered in time. */
export function dueAnswers(record: BatchRecord, now: number): readonly TakenAnswer[] {
  return openDeadlines(record).flatMap(([toolCallId, time]) =>
    time > now ? [] : [{ toolCallId, answer: toolExpired(), by: { type: 'expiry' as const }, at: now }],
  );
}

function openDeadlines(record: BatchRecord): readonly (readonly [toolCallId: string, time: number])[] {
  return Object.entries(record.batch.expiresAt).filter(([id]) => standingAnswer(record, id) === undefined);
}

/** How far from now a deadline may lie, where the app does not say, in milliseconds: 30 days. */
const defaultMaxExtension = 30 * 86_400_000;
/** How many moves one batch records. */
const maxMoves = 100;

/** Who moves a deadline, and how far it may go. */
interface Moving {
  readonly person: Person;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds from now. */
  readonly maxExtension: number | undefined;
}

/**
 * Checks that a person may move the deadline of a call. Only people whose approval counts may: whoever moves it decides how long the others can answer.
 *
 * @throws Refusal `unknown-answer`, `not-counted`, `wrong-deadline`.
 */
export function checkMove(
  { batch }: BatchRecord,
  { toolCallId, expiresAt }: Pick<MovedDeadline, 'toolCallId' | 'expiresAt'>,
  { person, now, maxExtension = defaultMaxExtension }: Moving,
): MovedDeadline {
  const found = deferredCalls(batch.requests).find(({ call }) => call.toolCallId === toolCallId);
  if (found === undefined) throw new Refusal('unknown-answer');
  if (!canApprove(found.call, person, batch.requester)) throw new Refusal('not-counted', toolCallId);
  if (!Number.isSafeInteger(expiresAt))
    throw new Refusal('wrong-deadline', 'It is not a whole number of milliseconds.');
  if (expiresAt <= now) throw new Refusal('wrong-deadline', 'It is not in the future.');
  if (expiresAt > now + maxExtension) throw new Refusal('wrong-deadline', 'It is too far in the future.');
  if ((batch.extensions?.length ?? 0) >= maxMoves) throw new Refusal('wrong-deadline', 'It was moved too often.');
  return { toolCallId, expiresAt, by: decidedByPeople([person]), at: now };
}

/**
 * Moves the deadline of a call and records who did. Call it where nobody else changes the batch at the same time.
 *
 * @returns the changed record; `undefined` when the call is not open any more, also because its time was up.
 */
export function moveDeadline(record: BatchRecord, moved: MovedDeadline): BatchRecord | undefined {
  const { batch, state } = record;
  const { toolCallId, expiresAt, at } = moved;
  if (state !== 'open' || standingAnswer(record, toolCallId) !== undefined) return undefined;
  if ((ownMember(batch.expiresAt, toolCallId) ?? Number.POSITIVE_INFINITY) <= at) return undefined;
  const extensions = [...(batch.extensions ?? []), moved];
  return { ...record, batch: { ...batch, extensions, expiresAt: { ...batch.expiresAt, [toolCallId]: expiresAt } } };
}

/**
 * Returns the moved deadlines of a run that its log does not hold, as events: no activation of the run emits them while it waits, or after it was stopped.
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
    logged.map((event) => (event.type === 'extended' ? keyOfMove(event.batchId, event.toolCallId, event.movedAt) : '')),
  );
  const events: RunEvent[] = [];
  for (const batchId of batchIds) {
    const batch = (await store.findBatch(batchId))?.batch;
    if (batch === undefined || batch.runId !== runId) continue;
    const { agentPath, extensions = [] } = batch;
    for (const { toolCallId, expiresAt, by, at } of extensions) {
      if (known.has(keyOfMove(batchId, toolCallId, at))) continue;
      const seq = logged.length + events.length;
      events.push({ v: 1, seq, at, runId, agentPath, type: 'extended', batchId, toolCallId, expiresAt, by });
    }
  }
  return events;
}

function keyOfMove(batchId: string, toolCallId: string, at: number | undefined): string {
  return JSON.stringify([batchId, toolCallId, at]);
}
