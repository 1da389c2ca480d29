import type { AnswerReceipt, BatchRecord, TakenAnswer } from '../../agent/run-server/batch-record.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { dueAnswers } from './batch-deadlines.js';
import { countsAlready, missingPeople, standingAnswer } from './standing-answer.js';

/** A batch after answers, and what became of each. */
export interface Taking {
  readonly record: BatchRecord;
  /** Those of the answers that are to be kept. */
  readonly added: readonly TakenAnswer[];
  /** One for each answer of a person. */
  readonly receipts: readonly AnswerReceipt[];
}

/**
 * Takes answers to calls of a batch, in their order: the first to a call stands, for ever. It decides alone, so whoever keeps batches has to call it
 * where nobody else takes answers to the same one at the same time.
 *
 * Calls whose time is up expire first, by the time of the answers: no worker may have looked at their deadlines yet. A deadline that was moved meanwhile
 * expires nothing.
 */
export function takeAnswers(before: BatchRecord, answers: readonly TakenAnswer[]): Taking {
  const due = before.state === 'open' ? dueAnswers(before, Math.max(...answers.map(({ at }) => at))) : [];
  let record = due.length === 0 ? before : { ...before, answers: [...before.answers, ...due] };
  const added: TakenAnswer[] = [...due];
  const ofPeople = answers.filter(({ by }) => by.type !== 'expiry');
  const receipts = ofPeople.map((taken): AnswerReceipt => {
    const { toolCallId } = taken;
    if (record.state === 'withdrawn') return { type: 'withdrawn', toolCallId };
    const call = deferredCalls(record.batch.requests).find((one) => one.call.toolCallId === toolCallId)?.call;
    if (call === undefined) return { type: 'withdrawn', toolCallId };
    const isRepeated = countsAlready(record, call, taken);
    const stands = standingAnswer(record, toolCallId);
    if (stands !== undefined) return isRepeated ? { type: 'taken', toolCallId } : { type: 'late', toolCallId, stands };
    if (!isRepeated) {
      added.push(taken);
      record = { ...record, answers: [...record.answers, taken] };
    }
    if (standingAnswer(record, toolCallId) !== undefined) return { type: 'taken', toolCallId };
    return { type: 'counted', toolCallId, missing: missingPeople(record, call) };
  });
  const isAnswered = deferredCalls(record.batch.requests).every(
    ({ call }) => standingAnswer(record, call.toolCallId) !== undefined,
  );
  return { record: isAnswered && record.state === 'open' ? { ...record, state: 'answered' } : record, added, receipts };
}
