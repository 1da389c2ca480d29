import { type DeferredCall, deferredCalls } from '../../protocol/deferred.js';
import type { AnswerReceipt, BatchRecord, ServedBatch, TakenAnswer } from './batch-record.js';

/** A question as a server tells it to somebody who may answer: its calls as they would run now. */
export interface BatchView extends ServedBatch, Pick<BatchRecord, 'state'> {
  /** The answers that stand, one a call. */
  readonly answers: readonly TakenAnswer[];
  /** How many more people have to say yes, by tool call id. */
  readonly missing: Readonly<Record<string, number>>;
}

/** What became of answers, and the question after that. */
export interface AnswersTaken {
  readonly receipts: readonly AnswerReceipt[];
  readonly batch: BatchView;
}

/** A call as it is to be shown now. */
export function callIn({ requests }: BatchView, toolCallId: string): DeferredCall | undefined {
  return deferredCalls(requests).find(({ call }) => call.toolCallId === toolCallId)?.call;
}

/** The answer to a call that stands. */
export function standingIn({ answers }: BatchView, toolCallId: string): TakenAnswer | undefined {
  return answers.find((taken) => taken.toolCallId === toolCallId);
}
