'use client';
import { useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { queueStrings } from '../../words/english/approval.js';
import { batchStrings } from '../../words/english/batch.js';
import { BatchContext } from '../card/batch-context.js';
import { type ChoiceCount, choiceKind } from '../card/describe-choice.js';
import { Announcer } from '../part/announcer.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useSteadyLocale } from '../shared/use-steady-locale.js';
import { useNow } from '../shared/use-time-left.js';
import { useFormat, useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { bulkOf } from './bulk.js';

/** What happens with the answers, and when, where that waits. In a review, nothing where there is nothing to choose. */
export const BatchNote: Part<'p'> = part('Batch.Note', 'p', (props, render) => {
  const { batch: its, commit, items } = useWithin(BatchContext, 'Batch.Note');
  const approval = useWords(queueStrings);
  const batch = useWords(batchStrings);
  if (its.refused !== undefined && its.sendsAt === undefined) return null;
  if (its.sendsAt !== undefined) return <SendingNote key={its.sendsAt} {...props} sendsAt={its.sendsAt} />;
  // The result of an external call is no choice: it goes out at once.
  if (commit === 'review' && items.every(({ kind }) => kind === 'external')) return null;
  return render(props, {
    'data-cs': 'batch-note',
    children: commit === 'review' ? batch.submitHint : approval.together,
  });
});

/** How long there is to change an answer: seen second by second, and read aloud once. */
const SendingNote: Part<'p', NoState, { readonly sendsAt: number }> = part(
  'SendingNote',
  'p',
  ({ sendsAt, ...props }, render) => {
    const batch = useWords(batchStrings);
    const { duration } = useFormat();
    const now = useNow(true);
    const [first, setFirst] = useState<string>();
    const words = now === undefined ? undefined : batch.sendsIn(duration(Math.max(0, sendsAt - now)));
    if (first === undefined && words !== undefined) setFirst(words);
    return (
      <>
        {render(props, { 'data-cs': 'batch-note', role: 'timer', 'aria-live': 'off', children: words })}
        <Announcer id={String(sendsAt)} text={first ?? ''} />
      </>
    );
  },
);

/** Props of `Batch.Left`. */
export interface BatchLeftProps {
  /** How many are named; the rest is counted. Default 3. */
  readonly names?: number | undefined;
}

/** Which calls “approve all” leaves to be approved one by one: destructive ones, and those that someone is at work on. Nothing when there are none. */
export const BatchLeft: Part<'p', NoState, BatchLeftProps> = part(
  'Batch.Left',
  'p',
  ({ names = 3, ...props }, render) => {
    const { run, open, leftId, asking } = useWithin(BatchContext, 'Batch.Left');
    const strings = useWords(batchStrings);
    const locale = useSteadyLocale();
    const drafts = useConversation(run, (state) => state.drafts);
    const { left } = bulkOf(open, drafts);
    if (open.length < 2 || left.length === 0 || asking !== 'nothing') return null;
    // Isolated (FSI … PDI), so that a title in another direction moves none of its neighbours.
    const titles = left
      .slice(0, names)
      .map(({ call }) => `\u2068“${escapeUnseen(hideInText(call.title, call))}”\u2069`);
    // Which words join a list is the reader's language, and they are few.
    const list = new Intl.ListFormat(locale, { type: 'unit' }).format(titles);
    return render(props, {
      'data-cs': 'batch-left',
      id: leftId,
      children: strings.left(list, left.length - titles.length),
    });
  },
);

/** Says how many answers of the last press were not accepted, or that a server refused them. The cards give the reasons. Renders nothing when all were accepted. */
export const BatchProblem: Part<'p'> = part('Batch.Problem', 'p', (props, render) => {
  const { answers, batch, items } = useWithin(BatchContext, 'Batch.Problem');
  const strings = useWords(queueStrings);
  const words = useWords(batchStrings);
  const { refused } = batch;
  if (answers.refused === 0 && refused === undefined) return null;
  const isOnCard = items.some(
    ({ call, state }) => call.toolCallId === refused?.toolCallId && state.status !== 'decided',
  );
  const children =
    answers.refused > 0 || refused === undefined
      ? strings.bulkProblem(answers.refused)
      : escapeUnseen(words.refused(isOnCard ? undefined : refused.message));
  return render(props, { 'data-cs': 'problem', role: 'alert', children });
});

/** What a submit would send, counted; read aloud with each choice. Nothing where each answer goes out at its press. */
export const BatchSummary: Part<'p'> = part('Batch.Summary', 'p', (props, render) => {
  const { answers, open, commit } = useWithin(BatchContext, 'Batch.Summary');
  const strings = useWords(batchStrings);
  if (commit !== 'review') return null;
  const count: Record<keyof ChoiceCount, number> = { approve: 0, edit: 0, deny: 0, defer: 0, open: open.length };
  for (const { decision } of answers.choices.values()) count[choiceKind(decision)]++;
  return render(props, {
    'data-cs': 'batch-summary',
    role: 'status',
    'aria-atomic': true,
    children: strings.summary(count),
  });
});
