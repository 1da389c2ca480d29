'use client';
import { useCallback } from 'react';
import type { DecideOptions, DecideOutcome, Decision } from '../../approval/broker/decision.js';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { Conversation } from '../../store/conversation.js';
import { type Attempt, useAttempt } from './use-attempt.js';

/** What {@link useDecision} gives. */
export interface DecisionControl {
  readonly attempt: Attempt;
  /** Answers the call. While an answer is on its way, a second press gives the same promise. */
  readonly send: (decision: Decision, options?: DecideOptions) => Promise<DecideOutcome>;
  /** The same for an event handler: what goes wrong stands in `attempt`. */
  readonly press: (decision: Decision) => void;
  /** Forgets what went wrong. */
  readonly clear: () => void;
}

/** The call itself changes with an answer, and may be asked about again. */
const again = { accepted: { status: 'none' }, once: false } as const;

/** Answers one call, and keeps what went wrong so that a card can say it. */
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
      send(decision).catch(() => undefined); // told on the card, through `attempt`
    },
    [send],
  );
  return { attempt, send, press, clear };
}
