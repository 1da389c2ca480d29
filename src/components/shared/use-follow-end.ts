'use client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { watchSizes } from '../page-gaps.js';

/** How far from the end still counts as being there, in pixels. */
const slack = 32;

/** What stays free above the anchor, in pixels. */
const margin = 16;

/** Where less than this is in view, in pixels, the card that is to be answered comes before the heading of its batch. */
const small = 300;
const openCard = '[data-card][data-open]:not([data-folded])';

/** What {@link useFollowEnd} gives. */
export interface FollowEnd {
  /** Goes on the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Goes on its only child, which grows. */
  readonly content: RefObject<HTMLDivElement | null>;
  /** Whether the newest is in view. */
  readonly isAtEnd: boolean;
  /** Goes to the newest and follows it again. */
  readonly toEnd: () => void;
}

/**
 * Keeps the newest in view until the reader scrolls away, and again when they come back. What `anchor` selects is never
 * pushed out at the top: a batch taller than the window shows its first card, and what stands there before all messages its beginning. It only
 * ever scrolls forward.
 */
export function useFollowEnd(anchor?: string): FollowEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const last = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    follows.current = true;
    element.scrollTop = endOf(element, anchor);
    last.current = element.scrollTop;
  }, [anchor]);

  useEffect(() => {
    const element = scroller.current;
    const grows = content.current;
    if (element === null || grows === null) return;
    // Only a way back counts as leaving: content may grow between a scroll and the event that tells it.
    const onScroll = (): void => {
      const isBack = element.scrollTop < last.current;
      last.current = element.scrollTop;
      if (last.current >= endOf(element, anchor) - slack) follows.current = true;
      else if (isBack) follows.current = false;
      setAtEnd(follows.current);
    };
    const unwatch = watchSizes([element, grows], () => {
      if (follows.current && element.scrollTop < endOf(element, anchor)) toEnd();
      // What shrinks until all of it fits has no end to go to, and scrolls no more to say so.
      else if (element.scrollTop >= endOf(element, anchor) - slack) onScroll();
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      unwatch();
      element.removeEventListener('scroll', onScroll);
    };
  }, [anchor, toEnd]);

  return { scroller, content, isAtEnd, toEnd };
}

function endOf(element: HTMLElement, anchor: string | undefined): number {
  const end = element.scrollHeight - element.clientHeight;
  const first = anchor === undefined ? null : element.querySelector(anchor);
  const held = element.clientHeight < small ? (first?.querySelector(openCard) ?? first) : first;
  if (held === null) return end;
  const top = held.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop;
  return Math.min(end, Math.max(0, Math.floor(top) - (held === first ? margin : 0)));
}
