'use client';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { DecideOptions, Decision } from '../../approval/broker/decision.js';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { Conversation } from '../../store/conversation.js';
import type { AnswerProblem, Answers } from '../card/answers.js';
import { withoutItems } from './without-items.js';

/** One answer on its way. */
export interface Sent {
  readonly item: PendingItem;
  readonly decision: Decision;
  readonly options: DecideOptions | undefined;
}

/** What {@link useSending} gives. */
export interface Sending extends Pick<Answers, 'status' | 'refused' | 'problems'> {
  readonly isOnItsWay: RefObject<boolean>;
  /** Forgets what went wrong with these. */
  readonly forget: (items: readonly PendingItem[]) => void;
  /** Sends several answers, and calls back when each was taken or not. While some are on their way, `false`: nothing is sent. */
  readonly sendAll: (answers: readonly Sent[], onSettled: () => void) => boolean;
}

/** Sends several answers at once, and keeps which of them were not taken. */
export function useSending(run: Pick<Conversation, 'decide'>): Sending {
  const [problems, setProblems] = useState<Answers['problems']>(new Map());
  const [last, setLast] = useState<Pick<Answers, 'status' | 'refused'>>({ status: 'idle', refused: 0 });
  const isOnItsWay = useRef(false);

  const forget = useCallback((items: readonly PendingItem[]) => {
    setProblems((before) => withoutItems(before, items));
    setLast((before) => (before.refused === 0 ? before : { ...before, refused: 0 }));
  }, []);

  const sendAll = useCallback(
    (answers: readonly Sent[], onSettled: () => void) => {
      if (isOnItsWay.current || answers.length === 0) return false;
      isOnItsWay.current = true;
      forget(answers.map(({ item }) => item));
      setLast({ status: 'sending', refused: 0 });
      const settle = (found: readonly (AnswerProblem | null)[]): void => {
        isOnItsWay.current = false;
        const refused = found.flatMap((problem, index) => {
          const id = answers[index]?.item.call.toolCallId;
          return problem === null || id === undefined ? [] : [[id, problem] as const];
        });
        setProblems((before) => new Map([...before, ...refused]));
        setLast({ status: 'idle', refused: refused.length });
        onSettled();
      };
      Promise.all(answers.map((answer) => send(run, answer))).then(settle, () => undefined); // send() rejects never
      return true;
    },
    [run, forget],
  );

  return useMemo(() => ({ ...last, problems, isOnItsWay, forget, sendAll }), [last, problems, forget, sendAll]);
}

/** `null`: it was taken. */
async function send(
  run: Pick<Conversation, 'decide'>,
  { item, decision, options }: Sent,
): Promise<AnswerProblem | null> {
  try {
    const outcome = await run.decide(item.call.toolCallId, decision, { ...options, batchId: item.batchId });
    return outcome.status === 'accepted' ? null : outcome;
  } catch (error) {
    return { status: 'rejected', message: error instanceof Error ? error.message : String(error) };
  }
}
