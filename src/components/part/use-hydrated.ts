'use client';
import { useSyncExternalStore } from 'react';

const subscribeToNothing = (): (() => void) => () => {};

/** False on a server and while its markup is taken over: locale and time zone of the reader are not known there. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
