'use client';
import { useCallback } from 'react';
import type { DecideOptions, DecideOutcome, Decision } from '../../approval/broker/decision.js';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { Conversation } from '../../conversation/conversation.js';
import { type Attempt, useAttempt } from './use-attempt.js';

/** The result of {@link useDecision}. */
export interface DecisionControl {
  readonly attempt: Attempt;
  /** Answers the call. While an answer is being sent, a second press returns the same promise. */
  readonly send: (decision: Decision, options?: DecideOptions) => Promise<DecideOutcome>;
  /** Answers the call from an event handler: errors are in `attempt`. */
  readonly press: (decision: Decision) => void;
  /** Clears the error. */
  readonly clear: () => void;
}

/** An answer changes the call itself, and the call may become pending again. */
const again = { accepted: { status: 'none' }, once: false } as const;

/** Answers one call, and stores the error so that a card can show it. */
export function useDecision(run: Pick<Conversation, 'decide'>, { batchId, call }: PendingItem): DecisionControl {
  const { toolCallId } = call;
  const { attempt, send: make, clear } = useAttempt(again);
  const send = useCallback(
    (decision: Decision, options: DecideOptions = {}) =>
      make(() => run.decide(toolCallId, decision, { ...options, batchId })),
    [make, run, batchId, toolCallId],
  );
  const press = useCallback(
    (decision: Decision) => {
      send(decision).catch(() => undefined); // shown on the card, through `attempt`
    },
    [send],
  );
  return { attempt, send, press, clear };
}
