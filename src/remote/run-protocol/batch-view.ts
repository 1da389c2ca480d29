import { type DeferredCall, deferredCalls } from '../../protocol/deferred.js';
import type { AcceptedAnswer, AnswerReceipt, BatchRecord, ServedBatch } from './batch-record.js';

/** A batch as the server sends it to a person who may answer, with the current effective inputs. */
export interface BatchView extends ServedBatch, Pick<BatchRecord, 'state'> {
  /** The answers that count, one for each call. */
  readonly answers: readonly AcceptedAnswer[];
  /** The number of missing approvals, by tool call id. */
  readonly missing: Readonly<Record<string, number>>;
}

/** A batch, and the answers to it of the person who asks. */
export interface DecidedBatchView {
  readonly batch: BatchView;
  readonly answers: readonly AcceptedAnswer[];
}

/** The results of sending answers, and the batch afterwards. */
export interface AnswersResult {
  readonly receipts: readonly AnswerReceipt[];
  readonly batch: BatchView;
}

/** Returns a call as it must be shown now. */
export function callIn({ requests }: BatchView, toolCallId: string): DeferredCall | undefined {
  return deferredCalls(requests).find(({ call }) => call.toolCallId === toolCallId)?.call;
}

/** Returns the answer to a call that counts. */
export function standingIn({ answers }: BatchView, toolCallId: string): AcceptedAnswer | undefined {
  return answers.find((taken) => taken.toolCallId === toolCallId);
}
