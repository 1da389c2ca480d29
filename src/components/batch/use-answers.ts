'use client';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { DecideOptions, Decision } from '../../approval/broker/decision.js';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { Conversation } from '../../conversation/conversation.js';
import type { AnswerProblem, Answers, Choice, Commit } from '../card/answers.js';

/** Options of {@link useAnswers}. */
interface AnswersOptions {
  readonly run: Pick<Conversation, 'decide'>;
  readonly batch: PendingBatch;
  readonly commit: Commit;
}

/**
 * Answers the calls of one batch: at once, or as choices that are sent together. Stores the rejections for the cards to
 * show.
 */
export function useAnswers({ run, batch, commit }: AnswersOptions): Answers {
  const [chosen, setChoices] = useState<Answers['choices']>(new Map());
  const { status, refused, problems, isOnItsWay, forget, sendAll } = useSending(run);
  // Another person or a policy may be faster than a review.
  const choices = useMemo(() => withoutItems(chosen, batch.items.filter(isDecided)), [chosen, batch.items]);

  const choose = useCallback(
    (items: readonly PendingItem[], decision: Decision, options?: DecideOptions) => {
      if (isOnItsWay.current) return;
      forget(items);
      const choice: Choice = { status: 'chosen', decision, options };
      setChoices((before) => new Map([...before, ...items.map(({ call }) => [call.toolCallId, choice] as const)]));
    },
    [forget, isOnItsWay],
  );

  const submit = useCallback(
    (answers: readonly Sent[]) => {
      if (!sendAll(answers, () => setChoices(new Map()))) return;
      setChoices((before) => new Map([...before].map(([id, choice]) => [id, { ...choice, status: 'sending' }])));
    },
    [sendAll],
  );

  return useMemo(
    () => ({
      status,
      refused,
      choices,
      problems,
      decide: async (item, decision, options) => {
        if (commit === 'review') {
          choose([item], decision, options);
          return { status: 'accepted' };
        }
        forget([item]);
        return await run.decide(item.call.toolCallId, decision, { ...options, batchId: item.batchId });
      },
      decideEach: (items, decision) => {
        if (commit === 'review') choose(items, decision);
        else submit(items.map((item) => ({ item, decision, options: undefined })));
      },
      retract: (item) => {
        if (!isOnItsWay.current) setChoices((before) => withoutItems(before, [item]));
      },
      submit: (items) => submit(items.flatMap((item) => toSend(item, choices))),
    }),
    [status, refused, choices, problems, commit, run, choose, forget, submit, isOnItsWay],
  );
}

function isDecided({ state }: PendingItem): boolean {
  return state.status === 'decided';
}

function toSend(item: PendingItem, choices: Answers['choices']): readonly Sent[] {
  const choice = choices.get(item.call.toolCallId);
  return choice === undefined ? [] : [{ item, decision: choice.decision, options: choice.options }];
}

/** One answer that is being sent. */
export interface Sent {
  readonly item: PendingItem;
  readonly decision: Decision;
  readonly options: DecideOptions | undefined;
}

/** The result of {@link useSending}. */
interface SendingAnswers extends Pick<Answers, 'status' | 'refused' | 'problems'> {
  readonly isOnItsWay: RefObject<boolean>;
  /** Clears the problems of these calls. */
  readonly forget: (items: readonly PendingItem[]) => void;
  /**
   * Sends several answers, and calls back after each, accepted or rejected. Returns `false` without sending while
   * others are being sent.
   */
  readonly sendAll: (answers: readonly Sent[], onSettled: () => void) => boolean;
}

/** Sends several answers at once, and stores the rejected ones. */
function useSending(run: Pick<Conversation, 'decide'>): SendingAnswers {
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
      Promise.all(answers.map((answer) => send(run, answer))).then(settle, () => undefined); // send() never rejects
      return true;
    },
    [run, forget],
  );

  return useMemo(() => ({ ...last, problems, isOnItsWay, forget, sendAll }), [last, problems, forget, sendAll]);
}

/** Sends one answer; returns `null` when it was accepted. */
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

/** Returns a map by tool call id without these calls. */
function withoutItems<VALUE>(
  before: ReadonlyMap<string, VALUE>,
  items: readonly PendingItem[],
): ReadonlyMap<string, VALUE> {
  const ids = new Set(items.map(({ call }) => call.toolCallId));
  return new Map([...before].filter(([id]) => !ids.has(id)));
}
