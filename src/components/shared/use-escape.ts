import { type RefObject, useEffect, useRef } from 'react';
import { isComposing } from './keyboard.js';

/** Elements that handle Escape themselves before the form around them. */
const closesItself = '[role="menu"], [popover], dialog';

/**
 * Handles Escape in an element and stops it: a dialog of the app around the form would close with it, and the typed
 * text would be lost. Dialogs listen on the document before anything inside receives a key, so this listens on the
 * window.
 */
export function useEscape(element: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const page = element.current?.ownerDocument.defaultView;
    const listen = (event: KeyboardEvent): void => {
      const target = event.composedPath()[0] as Element; // Keys are pressed in elements.
      const form = element.current;
      if (event.key !== 'Escape' || isComposing(event) || form?.contains(target) !== true) return;
      const inner = target.closest(closesItself);
      if (inner !== null && form.contains(inner)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    page?.addEventListener('keydown', listen, true);
    return () => page?.removeEventListener('keydown', listen, true);
  }, [element]);
}
