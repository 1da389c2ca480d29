'use client';
import { type Context, createContext, type RefObject, useContext, useMemo } from 'react';
import type { DecideOptions, DecideOutcome, Decision } from '../../approval/broker/decision.js';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { type PartContext, partContext } from '../part/use-within.js';
import type { AnswerProblem, Answers, Choice, Commit, Remembered } from './answers.js';
import type { BatchLines } from './batch-lines.js';
import type { Letters } from './keys.js';

/** `when-idle`: a new batch receives the focus, unless it is in a field or a card, or a key was just pressed. */
export type FocusOnBatch = 'never' | 'when-idle';

/** The values that the parts of a batch share. */
export interface BatchContextValue {
  readonly run: UseAgentRunResult;
  readonly batch: PendingBatch;
  readonly commit: Commit;
  readonly letters: Letters;
  readonly focusOnBatch: FocusOnBatch;
  /** The items in the order of the model's response. */
  readonly items: readonly PendingItem[];
  /** The items that need a person. */
  readonly forPeople: readonly PendingItem[];
  /** Approvals without an answer or a choice. */
  readonly open: readonly PendingItem[];
  readonly answers: Answers;
  readonly lines: BatchLines;
  /** The choices to remember on the cards, for cards that were lines in between. Not rendered by any part. */
  readonly remembered: Map<string, Remembered>;
  readonly titleId: string;
  readonly leftId: string;
  /** `deny`: a reason for all is being typed. */
  readonly asking: 'nothing' | 'deny';
  readonly setAsking: (asking: 'nothing' | 'deny') => void;
  readonly helpRef: RefObject<HTMLDialogElement | null>;
}

/** True where the header of the batch names the agent that asks, so that its cards need not. */
export const AgentSaidContext: Context<boolean> = createContext(false);

/** Provided by `Batch.Root`. */
export const BatchContext: PartContext<BatchContextValue> = partContext(
  'Batch.Root run={…} batch={…}',
  'it does not know which calls wait',
);

/** The context of a card in its batch. */
export interface BatchCard {
  readonly commit: Commit;
  /** The choice that is not sent yet, if answers are reviewed. The card's draft is stored separately. */
  readonly choice: Choice | undefined;
  /** The reason why the last answer that the batch sent for this card was rejected. */
  readonly problem: AnswerProblem | undefined;
  /** Answers the call. If answers are reviewed, it stores the choice, and is accepted at once. */
  readonly decide: (decision: Decision, options?: DecideOptions) => Promise<DecideOutcome>;
  /** Removes the choice. */
  readonly retract: () => void;
}

/**
 * Returns the batch around a card; `null` for a card without one.
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
      retract: () => answers.retract(item),
    };
  }, [isHere, commit, answers, item, refused]);
}

/** Returns the problem of a call whose answer a server rejected, until it is answered again. */
function problemFromServer(
  { call, state }: PendingItem,
  refused: PendingBatch['refused'],
): Answers['problems'] extends ReadonlyMap<string, infer PROBLEM> ? PROBLEM | undefined : never {
  const isCause = refused !== undefined && refused.toolCallId === call.toolCallId && state.status !== 'decided';
  if (!isCause) return undefined;
  const { message, issue } = refused;
  return issue === undefined ? { status: 'rejected', message } : { status: 'invalid', issues: [issue] };
}
