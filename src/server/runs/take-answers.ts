import type { AnswerReceipt, BatchRecord, TakenAnswer } from '../../agent/run-server/batch-record.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { countsAlready, missingPeople, standingAnswer } from './standing-answer.js';

/** A batch after answers, and what became of each. */
export interface Taking {
  readonly record: BatchRecord;
  /** Those of the answers that are to be kept. */
  readonly added: readonly TakenAnswer[];
  readonly receipts: readonly AnswerReceipt[];
}

/**
 * Takes answers to calls of a batch, in their order: the first to a call stands, for ever. It decides alone, so whoever keeps batches has to call it
 * where nobody else takes answers to the same one at the same time.
 */
export function takeAnswers(before: BatchRecord, answers: readonly TakenAnswer[]): Taking {
  let record = before;
  const added: TakenAnswer[] = [];
  const receipts = answers.map((taken): AnswerReceipt => {
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
