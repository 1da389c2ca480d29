import type { AnswerReceipt, BatchRecord, TakenAnswer } from '../../agent/run-server/batch-record.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { missingPeople, standingAnswer } from './standing-answer.js';

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
    const stands = standingAnswer(record, toolCallId);
    if (stands !== undefined)
      return isCopy(record, taken) ? { type: 'taken', toolCallId } : { type: 'late', toolCallId, stands };
    if (!isCopy(record, taken)) {
      added.push(taken);
      record = { ...record, answers: [...record.answers, taken] };
    }
    const call = deferredCalls(record.batch.requests).find((one) => one.call.toolCallId === toolCallId)?.call;
    if (call === undefined || standingAnswer(record, toolCallId) !== undefined) return { type: 'taken', toolCallId };
    return { type: 'counted', toolCallId, missing: missingPeople(record, call) };
  });
  const isAnswered = deferredCalls(record.batch.requests).every(
    ({ call }) => standingAnswer(record, call.toolCallId) !== undefined,
  );
  return { record: isAnswered && record.state === 'open' ? { ...record, state: 'answered' } : record, added, receipts };
}

/** Whether the same was said by the same person before: a request that was sent twice is no second answer. */
function isCopy({ answers }: BatchRecord, { toolCallId, answer, person, digest }: TakenAnswer): boolean {
  return answers.some(
    (taken) =>
      taken.toolCallId === toolCallId &&
      taken.person !== undefined &&
      taken.person.id === person?.id &&
      taken.digest === digest &&
      isSameJson(taken.answer as unknown as JSONValue, answer as unknown as JSONValue), // answers are plain JSON
  );
}
