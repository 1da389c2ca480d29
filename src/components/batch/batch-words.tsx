'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { queueStrings } from '../approval/approval-strings.js';
import { useBatch } from '../card/batch-context.js';
import { type ChoiceCount, choiceKind } from '../card/describe-choice.js';
import { Announcer } from '../part/announcer.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useSteadyLocale } from '../shared/use-steady-locale.js';
import { useNow } from '../shared/use-time-left.js';
import { useFormat, useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { batchStrings } from './batch-strings.js';
import { bulkOf } from './bulk.js';

type ParagraphPart<PROPS> = ForwardRefExoticComponent<PROPS & RefAttributes<HTMLParagraphElement>>;

/** Props of `Batch.Note`. */
export type BatchNoteProps = PartProps<'p', NoState>;

/** What happens with the answers, and when, where that waits. In a review, nothing where there is nothing to choose. */
export const BatchNote: ParagraphPart<BatchNoteProps> = forwardRef(function BatchNote(props: BatchNoteProps, ref) {
  const { batch: its, commit, items } = useBatch('Batch.Note');
  const approval = useWords(queueStrings);
  const batch = useWords(batchStrings);
  if (its.refused !== undefined && its.sendsAt === undefined) return null;
  if (its.sendsAt !== undefined) return <SendingNote key={its.sendsAt} {...props} ref={ref} sendsAt={its.sendsAt} />;
  // The result of an external call is no choice: it goes out at once.
  if (commit === 'review' && items.every(({ kind }) => kind === 'external')) return null;
  const children = commit === 'review' ? batch.submitHint : approval.together;
  return renderPart<'p', NoState>('p', { children, ...props }, { slot: 'batch-note', state: {}, ref });
});

/** How long there is to change an answer: seen second by second, and read aloud once. */
const SendingNote: ParagraphPart<BatchNoteProps & { readonly sendsAt: number }> = forwardRef(function SendingNote(
  { sendsAt, ...props },
  ref,
) {
  const batch = useWords(batchStrings);
  const { duration } = useFormat();
  const now = useNow(true);
  const [first, setFirst] = useState<string>();
  const words = now === undefined ? undefined : batch.sendsIn(duration(Math.max(0, sendsAt - now)));
  if (first === undefined && words !== undefined) setFirst(words);
  const own = { role: 'timer', 'aria-live': 'off' };
  return (
    <>
      {renderPart<'p', NoState>('p', { children: words, ...props }, { slot: 'batch-note', state: {}, own, ref })}
      <Announcer id={String(sendsAt)} text={first ?? ''} />
    </>
  );
});

export declare namespace BatchNote {
  type Props = BatchNoteProps;
}

/** Props of `Batch.Left`. */
export interface BatchLeftProps extends PartProps<'p', NoState> {
  /** How many are named; the rest is counted. Default 3. */
  readonly names?: number | undefined;
}

/** Which calls “approve all” leaves to be approved one by one: destructive ones, and those that someone is at work on. Nothing when there are none. */
export const BatchLeft: ParagraphPart<BatchLeftProps> = forwardRef(function BatchLeft(
  { names = 3, ...props }: BatchLeftProps,
  ref,
) {
  const { run, open, leftId, asking } = useBatch('Batch.Left');
  const strings = useWords(batchStrings);
  const locale = useSteadyLocale();
  const drafts = useConversation(run, (state) => state.drafts);
  const { left } = bulkOf(open, drafts);
  if (open.length < 2 || left.length === 0 || asking !== 'nothing') return null;
  // Isolated (FSI … PDI), so that a title in another direction moves none of its neighbours.
  const titles = left.slice(0, names).map(({ call }) => `\u2068“${escapeUnseen(hideInText(call.title, call))}”\u2069`);
  // Which words join a list is the reader's language, and they are few.
  const list = new Intl.ListFormat(locale, { type: 'unit' }).format(titles);
  const children = strings.left(list, left.length - titles.length);
  return renderPart<'p', NoState>(
    'p',
    { children, ...props },
    { slot: 'batch-left', state: {}, own: { id: leftId }, ref },
  );
});

export declare namespace BatchLeft {
  type Props = BatchLeftProps;
}

/** Props of `Batch.Problem`. */
export type BatchProblemProps = PartProps<'p', NoState>;

/** Says how many answers of the last press were not accepted, or that a server refused them. The cards give the reasons. Renders nothing when all were accepted. */
export const BatchProblem: ParagraphPart<BatchProblemProps> = forwardRef(function BatchProblem(
  props: BatchProblemProps,
  ref,
) {
  const { answers, batch, items } = useBatch('Batch.Problem');
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
  return renderPart<'p', NoState>(
    'p',
    { children, ...props },
    { slot: 'problem', state: {}, own: { role: 'alert' }, ref },
  );
});

export declare namespace BatchProblem {
  type Props = BatchProblemProps;
}

/** Props of `Batch.Summary`. */
export type BatchSummaryProps = PartProps<'p', NoState>;

/** What a submit would send, counted; read aloud with each choice. Nothing where each answer goes out at its press. */
export const BatchSummary: ParagraphPart<BatchSummaryProps> = forwardRef(function BatchSummary(
  props: BatchSummaryProps,
  ref,
) {
  const { answers, open, commit } = useBatch('Batch.Summary');
  const strings = useWords(batchStrings);
  if (commit !== 'review') return null;
  const count: Record<keyof ChoiceCount, number> = { approve: 0, edit: 0, deny: 0, defer: 0, open: open.length };
  for (const { decision } of answers.choices.values()) count[choiceKind(decision)]++;
  const children = strings.summary(count);
  const own = { role: 'status', 'aria-atomic': true };
  return renderPart<'p', NoState>('p', { children, ...props }, { slot: 'batch-summary', state: {}, own, ref });
});

export declare namespace BatchSummary {
  type Props = BatchSummaryProps;
}
