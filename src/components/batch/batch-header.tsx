'use client';
import { useRef } from 'react';
import { isNested } from '../../protocol/base/event-keys.js';
import { queueStrings } from '../../words/english/approval.js';
import { batchStrings } from '../../words/english/batch.js';
import { BatchContext, type BatchContextValue } from '../card/batch-context.js';
import { countNeeded } from '../card/needs-person.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useEnterBatch } from '../shared/use-enter-batch.js';
import { useWords } from '../strings-provider.js';
import { agentNames } from '../value/agent-path.js';
import { ClaimFocus, useBulkFocus } from './batch-footer.js';

/** The title, progress and deadline of the batch. It may also hold the buttons for several calls. */
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

/**
 * The number of calls that need an approval or an answer; it names the batch. Says so when all are decided and not sent
 * yet. Receives the focus when its batch appears, if `focusOnBatch` says so.
 */
export const BatchTitle: Part<'h3'> = part('Batch.Title', 'h3', (props, render) => {
  const { forPeople, items, titleId, focusOnBatch } = useWithin(BatchContext, 'Batch.Title');
  const strings = useWords(queueStrings);
  const heading = useRef<HTMLHeadingElement>(null);
  const isForPeople = forPeople.length > 0;
  const isDecided = isForPeople && items.every(({ state }) => state.status === 'decided');
  const words = isDecided
    ? strings.allDecided(forPeople.length)
    : isForPeople
      ? strings.callsNeedYou(countNeeded(forPeople))
      : strings.callsRunHere(items.length);
  useEnterBatch(heading, isForPeople && focusOnBatch === 'when-idle');
  return render(props, {
    'data-cs': 'batch-title',
    id: titleId,
    tabIndex: -1,
    ref: heading,
    children: words,
  });
});

/** The sub-agent that asks. Renders nothing for the conversation's own agent. */
export const BatchOwner: Part<'p'> = part('Batch.Owner', 'p', (props, render) => {
  const { batch } = useWithin(BatchContext, 'Batch.Owner');
  const strings = useWords(batchStrings);
  if (!isNested(batch)) return null;
  return render(props, { 'data-cs': 'batch-owner', children: <bdi>{strings.owner(agentNames(batch.agentPath))}</bdi> });
});

/** A note that approved calls ask again. Renders nothing in the first round. */
export const BatchRound: Part<'p'> = part('Batch.Round', 'p', (props, render) => {
  const { batch } = useWithin(BatchContext, 'Batch.Round');
  const strings = useWords(queueStrings);
  // An interrupted call asks a different question, and after rejected answers nothing has been approved yet.
  if (batch.round < 2 || batch.refused !== undefined || batch.items.some(({ call }) => call.interrupted !== undefined))
    return null;
  return render(props, { 'data-cs': 'batch-round', children: strings.askedAgain(batch.round) });
});

/** State of `Batch.Progress`: `data-done`. */
interface BatchProgressState {
  readonly done: 'none' | 'some' | 'all';
}

/** The number of decided calls, as a bar and in words; in a review, of chosen ones. */
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
