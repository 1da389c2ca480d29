'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes, useMemo, useRef } from 'react';
import { queueStrings } from '../approval/approval-strings.js';
import { type BatchContextValue, useBatch } from '../card/batch-context.js';
import { composeRefs } from '../part/compose-refs.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useEnterBatch } from '../shared/use-enter-batch.js';
import { useWords } from '../strings-provider.js';
import { agentNames } from '../value/agent-path.js';
import { ClaimFocus, useBulkFocus } from './batch-footer.js';
import { batchStrings } from './batch-strings.js';

/** Props of `Batch.Header`. */
export type BatchHeaderProps = PartProps<'header', NoState>;

/** What is said of the batch as a whole: its title, how far it is, until when it waits. What is said to several calls may stand here, too. */
export const BatchHeader: ForwardRefExoticComponent<BatchHeaderProps & RefAttributes<HTMLElement>> = forwardRef(
  function BatchHeader({ children, ...props }: BatchHeaderProps, ref) {
    useBatch('Batch.Header');
    const header = useRef<HTMLElement>(null);
    const both = useMemo(() => composeRefs(header, ref), [ref]);
    const claimFocus = useBulkFocus(header);
    const inside = <ClaimFocus.Provider value={claimFocus}>{children}</ClaimFocus.Provider>;
    return renderPart<'header', NoState>(
      'header',
      { ...props, children: inside },
      { slot: 'batch-header', state: {}, ref: both },
    );
  },
);

export declare namespace BatchHeader {
  type Props = BatchHeaderProps;
}

/** Props of `Batch.Title`. */
export type BatchTitleProps = PartProps<'h3', NoState>;

/** How many calls need you; it names the batch. Takes the focus when its batch appears where `focusOnBatch` says so. */
export const BatchTitle: ForwardRefExoticComponent<BatchTitleProps & RefAttributes<HTMLHeadingElement>> = forwardRef(
  function BatchTitle(props: BatchTitleProps, ref) {
    const { forPeople, items, titleId, focusOnBatch } = useBatch('Batch.Title');
    const strings = useWords(queueStrings);
    const heading = useRef<HTMLHeadingElement>(null);
    const both = useMemo(() => composeRefs(heading, ref), [ref]);
    const isForPeople = forPeople.length > 0;
    useEnterBatch(heading, isForPeople && focusOnBatch === 'when-idle');
    const children = isForPeople ? strings.callsNeedYou(forPeople.length) : strings.callsRunHere(items.length);
    const own = { id: titleId, tabIndex: -1 };
    return renderPart<'h3', NoState>('h3', { children, ...props }, { slot: 'batch-title', state: {}, own, ref: both });
  },
);

export declare namespace BatchTitle {
  type Props = BatchTitleProps;
}

/** Props of `Batch.Owner`. */
export type BatchOwnerProps = PartProps<'p', NoState>;

/** On whose behalf, where a sub-agent asks; else nothing. */
export const BatchOwner: ForwardRefExoticComponent<BatchOwnerProps & RefAttributes<HTMLParagraphElement>> = forwardRef(
  function BatchOwner(props: BatchOwnerProps, ref) {
    const { batch } = useBatch('Batch.Owner');
    const strings = useWords(batchStrings);
    if (batch.agentPath.length < 2) return null;
    const children = <bdi>{strings.owner(agentNames(batch.agentPath))}</bdi>;
    return renderPart<'p', NoState>('p', { children, ...props }, { slot: 'batch-owner', state: {}, ref });
  },
);

export declare namespace BatchOwner {
  type Props = BatchOwnerProps;
}

/** Props of `Batch.Round`. */
export type BatchRoundProps = PartProps<'p', NoState>;

/** That approved calls ask again, where they do; else nothing. */
export const BatchRound: ForwardRefExoticComponent<BatchRoundProps & RefAttributes<HTMLParagraphElement>> = forwardRef(
  function BatchRound(props: BatchRoundProps, ref) {
    const { batch } = useBatch('Batch.Round');
    const strings = useWords(queueStrings);
    // What was cut off is another question.
    if (batch.round < 2 || batch.items.some(({ call }) => call.begun !== undefined)) return null;
    const children = strings.askedAgain(batch.round);
    return renderPart<'p', NoState>('p', { children, ...props }, { slot: 'batch-round', state: {}, ref });
  },
);

export declare namespace BatchRound {
  type Props = BatchRoundProps;
}

/** State of `Batch.Progress`: `data-done`. */
export interface BatchProgressState extends Record<string, string> {
  readonly done: 'none' | 'some' | 'all';
}

/** Props of `Batch.Progress`. */
export type BatchProgressProps = PartProps<'div', BatchProgressState>;

/** How many are decided, as a bar and in words; in a review, how many are chosen. */
export const BatchProgress: ForwardRefExoticComponent<BatchProgressProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function BatchProgress(props: BatchProgressProps, ref) {
    const context = useBatch('Batch.Progress');
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
    const state: BatchProgressState = { done: done === 0 ? 'none' : done < all ? 'some' : 'all' };
    return renderPart<'div', BatchProgressState>('div', { children, ...props }, { slot: 'batch-progress', state, ref });
  },
);

export declare namespace BatchProgress {
  type Props = BatchProgressProps;
  type State = BatchProgressState;
}

function countDone({ items, forPeople, answers }: BatchContextValue): { readonly done: number; readonly all: number } {
  const counted = forPeople.length > 0 ? forPeople : items;
  const done = counted.filter(
    ({ state, call }) => state.status === 'decided' || answers.choices.has(call.toolCallId),
  ).length;
  return { done, all: counted.length };
}
