'use client';
import { type RefObject, useContext, useMemo } from 'react';
import type { DecideOptions, DecideOutcome, Decision } from '../../approval/broker/decision.js';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { type PartContext, partContext } from '../part/use-within.js';
import type { AnswerProblem, Answers, Choice, Commit, Remembered } from './answers.js';
import type { BatchLines } from './batch-lines.js';
import type { Letters } from './keys.js';

/** Whether a batch that arrives takes the focus: never, or unless a person is at work: a field or a card has it, or a key was just pressed. */
export type FocusOnBatch = 'never' | 'when-idle';

/** What the parts of a batch share. */
export interface BatchContextValue {
  readonly run: UseAgentRunResult;
  readonly batch: PendingBatch;
  readonly commit: Commit;
  readonly letters: Letters;
  readonly focusOnBatch: FocusOnBatch;
  /** In the order of the model's response. */
  readonly items: readonly PendingItem[];
  /** Those that a person has to do something about. */
  readonly forPeople: readonly PendingItem[];
  /** Approvals without an answer or a choice. */
  readonly open: readonly PendingItem[];
  readonly answers: Answers;
  readonly lines: BatchLines;
  /** What is chosen to be remembered on its cards, for when they come back from being lines. A place to keep it: no part shows it. */
  readonly remembered: Map<string, Remembered>;
  readonly titleId: string;
  readonly leftId: string;
  /** `deny`: a reason for all is being typed. */
  readonly asking: 'nothing' | 'deny';
  readonly setAsking: (asking: 'nothing' | 'deny') => void;
  readonly helpRef: RefObject<HTMLDialogElement | null>;
}

/** Provided by `Batch.Root`. */
export const BatchContext: PartContext<BatchContextValue> = partContext(
  'Batch.Root run={…} batch={…}',
  'it does not know which calls wait',
);

/** What the batch around a card does for it. */
export interface BatchCard {
  readonly commit: Commit;
  /** What was chosen and not yet sent; only where answers are reviewed. The card's draft is kept beside it. */
  readonly choice: Choice | undefined;
  /** Why the last answer that the batch sent for this card was not taken. */
  readonly problem: AnswerProblem | undefined;
  /** Answers the call. Where answers are reviewed it notes the choice, and is accepted at once. */
  readonly decide: (decision: Decision, options?: DecideOptions) => Promise<DecideOutcome>;
  /** Forgets the choice. */
  readonly takeBack: () => void;
}

/**
 * The batch around a card; `null` for a card that stands alone.
 *
 * @param item the call that the card shows.
 */
export function useBatchCard(item: PendingItem): BatchCard | null {
  const context = useContext(BatchContext);
  const isHere = context !== null && context.batch.batchId === item.batchId;
  const { commit, answers } = context ?? {};
  const refused = isHere ? context.batch.refused : undefined;
  return useMemo(() => {
    if (!isHere || commit === undefined || answers === undefined) return null;
    return {
      commit,
      choice: answers.choices.get(item.call.toolCallId),
      problem: answers.problems.get(item.call.toolCallId) ?? problemFromServer(item, refused),
      decide: (decision, options) => answers.decide(item, decision, options),
      takeBack: () => answers.takeBack(item),
    };
  }, [isHere, commit, answers, item, refused]);
}

/** Says on the card of a call why a server refused its answer, until it is answered again. */
function problemFromServer(
  { call, state }: PendingItem,
  refused: PendingBatch['refused'],
): Answers['problems'] extends ReadonlyMap<string, infer PROBLEM> ? PROBLEM | undefined : never {
  const isCause = refused !== undefined && refused.toolCallId === call.toolCallId && state.status !== 'decided';
  return isCause ? { status: 'rejected', message: refused.message } : undefined;
}
