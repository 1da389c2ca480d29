'use client';
import { type ReactElement, useRef, useState } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { queueStrings } from '../../words/english/approval.js';
import { batchStrings } from '../../words/english/batch.js';
import { deceptiveStrings } from '../../words/english/value.js';
import { BatchContext } from '../card/batch-context.js';
import { type ChoiceCount, choiceKind } from '../card/describe-choice.js';
import { Announcer } from '../part/announcer.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useLayout } from '../part/use-layout.js';
import { useWithin } from '../part/use-within.js';
import { useSteadyLocale } from '../shared/use-steady-locale.js';
import { useNow } from '../shared/use-time-left.js';
import { useFormat, useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { bulkOf } from './bulk.js';

/**
 * A note about when the answers are sent, if that is not at once. In a review, nothing when there is nothing to choose.
 */
export const BatchNote: Part<'p'> = part('Batch.Note', 'p', (props, render) => {
  const { batch: its, commit, items } = useWithin(BatchContext, 'Batch.Note');
  const approval = useWords(queueStrings);
  const batch = useWords(batchStrings);
  if (its.refused !== undefined && its.sendsAt === undefined) return null;
  if (its.sendsAt !== undefined) return <SendingNote key={its.sendsAt} {...props} sendsAt={its.sendsAt} />;
  // The result of an external call is not a choice: it is sent at once.
  if (commit === 'review' && items.every(({ kind }) => kind === 'external')) return null;
  return render(props, {
    'data-cs': 'batch-note',
    children: commit === 'review' ? batch.submitHint : approval.together,
  });
});

/** The time left to change an answer: updated each second, with a bar that drains, and announced once. */
const SendingNote: Part<'p', NoState, { readonly sendsAt: number }> = part(
  'SendingNote',
  'p',
  ({ sendsAt, ...props }, render) => {
    const batch = useWords(batchStrings);
    const { duration } = useFormat();
    const now = useNow(true);
    const [first, setFirst] = useState<string>();
    const bar = useRef<HTMLSpanElement>(null);
    const left = now === undefined ? undefined : duration(Math.max(0, sendsAt - now));
    if (first === undefined && left !== undefined) setFirst(batch.sendsInSpoken(left));
    // Once: the bar drains by itself from then on. A style attribute would violate a strict policy.
    useLayout(
      () => bar.current?.style.setProperty('--cs-sending', `${Math.max(0, sendsAt - Date.now())}ms`),
      [sendsAt],
    );
    const words = left === undefined ? undefined : batch.sendsIn(left);
    return (
      <>
        {render(props, { 'data-cs': 'batch-note', role: 'timer', 'aria-live': 'off', children: words })}
        <span data-cs="sending-bar" aria-hidden="true" ref={bar} />
        <Announcer id={String(sendsAt)} text={first ?? ''} />
      </>
    );
  },
);

/** Props of `Batch.Left`. */
interface BatchLeftProps {
  /** The number of calls to name; the rest is counted. Default 3. */
  readonly names?: number | undefined;
}

/**
 * The calls that “approve all” leaves out: destructive ones, and those with a draft. Renders nothing when there are
 * none.
 */
export const BatchLeft: Part<'p', NoState, BatchLeftProps> = part(
  'Batch.Left',
  'p',
  ({ names = 3, ...props }, render) => {
    const { run, open, leftId, asking } = useWithin(BatchContext, 'Batch.Left');
    const strings = useWords(batchStrings);
    const listTitles = useTitleList();
    const drafts = useConversation(run, (state) => state.drafts);
    const { left } = bulkOf(open, drafts);
    if (open.length < 2 || left.length === 0 || asking !== 'nothing') return null;
    const [list, more] = listTitles(left, names);
    return render(props, { 'data-cs': 'batch-left', id: leftId, children: strings.left(list, more) });
  },
);

/** Props of {@link Reviewed}. */
interface ReviewedProps {
  readonly items: readonly PendingItem[];
}

/** The calls that a press for several calls approves, while they are open to be read. */
export function Reviewed({ items }: ReviewedProps): ReactElement {
  const strings = useWords(batchStrings);
  const [list, more] = useTitleList()(items, 3);
  return <p data-cs="batch-left">{strings.reviewed(list, more)}</p>;
}

/** Returns a function that lists the titles of the first `names` calls, and counts the others. */
function useTitleList(): (items: readonly PendingItem[], names: number) => readonly [list: string, more: number] {
  const locale = useSteadyLocale();
  const { quoted } = useWords(deceptiveStrings);
  return (items, names) => {
    // Isolated (FSI … PDI), so that a title in another direction does not reorder its neighbours.
    const titles = items
      .slice(0, names)
      .map(({ call }) => `\u2068${quoted(escapeUnseen(hideInText(call.title, call)))}\u2069`);
    // The conjunction depends on the reader's language; there are few formats to cache.
    return [new Intl.ListFormat(locale, { type: 'unit' }).format(titles), items.length - titles.length];
  };
}

/**
 * The number of answers of the last press that were rejected, or a note that a server rejected them. The cards show the
 * reasons. Renders nothing when all were accepted.
 */
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

/**
 * The numbers of choices that a submit would send, announced with each choice. Renders nothing when each answer is sent
 * at its press.
 */
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
