'use client';
import { type RefObject, useEffect, useSyncExternalStore } from 'react';

/** A region of the page: its name, and a detail that distinguishes it from others of that name. */
interface Landmark {
  readonly name: string;
  readonly detail: string;
}

const landmarks = new Map<object, Landmark>();
const listeners = new Set<() => void>();

/**
 * Returns `0` when the region's name is unique in the page; else its number, from 1, among those with the same name and
 * detail. A page may have several roots, so a context cannot know.
 *
 * @param ref the region, which contains the element that names it.
 * @param titleId the id of that element, from `useId`.
 * @param detail the text that distinguishes the region from others.
 */
export function useLandmark(ref: RefObject<HTMLElement | null>, titleId: string, detail: string): number {
  // The app decides on the content of a title, so it is read from the page after each change.
  useEffect(() => {
    const name = ref.current?.querySelector(`[id="${titleId}"]`)?.textContent ?? '';
    const before = landmarks.get(ref);
    if (before?.name === name && before.detail === detail) return;
    landmarks.set(ref, { name, detail });
    notifyLandmarks();
  });
  useEffect(
    () => () => {
      landmarks.delete(ref);
      notifyLandmarks();
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

function notifyLandmarks(): void {
  for (const listener of listeners) listener();
}
