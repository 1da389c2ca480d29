import type { DeferredAnswer } from '../../protocol/answers.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import { type DeferredCall, type DeferredKind, deferredCalls } from '../../protocol/deferred.js';
import type { AcceptedAnswer } from './batch-record.js';
import { type BatchView, type DecidedBatchView, standingIn } from './batch-view.js';
import type { Person } from './run-record.js';

/** The effect of a decision. */
export type DecisionEffect =
  /** It decided the call, alone or together with others. */
  | { readonly type: 'final' }
  /** It counts, and `missing` more people are required. */
  | { readonly type: 'counted'; readonly missing: number }
  /** Another person's answer counts instead. */
  | { readonly type: 'overruled'; readonly by: DecidedBy; readonly answer: DeferredAnswer }
  /** The run was stopped before the call was decided. */
  | { readonly type: 'withdrawn' };

/** A decision of the current person about one call. */
export interface InboxDecision {
  readonly batchId: string;
  readonly runId: string;
  readonly kind: DeferredKind;
  /** The call as it was shown. */
  readonly call: DeferredCall;
  readonly answer: DeferredAnswer;
  readonly by: DecidedBy;
  /** The time of the decision, in milliseconds since 1970. */
  readonly at: number;
  /** The person who started the run. */
  readonly requester: Person;
  readonly effect: DecisionEffect;
}

/** Returns the decisions in batches, newest first. Of several answers to one call, the last one is listed. */
export function decisionsIn(decided: readonly DecidedBatchView[]): readonly InboxDecision[] {
  const decisions = decided.flatMap(({ batch, answers }) =>
    deferredCalls(batch.requests).flatMap(({ kind, call }): readonly InboxDecision[] => {
      const own = answers.findLast(({ toolCallId }) => toolCallId === call.toolCallId);
      if (own === undefined) return [];
      const { batchId, runId, requester } = batch;
      const { answer, by, at } = own;
      return [{ batchId, runId, requester, kind, call, answer, by, at, effect: effectOf(batch, call, own) }];
    }),
  );
  return decisions.sort((one, other) => other.at - one.at);
}

function effectOf(batch: BatchView, { toolCallId }: DeferredCall, own: AcceptedAnswer): DecisionEffect {
  const standing = standingIn(batch, toolCallId);
  if (standing === undefined)
    return batch.state === 'withdrawn'
      ? { type: 'withdrawn' }
      : { type: 'counted', missing: batch.missing[toolCallId] ?? 1 };
  const { answer, by } = standing;
  return answer.kind === own.answer.kind ? { type: 'final' } : { type: 'overruled', by, answer };
}
