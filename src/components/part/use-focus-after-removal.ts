'use client';
import { type RefObject, useRef } from 'react';
import { useLayout } from './use-layout.js';

/**
 * Moves the focus when the focused element is removed; otherwise the next Tab would start at the top of the page. For a
 * component with only this element: its layout effect is cleaned up before the element is removed.
 */
export function useFocusAfterRemoval(element: RefObject<HTMLElement | null>, moveFocus: () => void): void {
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
