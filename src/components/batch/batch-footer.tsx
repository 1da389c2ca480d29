'use client';
import {
  type Context,
  createContext,
  type ForwardRefExoticComponent,
  forwardRef,
  type RefAttributes,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useConversation } from '../../hooks/use-conversation.js';
import { useBatch } from '../card/batch-context.js';
import { hasValue } from '../page-gaps.js';
import { focusedElement } from '../page-realm.js';
import { composeRefs } from '../part/compose-refs.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useFocusHandoff } from '../shared/use-focus-handoff.js';
import { bulkOf } from './bulk.js';

/** Called at a press that will take the buttons away, so that the focus goes on to a card. Does nothing outside of `Batch.Header` and `Batch.Footer`. */
export const ClaimFocus: Context<() => void> = createContext(() => {});

/** Props of `Batch.Footer`. */
export type BatchFooterProps = PartProps<'footer', NoState>;

/** What can be said to several calls at once. When a press has settled them, it passes the focus on. */
export const BatchFooter: ForwardRefExoticComponent<BatchFooterProps & RefAttributes<HTMLElement>> = forwardRef(
  function BatchFooter({ children, ...props }: BatchFooterProps, ref) {
    const { answers } = useBatch('Batch.Footer');
    const footer = useRef<HTMLElement>(null);
    const both = useMemo(() => composeRefs(footer, ref), [ref]);
    const claimFocus = useBulkFocus(footer);
    useRefusalFocus(footer);
    const own = { 'aria-busy': answers.status === 'sending' || undefined };
    const inside = <ClaimFocus.Provider value={claimFocus}>{children}</ClaimFocus.Provider>;
    return renderPart<'footer', NoState>(
      'footer',
      { ...props, children: inside },
      { slot: 'batch-footer', state: {}, own, ref: both },
    );
  },
);

export declare namespace BatchFooter {
  type Props = BatchFooterProps;
}

/** Passes the focus on from the buttons for several, once a press has settled what they are for. */
export function useBulkFocus(part: RefObject<HTMLElement | null>): () => void {
  const { run, open, commit, lines } = useBatch('Batch.Footer');
  const drafts = useConversation(run, (state) => state.drafts);
  const isLeft = lines.layout === 'lines' && bulkOf(open, drafts).approvable.length === 0;
  return useFocusHandoff(part, isLeft || (commit === 'review' ? open.length === 0 : open.length < 2));
}

/** After a submit that was not taken in full, the first card that says why gets the focus of whoever pressed. */
function useRefusalFocus(footer: { readonly current: HTMLElement | null }): void {
  const { answers, items, commit } = useBatch('Batch.Footer');
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
