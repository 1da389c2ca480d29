import { deferredCalls } from '../../protocol/deferred.js';
import type {
  AcceptedAnswer,
  AnswerReceipt,
  BatchRecord,
  UnusableAnswer,
} from '../../remote/run-protocol/batch-record.js';
import { dueAnswers } from './batch-deadlines.js';
import { countsAlready, effectiveAnswer, missingApprovers } from './effective-answer.js';

/** A batch after it got answers, with a receipt for each. */
export interface AcceptedAnswers {
  readonly record: BatchRecord;
  /** The answers to store. */
  readonly added: readonly AcceptedAnswer[];
  /** One for each answer of a person. */
  readonly receipts: readonly AnswerReceipt[];
}

/**
 * Adds answers to a batch, in order. The first answer to a call counts and is never replaced. The function is pure, so
 * a store has to hold a lock on the batch while it calls this and stores the result.
 *
 * Calls whose deadline passed before the time of the answers expire first, since no timer may have expired them yet.
 * Expiry answers in `answers` are ignored for that reason: the deadline may have been moved meanwhile.
 */
export function acceptAnswers(before: BatchRecord, answers: readonly AcceptedAnswer[]): AcceptedAnswers {
  const due = before.state === 'open' ? dueAnswers(before, Math.max(...answers.map(({ at }) => at))) : [];
  let record = due.length === 0 ? before : { ...before, answers: [...before.answers, ...due] };
  const added: AcceptedAnswer[] = [...due];
  const peoplesAnswers = answers.filter(({ by }) => by.type !== 'expiry');
  const receipts = peoplesAnswers.map((taken): AnswerReceipt => {
    const { toolCallId } = taken;
    if (record.state === 'withdrawn') return { type: 'withdrawn', toolCallId };
    const call = deferredCalls(record.batch.requests).find((one) => one.call.toolCallId === toolCallId)?.call;
    if (call === undefined) return { type: 'withdrawn', toolCallId };
    const isRepeated = countsAlready(record, call, taken);
    const effective = effectiveAnswer(record, toolCallId);
    if (effective !== undefined)
      return isRepeated ? { type: 'taken', toolCallId } : { type: 'late', toolCallId, stands: effective };
    if (!isRepeated) {
      added.push(taken);
      record = { ...record, answers: [...record.answers, taken] };
    }
    if (effectiveAnswer(record, toolCallId) !== undefined) return { type: 'taken', toolCallId };
    return { type: 'counted', toolCallId, missing: missingApprovers(record, call) };
  });
  const isAnswered = deferredCalls(record.batch.requests).every(
    ({ call }) => effectiveAnswer(record, call.toolCallId) !== undefined,
  );
  return { record: isAnswered && record.state === 'open' ? { ...record, state: 'answered' } : record, added, receipts };
}

/** Deletes the answers to these calls, so that people can answer them again and see why the last answer was refused. */
export function retractAnswers(
  { batch, answers }: BatchRecord,
  toolCallIds: readonly string[],
  refused: UnusableAnswer,
): BatchRecord {
  const rest = answers.filter(({ toolCallId }) => !toolCallIds.includes(toolCallId));
  return { batch: { ...batch, refused }, answers: rest, state: 'open' };
}
