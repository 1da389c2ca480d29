'use client';
import { useSyncExternalStore } from 'react';

const subscribeToNothing = (): (() => void) => () => {};

/** Returns `false` on a server and during hydration, where the reader's locale and time zone are unknown. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
