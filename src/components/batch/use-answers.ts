'use client';
import { useCallback, useMemo, useState } from 'react';
import type { DecideOptions, Decision } from '../../approval/broker/decision.js';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { Conversation } from '../../store/conversation.js';
import type { Answers, Choice, Commit } from '../card/answers.js';
import { type Sent, useSending } from './use-sending.js';
import { withoutItems } from './without-items.js';

/** What {@link useAnswers} works on. */
export interface AnswersOptions {
  readonly run: Pick<Conversation, 'decide'>;
  readonly batch: PendingBatch;
  readonly commit: Commit;
}

/** Answers the calls of one batch: at once, or as choices that go out together. Keeps what was not taken for the cards to say. */
export function useAnswers({ run, batch, commit }: AnswersOptions): Answers {
  const [chosen, setChoices] = useState<Answers['choices']>(new Map());
  const { status, refused, problems, isOnItsWay, forget, sendAll } = useSending(run);
  // Somebody or something else may be faster than a review.
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
      takeBack: (item) => {
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
