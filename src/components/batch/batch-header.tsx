'use client';
import { useRef } from 'react';
import { queueStrings } from '../../words/english/approval.js';
import { batchStrings } from '../../words/english/batch.js';
import { BatchContext, type BatchContextValue } from '../card/batch-context.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useEnterBatch } from '../shared/use-enter-batch.js';
import { useWords } from '../strings-provider.js';
import { agentNames } from '../value/agent-path.js';
import { ClaimFocus, useBulkFocus } from './batch-footer.js';

/** What is said of the batch as a whole: its title, how far it is, until when it waits. What is said to several calls may stand here, too. */
export const BatchHeader: Part<'header'> = part('Batch.Header', 'header', ({ children, ...props }, render) => {
  useWithin(BatchContext, 'Batch.Header');
  const header = useRef<HTMLElement>(null);
  const claimFocus = useBulkFocus(header);
  return render(props, {
    'data-cs': 'batch-header',
    ref: header,
    children: <ClaimFocus.Provider value={claimFocus}>{children}</ClaimFocus.Provider>,
  });
});

/** How many calls need you; it names the batch. Takes the focus when its batch appears where `focusOnBatch` says so. */
export const BatchTitle: Part<'h3'> = part('Batch.Title', 'h3', (props, render) => {
  const { forPeople, items, titleId, focusOnBatch } = useWithin(BatchContext, 'Batch.Title');
  const strings = useWords(queueStrings);
  const heading = useRef<HTMLHeadingElement>(null);
  const isForPeople = forPeople.length > 0;
  useEnterBatch(heading, isForPeople && focusOnBatch === 'when-idle');
  return render(props, {
    'data-cs': 'batch-title',
    id: titleId,
    tabIndex: -1,
    ref: heading,
    children: isForPeople ? strings.callsNeedYou(forPeople.length) : strings.callsRunHere(items.length),
  });
});

/** On whose behalf, where a sub-agent asks; else nothing. */
export const BatchOwner: Part<'p'> = part('Batch.Owner', 'p', (props, render) => {
  const { batch } = useWithin(BatchContext, 'Batch.Owner');
  const strings = useWords(batchStrings);
  if (batch.agentPath.length < 2) return null;
  return render(props, { 'data-cs': 'batch-owner', children: <bdi>{strings.owner(agentNames(batch.agentPath))}</bdi> });
});

/** That approved calls ask again, where they do; else nothing. */
export const BatchRound: Part<'p'> = part('Batch.Round', 'p', (props, render) => {
  const { batch } = useWithin(BatchContext, 'Batch.Round');
  const strings = useWords(queueStrings);
  // A call that was cut off is another question, and after refused answers nothing has been approved yet.
  if (batch.round < 2 || batch.refused !== undefined || batch.items.some(({ call }) => call.begun !== undefined)) return null;
  return render(props, { 'data-cs': 'batch-round', children: strings.askedAgain(batch.round) });
});

/** State of `Batch.Progress`: `data-done`. */
export interface BatchProgressState {
  readonly done: 'none' | 'some' | 'all';
}

/** How many are decided, as a bar and in words; in a review, how many are chosen. */
export const BatchProgress: Part<'div', BatchProgressState> = part('Batch.Progress', 'div', (props, render) => {
  const context = useWithin(BatchContext, 'Batch.Progress');
  const approval = useWords(queueStrings);
  const batch = useWords(batchStrings);
  const { done, all } = countDone(context);
  const isReview = context.commit === 'review' && context.items.some(({ kind }) => kind === 'approval');
  const words = isReview ? batch.chosenOf(done, all) : approval.decided(done, all);
  const name = isReview ? batch.chosenProgress : batch.progress;
  const children = (
    <>
      <progress data-cs="batch-bar" value={done} max={all} aria-label={name} aria-valuetext={words} />
      <span data-cs="batch-count">{words}</span>
    </>
  );
  return render(props, {
    'data-cs': 'batch-progress',
    state: { done: done === 0 ? 'none' : done < all ? 'some' : 'all' },
    children,
  });
});

function countDone({ items, forPeople, answers }: BatchContextValue): { readonly done: number; readonly all: number } {
  const counted = forPeople.length > 0 ? forPeople : items;
  const done = counted.filter(
    ({ state, call }) => state.status === 'decided' || answers.choices.has(call.toolCallId),
  ).length;
  return { done, all: counted.length };
}
