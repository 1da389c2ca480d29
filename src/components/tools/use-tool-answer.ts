'use client';
import { useCallback, useMemo } from 'react';
import type { DecideOutcome } from '../../approval/broker/decision.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { type Attempt, rejected, useAttempt } from '../shared/use-attempt.js';

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
  /** Lets it run again; only a call that has begun before and was cut off can. */
  readonly runAgain: (() => Promise<ToolAttempt>) | undefined;
  /** Forgets what went wrong. */
  readonly clear: () => void;
}

/** The verbs that a client tool's component gets. */
export interface AnswerVerbs {
  readonly submit: (value: JSONValue) => Promise<DecideOutcome>;
  readonly fail: (message: string) => Promise<DecideOutcome>;
  readonly runAgain?: (() => Promise<DecideOutcome>) | undefined;
}

const once = { accepted: { status: 'answered' }, once: true } as const;

/** Answers one call, once, and keeps what went wrong with a try. */
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
