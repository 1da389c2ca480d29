'use client';
import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => {};

/** False on a server and while its markup is taken over: locale and time zone of the reader are not known there. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
