'use client';
import { useCallback, useEffect, useState } from 'react';
import type { LazyPart } from '../../protocol/base/lazy-part.js';
import { useHydrated } from '../part/use-hydrated.js';

/** Where a part stands that comes later. */
export interface LaterPart<T> {
  /** It, once it is there. */
  readonly part: T | undefined;
  readonly state: 'loading' | 'failed';
  /** Loads it again. */
  readonly retry: () => void;
}

/** Loads a part as soon as it is shown, or when `begin` says: that gets what loads it, and gives what calls it off. */
export function useLaterPart<T>(part: LazyPart<T>, begin: Begin = atOnce): LaterPart<T> {
  const isHydrated = useHydrated();
  const [state, setState] = useState<'first' | 'again' | 'loaded' | 'failed'>(() =>
    part.loaded() === undefined ? 'first' : 'loaded',
  );
  useEffect(() => {
    if (state !== 'first' && state !== 'again') return;
    let isWanted = true;
    const load = (): void => {
      part().then(
        () => isWanted && setState('loaded'),
        () => isWanted && setState('failed'),
      );
    };
    // Whoever asks for it again waits for it.
    const cancel = (state === 'first' ? begin : atOnce)(load);
    return () => {
      isWanted = false;
      cancel();
    };
  }, [state, part, begin]);
  // A server has only what came with the page, and its markup has to be the page's first.
  const loaded = isHydrated ? part.loaded() : part.given();
  const retry = useCallback(() => setState('again'), []);
  return { part: loaded, state: state === 'failed' ? 'failed' : 'loading', retry };
}

/** When loading begins. */
export type Begin = (load: () => void) => () => void;

const atOnce: Begin = (load) => {
  load();
  return () => {};
};
