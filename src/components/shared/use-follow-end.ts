'use client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { watchSizes } from '../page-gaps.js';

/** A reader who scrolls forward follows the end again from this distance, in pixels. */
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
 * Keeps the newest in view until the reader scrolls towards the start, however slowly, and again when they come back to the end. What `anchor` selects is never
 * pushed out at the top: a batch taller than the window shows its first card, and what stands there before all messages its beginning. It only
 * ever scrolls forward.
 */
export function useFollowEnd(anchor?: string): FollowEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const last = useRef(0);
  const lastRoom = useRef(0);
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
    // A frame may move the scroller before its scroll event, so each look compares with the last position first.
    const noteMove = (): void => {
      const top = element.scrollTop;
      const moved = top - last.current;
      const room = element.scrollHeight - element.clientHeight;
      const isClamped = moved < 0 && room < lastRoom.current; // content that shrinks moves the scroller, not the reader
      const rest = endOf(element, anchor) - top;
      if (moved < 0 && !isClamped && rest > 0) follows.current = false;
      else if (rest < (moved > 0 || room < lastRoom.current - slack ? slack : 1)) follows.current = true;
      last.current = top;
      lastRoom.current = room;
      setAtEnd(follows.current);
    };
    const unwatch = watchSizes([element, grows], () => {
      noteMove();
      if (follows.current && element.scrollTop < endOf(element, anchor)) toEnd();
    });
    element.addEventListener('scroll', noteMove, { passive: true });
    return () => {
      unwatch();
      element.removeEventListener('scroll', noteMove);
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
