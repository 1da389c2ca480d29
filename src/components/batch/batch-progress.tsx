'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { useStrings } from '../strings-provider.js';
import { type BatchContextValue, useBatch } from '../card/batch-context.js';

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
    const { approval, batch } = useStrings();
    const { done, all } = countDone(context);
    const isReview = context.commit === 'review' && context.items.some(({ kind }) => kind === 'approval');
    const words = isReview ? batch.chosenOf(done, all) : approval.decided(done, all);
    const name = isReview ? batch.chosenProgress : batch.progress;
    const children = (
      <>
        <progress data-slot="batch-bar" value={done} max={all} aria-label={name} aria-valuetext={words} />
        <span data-slot="batch-count">{words}</span>
      </>
    );
    const state: BatchProgressState = { done: done === 0 ? 'none' : done < all ? 'some' : 'all' };
    return renderPart<'div', BatchProgressState>('div', { children, ...props }, { slot: 'batch-progress', state, ref });
  },
);

function countDone({ items, forPeople, answers }: BatchContextValue): { readonly done: number; readonly all: number } {
  const counted = forPeople.length > 0 ? forPeople : items;
  const done = counted.filter(
    ({ state, call }) => state.status === 'decided' || answers.choices.has(call.toolCallId),
  ).length;
  return { done, all: counted.length };
}
