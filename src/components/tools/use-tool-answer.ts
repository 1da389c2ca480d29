'use client';
import { useCallback, useMemo } from 'react';
import type { DecideOutcome } from '../../approval/broker/decision.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { type Attempt, rejected, useAttempt } from '../shared/use-attempt.js';

/** The state of the last attempt to send a result. After `answered` and `late` there is nothing left to answer. */
export type ToolAttempt = Attempt | { readonly status: 'answered' };

/** A result, or a function that returns it: its errors are shown, and the call stays pending. */
export type ToolResult<OUTPUT extends JSONValue = JSONValue> = OUTPUT | (() => OUTPUT | Promise<OUTPUT>);

/** The answers of a client tool to its call. */
export interface ToolAnswer {
  readonly attempt: ToolAttempt;
  /** True when an answer would do nothing now: one is being sent, or the call is answered. */
  readonly isBusy: boolean;
  /** Sends the result. Never rejects; while an answer is being sent, it resolves with that one. */
  readonly submit: (result: ToolResult) => Promise<ToolAttempt>;
  /** Ends the call without a result, with a message for the model. */
  readonly fail: (message: string) => Promise<ToolAttempt>;
  /** Executes it again; only for an interrupted call. */
  readonly runAgain: (() => Promise<ToolAttempt>) | undefined;
  /** Clears the error. */
  readonly clear: () => void;
}

/** The verbs that a client tool's component receives. */
export interface AnswerVerbs {
  readonly submit: (value: JSONValue) => Promise<DecideOutcome>;
  readonly fail: (message: string) => Promise<DecideOutcome>;
  readonly runAgain?: (() => Promise<DecideOutcome>) | undefined;
}

const once = { accepted: { status: 'answered' }, once: true } as const;

/** Answers one call, once, and stores the error of an attempt. */
export function useToolAnswer({ submit, fail, runAgain }: AnswerVerbs): ToolAnswer {
  const { attempt, send, clear } = useAttempt(once);
  const answer = useCallback(
    (result: () => Promise<DecideOutcome>): Promise<ToolAttempt> =>
      send(result).then((outcome) => (outcome.status === 'accepted' ? once.accepted : outcome), rejected),
    [send],
  );
  return {
    attempt,
    isBusy: attempt.status === 'sending' || attempt.status === 'answered' || attempt.status === 'late',
    submit: useCallback(
      (result) => answer(async () => submit(typeof result === 'function' ? await result() : result)),
      [answer, submit],
    ),
    fail: useCallback((message) => answer(() => fail(message)), [answer, fail]),
    runAgain: useMemo(() => runAgain && (() => answer(runAgain)), [answer, runAgain]),
    clear,
  };
}
