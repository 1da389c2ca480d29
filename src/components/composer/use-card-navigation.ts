'use client';
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { enterCards, hasCards } from '../card/jump-to-card.js';
import { needsPerson } from '../card/needs-person.js';
import { focusedElement, isHtmlElement, pageRootOf } from '../page-realm.js';
import { noteOrigin } from '../shared/focus-origin.js';

/** The navigation from the composer to the pending calls. */
export interface CardNavigation {
  /** The pending calls; none if no call has a card in the page. */
  readonly items: readonly PendingItem[];
  /** Focuses the first of their cards, and remembers to return. Returns `false` without an effect otherwise. */
  readonly go: () => boolean;
}

const noItems: readonly PendingItem[] = [];

/** Finds the cards to answer, and moves to them. */
export function useCardNavigation(run: UseAgentRunResult, field: RefObject<HTMLElement | null>): CardNavigation {
  const pending = useConversation(run, (state) => state.pending);
  const { clientTools } = run;
  const waiting = useMemo(
    () =>
      pending.flatMap(({ items }) =>
        items.filter((item) => item.state.status === 'waiting' && needsPerson(item, clientTools)),
      ),
    [pending, clientTools],
  );
  const [place, setPlace] = useState<'here' | 'elsewhere'>('elsewhere');
  useEffect(() => {
    const element = field.current;
    setPlace(element !== null && hasCards(waiting, pageRootOf(element)) ? 'here' : 'elsewhere');
  }, [waiting, field]);

  useLoweredKeyboard(pending.findLast(({ items }) => items.some((item) => waiting.includes(item)))?.batchId, field);

  const go = useCallback(() => {
    const from = field.current;
    if (from === null || enterCards(waiting, pageRootOf(from)) === undefined) return false;
    noteOrigin(from);
    return true;
  }, [waiting, field]);
  const items = place === 'here' ? waiting : noItems;
  return useMemo(() => ({ items, go }), [items, go]);
}

/** Hides the keyboard of a touch screen, which would cover the new card, unless something is written. */
function useLoweredKeyboard(newest: string | undefined, field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = field.current;
    if (newest === undefined || !isHtmlElement(element) || ('value' in element && element.value !== '')) return;
    const { defaultView } = element.ownerDocument;
    if (
      focusedElement(element) === element &&
      defaultView?.matchMedia?.('(hover: none) and (pointer: coarse)').matches === true
    )
      element.blur();
  }, [newest, field]);
}
