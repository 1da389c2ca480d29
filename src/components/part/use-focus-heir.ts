'use client';
import { type RefObject, useRef } from 'react';
import { useLayout } from './use-layout.js';

/**
 * Moves the focus on when the element goes away while it has it, or the focus would be lost and the next Tab begin at the top of the page. For a component whose
 * only element this is: its layout effect is cleaned up before the element is removed.
 */
export function useFocusHeir(element: RefObject<HTMLElement | null>, moveFocus: () => void): void {
  const latest = useRef(moveFocus);
  useLayout(() => {
    latest.current = moveFocus;
  });
  useLayout(() => {
    const from = element.current;
    return () => {
      if (from?.matches(':focus-within')) latest.current();
    };
  }, [element]);
}
