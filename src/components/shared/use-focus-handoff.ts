'use client';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { hasValue } from '../page-gaps.js';
import { focusedElement, pageRootOf } from '../page-realm.js';
import { takeOrigin } from './focus-origin.js';

/**
 * Moves the focus on when the focused element is settled: to the title of the next card that waits for an answer;
 * else to `Batch.Submit`, else to where the focus was before a batch, else to the composer. Only when the
 * focus is here: a user who has moved elsewhere stays there.
 *
 * @param isSettled for a card: it is decided, or an answer is chosen.
 * @returns `claim`, to be called at the press that will settle this element.
 */
export function useFocusHandoff(ref: RefObject<HTMLElement | null>, isSettled: boolean): () => void {
  const claimed = useRef<Claim | null>(null);

  const release = useCallback(() => {
    const claim = claimed.current;
    claimed.current = null;
    if (claim !== null) moveFocusOn(claim);
  }, []);

  useEffect(() => {
    if (isSettled) release();
  }, [isSettled, release]);
  useEffect(() => release, [release]);

  return useCallback(() => {
    const from = ref.current;
    if (from?.contains(focusedElement(from))) {
      claimed.current = { from, root: from.closest('[data-cs="agent-chat"]') ?? pageRootOf(from) };
    }
  }, [ref]);
}

interface Claim {
  readonly from: HTMLElement;
  /** The node to search for the next card; it outlives the element. */
  readonly root: ParentNode;
}

function moveFocusOn({ from, root }: Claim): void {
  const focused = focusedElement(from);
  if (focused !== null && !from.contains(focused)) return;
  const id = from.dataset.card ?? '';
  const here = from.isConnected ? from : root.querySelector(hasValue('data-card', id));
  const titles = [...root.querySelectorAll<HTMLElement>(`${openCard} [data-cs="card-title"]`)];
  const isAfter = (title: HTMLElement): boolean =>
    here !== null && (here.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = titles.find(isAfter) ?? titles[0] ?? root.querySelector<HTMLElement>(submit);
  if (next !== null) next.focus();
  else (takeOrigin(from.ownerDocument) ?? root.querySelector<HTMLElement>('[data-cs="composer-input"]'))?.focus();
}

/** Cards with `data-open` wait for a person's answer. */
const openCard = '[data-card][data-open]';
const submit = '[data-batch][data-state="chosen"] [data-action="submit"]';
