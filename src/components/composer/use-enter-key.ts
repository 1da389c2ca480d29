'use client';
import { type RefObject, useEffect, useState } from 'react';

/** The effect of Enter in the field of a message. */
export type EnterKey = 'send' | 'new-line';

/** Returns the setting, or else the default for the pointers of the window. */
export function useEnterKey(given: EnterKey | undefined, field: RefObject<HTMLElement | null>): EnterKey {
  const [fitting, setFitting] = useState<EnterKey>('send');
  useEffect(() => {
    const query = field.current?.ownerDocument.defaultView?.matchMedia?.('(hover: none) and (pointer: coarse)');
    const look = (): void => setFitting(query?.matches === true ? 'new-line' : 'send');
    look();
    query?.addEventListener?.('change', look);
    return () => query?.removeEventListener?.('change', look);
  }, [field]);
  return given ?? fitting;
}
