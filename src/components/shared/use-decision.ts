'use client';
import { useCallback, useRef, useState } from 'react';
import type { DecideOptions, DecideOutcome, Decision } from '../../approval/broker/decision.js';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { Conversation } from '../../store/conversation.js';

/** What became of the last try to answer a call. An accepted one leaves no trace here: the call itself changes. */
export type Attempt =
  | { readonly status: 'none' }
  | { readonly status: 'sending' }
  | Exclude<DecideOutcome, { status: 'accepted' }>
  | { readonly status: 'rejected'; readonly message: string };

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

/** Answers one call, and keeps what went wrong so that a card can say it. */
export function useDecision(run: Pick<Conversation, 'decide'>, { batchId, call }: PendingItem): DecisionControl {
  const { toolCallId } = call;
  const [attempt, setAttempt] = useState<Attempt>({ status: 'none' });
  const onItsWay = useRef<Promise<DecideOutcome> | null>(null);

  const send = useCallback(
    (decision: Decision, options: DecideOptions = {}) => {
      if (onItsWay.current !== null) return onItsWay.current;
      setAttempt({ status: 'sending' });
      const sent = decide(() => run.decide(toolCallId, decision, { ...options, batchId }));
      onItsWay.current = sent;
      const settle = (next: Attempt): void => {
        onItsWay.current = null;
        setAttempt(next);
      };
      sent.then(
        (outcome) => settle(outcome.status === 'accepted' ? { status: 'none' } : outcome),
        (error: unknown) =>
          settle({ status: 'rejected', message: error instanceof Error ? error.message : String(error) }),
      );
      return sent;
    },
    [run, batchId, toolCallId],
  );

  const press = useCallback(
    (decision: Decision) => {
      send(decision).catch(() => undefined); // told on the card, through `attempt`
    },
    [send],
  );

  const clear = useCallback(() => setAttempt({ status: 'none' }), []);
  return { attempt, send, press, clear };
}

/** Turns what `decide` throws at once into a rejection. */
async function decide(call: () => Promise<DecideOutcome>): Promise<DecideOutcome> {
  return await call();
}
