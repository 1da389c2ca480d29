import type { BatchRecord, MovedDeadline } from '../../agent/run-server/batch-record.js';
import type { Person } from '../../agent/run-server/run-record.js';
import { ownMember } from '../../protocol/base/record.js';
import { deferredCalls } from '../../protocol/deferred.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { Refusal } from '../request/refusal.js';
import { canApprove, decidedBy, standingAnswer } from './standing-answer.js';

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
  return { toolCallId, expiresAt, by: decidedBy([person]), at: now };
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

/** Returns the moves of an open batch as events, for records: the run emits its own once it is activated again. */
export function moveEvents({ batch }: BatchRecord, firstSeq: number): readonly RunEvent[] {
  const { batchId, runId, agentPath, extensions = [] } = batch;
  return extensions.map(({ toolCallId, expiresAt, by, at }, index) => ({
    ...({ v: 1, seq: firstSeq + index, at, runId, agentPath } as const),
    ...({ type: 'extended', batchId, toolCallId, expiresAt, by } as const),
  }));
}
