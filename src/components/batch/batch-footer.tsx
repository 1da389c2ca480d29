'use client';
import { type Context, createContext, type RefObject, useEffect, useRef } from 'react';
import { useConversation } from '../../hooks/use-conversation.js';
import { BatchContext } from '../card/batch-context.js';
import { hasValue } from '../page-gaps.js';
import { focusedElement } from '../page-realm.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useFocusHandoff } from '../shared/use-focus-handoff.js';
import { bulkOf } from './bulk.js';

/**
 * Called at a press that will remove the buttons, so that the focus moves to a card. Does nothing outside of
 * `Batch.Header` and `Batch.Footer`.
 */
export const ClaimFocus: Context<() => void> = createContext(() => {});

/** The actions for several calls at once. When a press has answered the calls, it moves the focus on. */
export const BatchFooter: Part<'footer'> = part('Batch.Footer', 'footer', ({ children, ...props }, render) => {
  const { answers } = useWithin(BatchContext, 'Batch.Footer');
  const footer = useRef<HTMLElement>(null);
  const claimFocus = useBulkFocus(footer);
  useRefusalFocus(footer);
  return render(props, {
    'data-cs': 'batch-footer',
    'aria-busy': answers.status === 'sending' || undefined,
    ref: footer,
    children: <ClaimFocus.Provider value={claimFocus}>{children}</ClaimFocus.Provider>,
  });
});

/** Moves the focus on from the buttons for several calls once a press has removed them. */
export function useBulkFocus(part: RefObject<HTMLElement | null>): () => void {
  const { run, open, commit, lines } = useWithin(BatchContext, 'Batch.Footer');
  const drafts = useConversation(run, (state) => state.drafts);
  const isLeft = lines.layout === 'lines' && bulkOf(open, drafts).approvable.length === 0;
  return useFocusHandoff(part, isLeft || (commit === 'review' ? open.length === 0 : open.length < 2));
}

/** After a submit with rejected answers, moves the focus of the user to the first card that shows a reason. */
function useRefusalFocus(footer: { readonly current: HTMLElement | null }): void {
  const { answers, items, commit } = useWithin(BatchContext, 'Batch.Footer');
  const first = items.find(({ call }) => answers.problems.has(call.toolCallId))?.call.toolCallId;
  const isTold = commit === 'review' && answers.refused > 0;
  useEffect(() => {
    const from = footer.current;
    if (!isTold || first === undefined || from === null) return;
    const focused = focusedElement(from);
    const ours = focused?.closest('[data-cs="batch-header"], [data-cs="batch-footer"]') ?? null;
    if (focused !== null && ours === null) return;
    const card = from.closest('[data-batch]')?.querySelector(hasValue('data-card', first));
    card?.querySelector<HTMLElement>('[data-cs="card-title"]')?.focus();
  }, [footer, isTold, first]);
}
