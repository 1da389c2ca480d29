'use client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { watchSizes } from '../page-gaps.js';

/** The distance from the end within which a reader who scrolls forward follows it again, in pixels. */
const slack = 32;

/** The free space above the anchor, in pixels. */
const margin = 16;

/** The visible height, in pixels, below which a pending card takes precedence over the heading of its batch. */
const small = 300;
const openCard = '[data-card][data-open]:not([data-folded])';

/** The result of {@link useFollowEnd}. */
export interface FollowEnd {
  /** The ref of the scroll container. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The ref of its only child, which grows. */
  readonly content: RefObject<HTMLDivElement | null>;
  /** True while the newest content is in view. */
  readonly isAtEnd: boolean;
  /** Scrolls to the newest content and follows it again. */
  readonly toEnd: () => void;
}

/**
 * Keeps the newest content in view until the reader scrolls towards the start, however slowly, and again when they
 * return to the end. The element that `anchor` selects is never scrolled out at the top: a batch taller than the window
 * shows its first card, and an anchor before all messages its beginning. It only scrolls forward.
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
    // A frame may move the scroller before its scroll event, so the last position is compared first.
    const noteMove = (): void => {
      const top = element.scrollTop;
      const moved = top - last.current;
      const room = element.scrollHeight - element.clientHeight;
      const isClamped = moved < 0 && room < lastRoom.current; // Content that shrinks moves the scroller, not the reader.
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
