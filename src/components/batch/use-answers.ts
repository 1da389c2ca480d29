'use client';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { DecideOptions, DecideOutcome, Decision } from '../../approval/decision.js';
import type { PendingBatch, PendingItem } from '../../approval/pending.js';
import type { Conversation } from '../../store/conversation.js';

/** When answers go out: each at its press, or all together once a person has looked over them. */
export type Commit = 'each' | 'review';

/** What a person has chosen at a card and can still change. */
export interface Choice {
  readonly status: 'chosen' | 'sending';
  readonly decision: Decision;
  readonly options: DecideOptions | undefined;
}

/** Why an answer that the batch sent was not taken. */
export type AnswerProblem =
  | Exclude<DecideOutcome, { status: 'accepted' }>
  | { readonly status: 'rejected'; readonly message: string };

/** What {@link useAnswers} gives. */
export interface Answers {
  readonly status: 'idle' | 'sending';
  /** By tool call id; empty unless answers are reviewed. */
  readonly choices: ReadonlyMap<string, Choice>;
  /** By tool call id. */
  readonly problems: ReadonlyMap<string, AnswerProblem>;
  /** How many answers of the last press for several were not taken. */
  readonly refused: number;
  /** Answers one call, or notes the choice. */
  readonly decide: (item: PendingItem, decision: Decision, options?: DecideOptions) => Promise<DecideOutcome>;
  /** The same for several. A second press while the first is on its way does nothing. */
  readonly decideEach: (items: readonly PendingItem[], decision: Decision) => void;
  readonly takeBack: (item: PendingItem) => void;
  /** Sends the choices for these calls. */
  readonly submit: (items: readonly PendingItem[]) => void;
}

interface Sent {
  readonly item: PendingItem;
  readonly decision: Decision;
  readonly options: DecideOptions | undefined;
}

/** What {@link useAnswers} works on. */
export interface AnswersOptions {
  readonly run: Pick<Conversation, 'decide'>;
  readonly batch: PendingBatch;
  readonly commit: Commit;
}

/** Answers the calls of one batch: at once, or as choices that go out together. Keeps what was not taken for the cards to say. */
export function useAnswers({ run, batch, commit }: AnswersOptions): Answers {
  const [chosen, setChoices] = useState<Answers['choices']>(new Map());
  const [problems, setProblems] = useState<Answers['problems']>(new Map());
  const [last, setLast] = useState<Pick<Answers, 'status' | 'refused'>>({ status: 'idle', refused: 0 });
  const isOnItsWay = useRef(false);
  // Somebody or something else may be faster than a review.
  const choices = useMemo(
    () =>
      without(
        chosen,
        batch.items.filter(({ state }) => state.status === 'decided'),
      ),
    [chosen, batch.items],
  );

  const forget = useCallback((items: readonly PendingItem[]) => {
    setProblems((before) => without(before, items));
    setLast((before) => (before.refused === 0 ? before : { ...before, refused: 0 }));
  }, []);

  const choose = useCallback(
    (items: readonly PendingItem[], decision: Decision, options?: DecideOptions) => {
      if (isOnItsWay.current) return;
      forget(items);
      const choice: Choice = { status: 'chosen', decision, options };
      setChoices((before) => new Map([...before, ...items.map(({ call }) => [call.toolCallId, choice] as const)]));
    },
    [forget],
  );

  const sendAll = useCallback(
    (answers: readonly Sent[]) => {
      if (isOnItsWay.current || answers.length === 0) return;
      isOnItsWay.current = true;
      const items = answers.map(({ item }) => item);
      forget(items);
      setLast({ status: 'sending', refused: 0 });
      setChoices((before) => new Map([...before].map(([id, choice]) => [id, { ...choice, status: 'sending' }])));
      Promise.all(answers.map((answer) => send(run, answer))).then(
        (found) => {
          isOnItsWay.current = false;
          const refused = items.flatMap(({ call }, index) => {
            const problem = found[index];
            return problem === null || problem === undefined ? [] : [[call.toolCallId, problem] as const];
          });
          setProblems((before) => new Map([...before, ...refused]));
          setChoices((before) => without(before, items));
          setLast({ status: 'idle', refused: refused.length });
        },
        () => undefined, // send() turns what is thrown into a problem
      );
    },
    [run, forget],
  );

  return useMemo(
    () => ({
      ...last,
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
        else sendAll(items.map((item) => ({ item, decision, options: undefined })));
      },
      takeBack: ({ call }) => {
        if (!isOnItsWay.current) setChoices((before) => new Map([...before].filter(([id]) => id !== call.toolCallId)));
      },
      submit: (items) =>
        sendAll(
          items.flatMap((item) => {
            const choice = choices.get(item.call.toolCallId);
            return choice === undefined ? [] : [{ item, decision: choice.decision, options: choice.options }];
          }),
        ),
    }),
    [last, choices, problems, commit, run, choose, forget, sendAll],
  );
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

function without<VALUE>(before: ReadonlyMap<string, VALUE>, items: readonly PendingItem[]): ReadonlyMap<string, VALUE> {
  const ids = new Set(items.map(({ call }) => call.toolCallId));
  return new Map([...before].filter(([id]) => !ids.has(id)));
}
