'use client';
import { useCallback, useRef, useState } from 'react';
import type { DecideOutcome } from '../../approval/broker/decision.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { Attempt } from '../shared/use-decision.js';

/** What became of the last try to give a result. After `answered` and `late` there is nothing left to answer. */
export type ToolAttempt = Attempt | { readonly status: 'answered' };

/** A result, or what makes it: what it throws is said at the place, and the call still waits. */
export type ToolResult<OUTPUT extends JSONValue = JSONValue> = OUTPUT | (() => OUTPUT | Promise<OUTPUT>);

/** How a client tool answers its call. */
export interface ToolAnswer {
  readonly attempt: ToolAttempt;
  /** Whether an answer would do nothing now: one is on its way, or the call has one. */
  readonly isBusy: boolean;
  /** Gives the result. Never rejects; while an answer is on its way, it resolves with that one. */
  readonly submit: (result: ToolResult) => Promise<ToolAttempt>;
  /** Ends the call without a result, in words that the model reads. */
  readonly fail: (message: string) => Promise<ToolAttempt>;
  /** Forgets what went wrong. */
  readonly clear: () => void;
}

/** The verbs that a client tool's component gets. */
export interface AnswerVerbs {
  readonly submit: (value: JSONValue) => Promise<DecideOutcome>;
  readonly fail: (message: string) => Promise<DecideOutcome>;
}

/** Answers one call, once, and keeps what went wrong with a try. */
export function useToolAnswer({ submit, fail }: AnswerVerbs): ToolAnswer {
  const [attempt, setAttempt] = useState<ToolAttempt>({ status: 'none' });
  const onItsWay = useRef<Promise<ToolAttempt> | null>(null);

  const answer = useCallback((send: () => Promise<DecideOutcome>) => {
    if (onItsWay.current !== null) return onItsWay.current;
    setAttempt({ status: 'sending' });
    const sent = settle(send).then((next) => {
      // A call that was answered, by whomever, takes no second answer.
      if (!isOver(next)) onItsWay.current = null;
      setAttempt(next);
      return next;
    });
    onItsWay.current = sent;
    return sent;
  }, []);

  return {
    attempt,
    isBusy: attempt.status === 'sending' || isOver(attempt),
    submit: useCallback(
      (result) => answer(async () => submit(typeof result === 'function' ? await result() : result)),
      [answer, submit],
    ),
    fail: useCallback((message) => answer(() => fail(message)), [answer, fail]),
    clear: useCallback(() => setAttempt((now) => (isFailure(now) ? { status: 'none' } : now)), []),
  };
}

function isOver({ status }: ToolAttempt): boolean {
  return status === 'answered' || status === 'late';
}

function isFailure({ status }: ToolAttempt): boolean {
  return status === 'invalid' || status === 'rejected';
}

async function settle(send: () => Promise<DecideOutcome>): Promise<ToolAttempt> {
  try {
    const outcome = await send();
    return outcome.status === 'accepted' ? { status: 'answered' } : outcome;
  } catch (error) {
    return { status: 'rejected', message: serializeError(error).message };
  }
}
