'use client';
import { useCallback, useRef, useState } from 'react';
import type { DecideOutcome } from '../../approval/broker/decision.js';
import { serializeError } from '../../protocol/base/serialize-error.js';

/** What became of the last try to answer a call. An accepted one leaves no trace here: the call itself changes. */
export type Attempt =
  | { readonly status: 'none' }
  | { readonly status: 'sending' }
  | Exclude<DecideOutcome, { status: 'accepted' }>
  | { readonly status: 'rejected'; readonly message: string };

/** What {@link useAttempt} gives. */
export interface AttemptControl<DONE> {
  readonly attempt: Attempt | DONE;
  /** Makes a try. While one is on its way, the next gives the same promise. */
  readonly send: (answer: () => Promise<DecideOutcome>) => Promise<DecideOutcome>;
  /** Forgets what went wrong. */
  readonly clear: () => void;
}

/** What an accepted try leaves, and whether the first answer to the call, whosever it was, is also the last. */
export interface AttemptOptions<DONE> {
  readonly accepted: DONE;
  readonly once: boolean;
}

/** Sends one answer at a time, and keeps what went wrong with the last. */
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

/** The attempt that an error is. */
export function rejected(error: unknown): Extract<Attempt, { status: 'rejected' }> {
  return { status: 'rejected', message: serializeError(error).message };
}

/** Turns what is thrown at once into a rejection. */
async function begin(answer: () => Promise<DecideOutcome>): Promise<DecideOutcome> {
  return await answer();
}
