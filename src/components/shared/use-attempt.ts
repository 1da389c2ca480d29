'use client';
import { useCallback, useRef, useState } from 'react';
import type { DecideOutcome } from '../../approval/broker/decision.js';
import { serializeError } from '../../protocol/base/serialize-error.js';

/** The state of the last attempt to answer a call. An accepted one leaves no state here: the call itself changes. */
export type Attempt =
  | { readonly status: 'none' }
  | { readonly status: 'sending' }
  | Exclude<DecideOutcome, { status: 'accepted' }>
  | { readonly status: 'rejected'; readonly message: string };

/** The result of {@link useAttempt}. */
interface AttemptControl<DONE> {
  readonly attempt: Attempt | DONE;
  /** Sends an answer. While one is being sent, further calls return the same promise. */
  readonly send: (answer: () => Promise<DecideOutcome>) => Promise<DecideOutcome>;
  /** Clears the error. */
  readonly clear: () => void;
}

/** The state after an accepted attempt, and `once` when the first accepted answer is final. */
interface AttemptOptions<DONE> {
  readonly accepted: DONE;
  readonly once: boolean;
}

/** Sends one answer at a time, and stores the error of the last. */
export function useAttempt<DONE extends { readonly status: string }>({
  accepted,
  once,
}: AttemptOptions<DONE>): AttemptControl<DONE> {
  const [attempt, setAttempt] = useState<Attempt | DONE>({ status: 'none' });
  const onItsWay = useRef<Promise<DecideOutcome> | null>(null);
  const send = useCallback(
    (answer: () => Promise<DecideOutcome>) => {
      if (onItsWay.current !== null) return onItsWay.current;
      setAttempt({ status: 'sending' });
      const sent = begin(answer);
      onItsWay.current = sent;
      sent.then(
        (outcome) => {
          if (!once || outcome.status === 'invalid') onItsWay.current = null;
          setAttempt(outcome.status === 'accepted' ? accepted : outcome);
        },
        (error: unknown) => {
          onItsWay.current = null;
          setAttempt(rejected(error));
        },
      );
      return sent;
    },
    [accepted, once],
  );
  const clear = useCallback(() => setAttempt((now) => (isFailure(now) ? { status: 'none' } : now)), []);
  return { attempt, send, clear };
}

function isFailure({ status }: { readonly status: string }): boolean {
  return status === 'invalid' || status === 'rejected';
}

/** Returns the attempt state for an error. */
export function rejected(error: unknown): Extract<Attempt, { status: 'rejected' }> {
  return { status: 'rejected', message: serializeError(error).message };
}

/** Turns a synchronous exception into a rejection. */
async function begin(answer: () => Promise<DecideOutcome>): Promise<DecideOutcome> {
  return await answer();
}
