'use client';
import { type RefObject, useEffect, useSyncExternalStore } from 'react';

/** A region of the page: what it is called, and what tells it from others that are called the same. */
interface Landmark {
  readonly name: string;
  readonly detail: string;
}

const landmarks = new Map<object, Landmark>();
const listeners = new Set<() => void>();

/**
 * Whether others on the page are called as this region is: `0`, none; else which one it is, from 1, among those whose details are the
 * same, too. The page may have several roots, so no context can know.
 *
 * @param ref the region, which holds the element that names it.
 * @param titleId the id of that, of `useId`.
 * @param detail what tells the region from others.
 */
export function useLandmark(ref: RefObject<HTMLElement | null>, titleId: string, detail: string): number {
  // What stands in a title is up to the app, so it is read from the page after each change of it.
  useEffect(() => {
    const name = ref.current?.querySelector(`[id="${titleId}"]`)?.textContent ?? '';
    const before = landmarks.get(ref);
    if (before?.name === name && before.detail === detail) return;
    landmarks.set(ref, { name, detail });
    tellOfLandmarks();
  });
  useEffect(
    () => () => {
      landmarks.delete(ref);
      tellOfLandmarks();
    },
    [ref],
  );
  return useSyncExternalStore(
    onLandmarks,
    () => placeAmongAlike(ref),
    () => 0,
  );
}

function placeAmongAlike(key: object): number {
  const own = landmarks.get(key);
  const alike = [...landmarks].filter(([, { name }]) => name === own?.name);
  if (own === undefined || own.name === '' || alike.length < 2) return 0;
  return alike.filter(([, { detail }]) => detail === own.detail).findIndex(([each]) => each === key) + 1;
}

function onLandmarks(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellOfLandmarks(): void {
  for (const listener of listeners) listener();
}
